import OffhandPlatform

/// A client of a socket that sends and receives lines.
package final class LineClient {
  package let socket: StreamSocket
  private var received: [UInt8] = []
  /// Whether the other end has closed the connection.
  package private(set) var isEnded = false

  package init(_ path: String) throws { socket = try StreamSocket.connection(to: path) }

  package func send(_ line: String) throws { _ = try socket.send(Array((line + "\n").utf8)[...]) }

  /// Reads what has arrived.
  package func read() { if (try? socket.read(into: &received)) != true { isEnded = true } }

  /// The lines that have arrived so far.
  package var lines: [String] {
    read()
    return String(decoding: received, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension StreamSocket {
  /// Appends what has arrived to `bytes`; false once the other end has closed its side.
  package func read(into bytes: inout [UInt8]) throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    switch try piece.withUnsafeMutableBytes({ try receive(into: $0) }) {
    case .bytes(let count): bytes += piece[..<count]
    case .nothing: break
    case .end: return false
    }
    return true
  }
}
