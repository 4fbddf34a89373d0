package import Offhand
package import OffhandPlatform
import Synchronization

/// The address and port of a sender or receiver of TUIO.
package struct TUIOAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, or a numeric address; one of IPv6 without its brackets.
  package let host: String
  package let port: UInt16

  /// Reads `HOST:PORT`, or `PORT` alone for this machine unless the host is `required`; `nil` if that is neither.
  package init?(_ text: String, hostRequired required: Bool = false) {
    let colon = text.lastIndex(of: ":")
    guard colon != nil || !required, let port = UInt16(text[(colon.map(text.index(after:)) ?? text.startIndex)...]),
      port > 0
    else { return nil }
    var host = colon.map { text[..<$0] } ?? "127.0.0.1"
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  /// The address in words, with who reaches it.
  package var reach: String {
    let isOwn = host.hasPrefix("127.") || host == "::1" || host == "localhost"
    return "\(self), \(isOwn ? "which only this machine reaches" : "from everyone who reaches it")"
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A port on which TUIO is received. Opened once, and kept: a program that has given up the network can still read it anew.
package final class TUIOPort: Sendable {
  package let address: TUIOAddress
  private let socket = Mutex<DatagramSocket?>(nil)

  package init(_ address: TUIOAddress) { self.address = address }

  /// Opens the port if it is not open; returns its descriptor. Throws if another program has it, or the address is not of this machine.
  @discardableResult
  package func open() throws(KernelError) -> Int32 {
    try socket.withLock { (socket) throws(KernelError) in
      if let socket { return socket.descriptor }
      let opened = try DatagramSocket(receivingAt: address.host, port: address.port)
      socket = opened
      return opened.descriptor
    }
  }

  fileprivate func receive(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, sender: String)? {
    socket.withLock { $0 }?.receive(into: buffer)
  }
}

/// The touches that others send as TUIO: infrared frames, camera tables, simulators.
package final class TUIOTouchSource: TouchSource {
  /// The longest datagram.
  private static let longest = 65_536
  /// The most datagrams of a round: a flood leaves the program time for everything else.
  private static let most = 256

  private let port: TUIOPort
  private var reader: TUIOReader
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TUIOTouchSource.longest, alignment: 8)
  package let descriptor: Int32?

  /// Receives at `port`. Sizes of tables are those of `preferences`, by the names of the sources. Throws if the port cannot be opened.
  package init(_ port: TUIOPort, _ preferences: MappingPreferences = .init()) throws(KernelError) {
    descriptor = try port.open()
    self.port = port
    reader = TUIOReader(preferences)
  }

  deinit { buffer.deallocate() }

  package var deadline: Timestamp? { reader.deadline }

  package func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(KernelError) {
    for _ in 0..<TUIOTouchSource.most {
      guard let (count, sender) = port.receive(into: buffer) else { break }
      guard let messages = OSCBundle.messages(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { continue }
      reader.read(messages, from: sender, at: now, body)
    }
    reader.expire(at: now, body)
  }
}
