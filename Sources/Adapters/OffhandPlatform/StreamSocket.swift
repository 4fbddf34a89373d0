import CPlatform
import Glibc

/// A connection over a Unix socket (`SOCK_STREAM`). Reading and writing never block.
package struct StreamSocket: ~Copyable {
  private let socket: Descriptor

  /// A socket that is connected already.
  package init(_ socket: consuming Descriptor) { self.socket = socket }

  /// Connects to the socket at `path`. Throws if no process listens there, or if it does not accept in time.
  package static func connection(to path: String) throws(KernelError) -> StreamSocket {
    StreamSocket(try UnixAddress.connected(SOCK_STREAM, to: path))
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { socket.number }

  /// The user ID of the process at the other end when it connected (`SO_PEERCRED`).
  package func peerUser() throws(KernelError) -> UInt32 {
    var user: UInt32 = 0
    guard offhand_peer_user(socket.number, &user) == 0 else { throw .last("getsockopt SO_PEERCRED") }
    return user
  }

  /// The result of reading.
  package enum Received: Sendable, Hashable {
    /// This number of bytes.
    case bytes(Int)
    /// Nothing has arrived yet.
    case nothing
    /// The other end has closed its side.
    case end
  }

  /// Reads at most `buffer.count` bytes that have arrived.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(KernelError) -> Received {
    while true {
      let count = recv(socket.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .nothing }
      guard errno == EINTR else { throw .last("recv") }
    }
  }

  /// Writes as many of `bytes` as fit and returns their number. A closed other end is an error, not a signal.
  package func send(_ bytes: ArraySlice<UInt8>) throws(KernelError) -> Int {
    try StreamSocket.send(bytes, to: socket.number)
  }

  /// The same for a socket that a library owns.
  package static func send(_ bytes: ArraySlice<UInt8>, to number: Int32) throws(KernelError) -> Int {
    guard !bytes.isEmpty else { return 0 }
    while true {
      let count = bytes.withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      guard errno == EINTR else { throw .last("send") }
    }
  }

  /// Accepts a connection of `listener`; `nil` if none waits.
  fileprivate static func accept(from listener: borrowing Descriptor) throws(KernelError) -> StreamSocket? {
    while true {
      let number = offhand_accept(listener.number)
      if number >= 0 { return StreamSocket(try Descriptor(number, from: "accept4")) }
      if errno == EAGAIN || errno == ECONNABORTED { return nil }
      guard errno == EINTR else { throw .last("accept4") }
    }
  }
}

/// A Unix socket that other processes of the same user connect to. Its file is removed when the object is deinitialized.
package final class UnixListener {
  /// The path of the socket.
  package let path: String
  private let socket: Descriptor
  private let remove: () -> Void
  /// Held locked while the object exists, so that a second process does not replace the socket of a first one that runs.
  private let lock: Descriptor

  /// The most connections that wait to be accepted.
  package static let backlog: Int32 = 128

  /// Listens at `path`, where only the same user may connect (mode 0600), or every user if it `isOpenToOthers`. A socket that a killed
  /// process left is replaced. Throws with the code `EADDRINUSE` if another process listens there, and with `EEXIST` if what lies there is
  /// no socket, or at `PATH.lock` no empty file. In the end `remove` is called instead of removing the `files` here.
  package init(at path: String, isOpenToOthers: Bool = false, remove: (() -> Void)? = nil) throws(KernelError) {
    let address = try UnixAddress(path)
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
      throw KernelError(call: "bind \(path)", code: EEXIST)
    }
    let lock = try Descriptor(opening: "\(path).lock", .keeping(permissions: 0o600))
    // Removed in the end, as the socket is: nothing but what an earlier process made.
    let found = try lock.status()
    guard found.isRegular, found.size == 0 else { throw KernelError(call: "bind \(path).lock", code: EEXIST) }
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? KernelError(call: "bind \(path)", code: EADDRINUSE) : .last("flock \(path).lock")
    }
    let socket = try UnixAddress.socket(SOCK_STREAM, blocks: false)
    unlink(path)
    // Linux gives the file the mode of the socket, from the first moment on. A mask would be that of all threads.
    guard fchmod(socket.number, 0o600) == 0, address.withPointer({ bind(socket.number, $0, $1) }) == 0,
      !isOpenToOthers || chmod(path, 0o666) == 0
    else { throw .last("bind \(path)") }
    guard listen(socket.number, UnixListener.backlog) == 0 else { throw .last("listen \(path)") }
    self.path = path
    self.socket = socket
    self.lock = lock
    self.remove = remove ?? { UnixListener.files(at: path).forEach(Files.removeFile) }
  }

  deinit { remove() }

  /// The files of a socket at `path`: its own, and the lock's.
  package static func files(at path: String) -> [String] { [path, "\(path).lock"] }

  /// The descriptor that is readable when a process connects.
  package var descriptor: Int32 { socket.number }

  /// Accepts the next connection; `nil` if none waits.
  package func accept() throws(KernelError) -> StreamSocket? { try StreamSocket.accept(from: socket) }
}

/// The address of a Unix socket; a path that begins with `@` is an abstract name.
struct UnixAddress {
  /// The longest wait for the other end of a socket, to accept a connection or to make room for what is sent.
  static let patience = Duration.seconds(2)
  /// The longest wait without a look at signals that ask this process to end.
  static let slice = Duration.milliseconds(200)

  private var value = sockaddr_un()
  private var length: socklen_t

  /// Throws if the path has more than 107 bytes.
  init(_ path: String) throws(KernelError) {
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    guard bytes.count < MemoryLayout.size(ofValue: value.sun_path) else {
      throw KernelError(call: "connect \(path)", code: ENAMETOOLONG)
    }
    value.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
  }

  /// A socket without an address.
  static func socket(_ kind: __socket_type, blocks: Bool) throws(KernelError) -> Descriptor {
    let flags = SOCK_CLOEXEC.rawValue | (blocks ? 0 : SOCK_NONBLOCK.rawValue)
    return try Descriptor(Glibc.socket(AF_UNIX, Int32(kind.rawValue | flags), 0), from: "socket")
  }

  /// A socket that is connected to the one at `path`. Throws if nothing listens there; with `ETIMEDOUT` if as many connections wait as the
  /// listener keeps, for the whole `patience`; and with `EINTR` if a signal asks this process to end meanwhile.
  static func connected(_ kind: __socket_type, blocks: Bool = true, to path: String) throws(KernelError) -> Descriptor {
    let address = try UnixAddress(path)
    let socket = try socket(kind, blocks: blocks)
    let number = socket.number
    let call = "connect \(path)"
    // The kernel lets those who wait connect in turn; one that asks again and again might find no room for long.
    limitSending(number, UnixAddress.slice)
    let end = ContinuousClock.now + UnixAddress.patience
    while address.withPointer({ connect(number, $0, $1) }) != 0 {
      let failure = KernelError.last(call)
      guard blocks, [EAGAIN, EINTR].contains(failure.code) else { throw failure }
      guard !SignalQueue.isEndPending else { throw KernelError(call: call, code: EINTR) }
      guard ContinuousClock.now < end else { throw KernelError(call: call, code: ETIMEDOUT) }
    }
    limitSending(number, UnixAddress.patience)
    return socket
  }

  /// Limits how long connecting and sending may block (`SO_SNDTIMEO`).
  private static func limitSending(_ number: Int32, _ limit: Duration) {
    let (seconds, attoseconds) = limit.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Calls `body` with the address and its length.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
