import CPlatform
import Glibc

/// A Unix socket that sends and receives messages; see `StreamSocket` for streams of bytes.
package struct UnixSocket: ~Copyable {
  /// The most bytes that the path of a socket may have.
  package static let longestPath = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  private let socket: Descriptor

  /// A socket of messages that is connected already.
  package init(owning socket: consuming Descriptor) { self.socket = socket }

  /// Connects to the socket that receives datagrams at `path`. Throws if nothing listens there.
  package init(sendingTo path: String) throws(KernelError) {
    socket = try UnixAddress.connected(SOCK_DGRAM, to: path)
  }

  /// A stream that is connected to the socket at `path`. Throws if nothing listens there.
  package static func stream(to path: String) throws(KernelError) -> Descriptor {
    try UnixAddress.connected(SOCK_STREAM, to: path)
  }

  /// Two connected sockets that keep the limits of messages and do not block (`socketpair`).
  package static func pair() throws(KernelError) -> Pair {
    var ends: [2 of Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let result = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, kind, 0, $0) }
    }
    guard result == 0 else { throw .last("socketpair") }
    return try Pair(
      first: UnixSocket(owning: Descriptor(ends[0], from: "socketpair")),
      second: UnixSocket(owning: Descriptor(ends[1], from: "socketpair")))
  }

  /// Two connected sockets.
  package struct Pair: ~Copyable {
    package let first: UnixSocket
    package let second: UnixSocket

    /// The first socket; the second one is closed.
    package consuming func takeFirst() -> UnixSocket { first }

    /// The second socket; the first one is closed.
    package consuming func takeSecond() -> UnixSocket { second }
  }

  /// Whether a program accepts connections at `path`: the socket's file may exist before that.
  package static func isListening(at path: String) -> Bool {
    (try? UnixAddress.connected(SOCK_STREAM, to: path)) != nil
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { socket.number }

  /// Sends `bytes` as one message, from any thread; returns whether all of them were sent (`send`).
  @discardableResult
  package borrowing func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Glibc.send(socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Receives one message, cut off at the length of `buffer`; `nil` if none is waiting or the other end is closed (`recv`).
  package borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = recv(socket.number, buffer.baseAddress, buffer.count, 0)
    return count > 0 ? count : nil
  }

  /// Sends `bytes` as one message, and with it another descriptor of the open file behind `descriptor` (`SCM_RIGHTS`); returns whether
  /// all of them were sent.
  @discardableResult
  package borrowing func send(_ bytes: UnsafeRawBufferPointer, passing descriptor: borrowing Descriptor) -> Bool {
    offhand_send_descriptor(socket.number, bytes.baseAddress, bytes.count, descriptor.number) == bytes.count
  }

  /// Receives one message as above, and the descriptor that came with it; `passed` becomes `nil` if none did.
  package borrowing func receive(into buffer: UnsafeMutableRawBufferPointer, passed: inout Descriptor?) -> Int? {
    var number: Int32 = -1
    let count = offhand_receive_descriptor(socket.number, buffer.baseAddress, buffer.count, &number)
    passed = try? Descriptor(number, from: "recvmsg")
    return count > 0 ? count : nil
  }
}
