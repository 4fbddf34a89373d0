import CPlatform
import Glibc
import Synchronization

/// A UDP socket that does not block. It is made before a program gives up the network (``Confinement``), after which it receives, and sends
/// to its receiver alone.
package final class DatagramSocket: Sendable {
  private let socket: Descriptor
  private static let numbers = Mutex<Set<Int32>>([])

  /// Those that are open in this process.
  static var open: [Int32] { numbers.withLock { $0.sorted() } }

  deinit { _ = DatagramSocket.numbers.withLock { $0.remove(socket.number) } }

  /// Receives what is sent to `port` of `address`, an address or a name of this machine (`bind`); port 0 is any that is free.
  package init(receivingAt address: String, port: UInt16) throws(KernelError) {
    socket = try DatagramSocket.make(address, port, "bind", bind)
  }

  /// Sends to `port` of `host` (`connect`).
  package init(sendingTo host: String, port: UInt16) throws(KernelError) {
    socket = try DatagramSocket.make(host, port, "connect", connect)
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { socket.number }

  /// The port of this end.
  package var port: UInt16 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &length) == 0 }
    }
    // It is at the same place in the addresses of both families.
    return isKnown ? withUnsafeBytes(of: address) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) } : 0
  }

  /// Sends `bytes` as one datagram; returns whether the kernel took it (`send`).
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    // One that finds no receiver makes the next call fail; that one was not sent.
    for _ in 0..<2 {
      if Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count { return true }
      guard errno == ECONNREFUSED else { return false }
    }
    return false
  }

  /// Receives one datagram, cut off at the length of `buffer`: its length, and the numeric address of the sender. `nil` if none is
  /// waiting (`recvfrom`).
  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, sender: String)? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { sender in
        let count = recvfrom(socket.number, buffer.baseAddress, buffer.count, 0, sender, &length)
        guard count >= 0 else { return nil }
        // The longest numeric address has 45 characters, and a zone behind it.
        let name = String(unsafeUninitializedCapacity: 64) { text in
          let characters = UnsafeMutableRawBufferPointer(text).bindMemory(to: CChar.self)
          let capacity = socklen_t(characters.count)
          guard getnameinfo(sender, length, characters.baseAddress, capacity, nil, 0, NI_NUMERICHOST) == 0 else {
            return 0
          }
          return strnlen(characters.baseAddress!, characters.count)
        }
        return (count, name)
      }
    }
  }

  /// A socket for the first address of `host` that `attach` accepts.
  private static func make(
    _ host: String, _ port: UInt16, _ call: String, _ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) throws(KernelError) -> Descriptor {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard result == 0 else {
      throw KernelError(call: "finding the address \(host)", code: result == EAI_SYSTEM ? errno : EADDRNOTAVAIL)
    }
    var failure = KernelError(call: call, code: EADDRNOTAVAIL)
    var next = found
    while let address = next?.pointee {
      do throws(KernelError) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try Descriptor(Glibc.socket(address.ai_family, kind, 0), from: "socket")
        guard attach(socket.number, address.ai_addr, address.ai_addrlen) == 0 else {
          throw .last("\(call) \(host) port \(port)")
        }
        _ = numbers.withLock { $0.insert(socket.number) }
        return socket
      } catch { failure = error }
      next = address.ai_next
    }
    throw failure
  }
}
