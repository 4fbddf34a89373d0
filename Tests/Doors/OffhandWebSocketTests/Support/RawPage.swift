import CompositorRig
import Foundation
import Glibc
import HeadlessCompositors

/// A browser's end of a WebSocket, byte by byte, so that it can also break the rules.
final class RawPage {
  /// A message or a control frame.
  struct Frame {
    var opcode: UInt8
    var payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The number and the reason of a frame that closes.
    var status: Int { payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]) }
    var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
  }

  private let socket: Int32
  private var received: [UInt8] = []
  private(set) var hasEnded = false
  /// The first line of the answer; empty if there was none.
  private(set) var answer = ""

  /// Connects, and says nothing.
  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw RigError("no connection to port \(port): \(String(cString: strerror(errno)))") }
  }

  /// Connects as a browser does.
  convenience init(port: Int, host: String? = nil, origin: String = PageRig.origin, token: String = PageRig.token)
    throws
  {
    try self.init(port: port)
    send(
      """
      GET /?token=\(token) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nUpgrade: websocket\r\nConnection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: offhand\r
      Origin: \(origin)\r\n\r\n
      """)
    while !received.contains(13), read() {}
    answer = String(decoding: received.prefix { $0 != 13 }, as: UTF8.self)
    let end = Array("\r\n\r\n".utf8)
    while isConnected {
      if let place = received.indices.first(where: { received[$0...].starts(with: end) }) {
        received.removeFirst(place + 4)
        return
      }
      guard read() else { return }
    }
  }

  deinit { close(socket) }

  /// Whether it became a WebSocket.
  var isConnected: Bool { answer.hasPrefix("HTTP/1.1 101") }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends a frame, masked with zeros as browsers mask theirs with random bytes.
  func sendFrame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true) {
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: frame.append(mask | UInt8(payload.count))
    case ..<65536: frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: frame += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    send(frame + (isMasked ? [0, 0, 0, 0] : []) + payload)
  }
  func sendText(_ text: String) { sendFrame(Array(text.utf8)) }

  /// The next frame; `nil` once the connection has ended.
  func next() -> Frame? {
    while true {
      if let frame = takeFrame() {
        // After five minutes the other side asks whether there is still a page.
        if frame.opcode == 9 {
          sendFrame(frame.payload, opcode: 10)
          continue
        }
        // As a browser does; the other side waits for it.
        if frame.opcode == 8 { sendFrame(frame.payload, opcode: 8) }
        return frame
      }
      guard read() else { return nil }
    }
  }

  /// Whether the other side ends the connection, and does not only fall silent.
  func ends() -> Bool {
    while next() != nil {}
    return hasEnded
  }

  /// All that comes until the other side ends the connection, or falls silent.
  func rest() -> String {
    while read() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Says that nothing more comes.
  func finish() { shutdown(socket, Int32(SHUT_WR)) }

  private func takeFrame() -> Frame? {
    guard received.count >= 2 else { return nil }
    var (count, start) = (Int(received[1] & 0x7F), 2)
    if count >= 126 {
      start += count == 126 ? 2 : 8
      guard received.count >= start else { return nil }
      count = received[2..<start].reduce(0) { $0 << 8 | Int($1) }
    }
    guard received.count >= start + count else { return nil }
    defer { received.removeFirst(start + count) }
    return Frame(opcode: received[0] & 0x0F, payload: Array(received[start..<start + count]))
  }

  private func read() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &piece, piece.count, 0)
    hasEnded = count == 0 || (count < 0 && errno == ECONNRESET)
    guard count > 0 else { return false }
    received += piece[..<count]
    return true
  }
}
