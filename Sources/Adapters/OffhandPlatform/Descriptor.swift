import CPlatform
import Glibc

/// A file descriptor, closed when the value is destroyed. Every descriptor opened here is closed in child processes
/// (`O_CLOEXEC`).
///
/// Operations that need no ownership of the descriptor (standard output, a descriptor of libwayland) are static functions
/// over the number.
package struct Descriptor: ~Copyable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// An existing file, to read. A FIFO without a writer does not block (`O_RDONLY | O_NONBLOCK`).
    case reading
    /// An existing file, to read; a symbolic link is refused (`ELOOP`), and a terminal does not become that of this process
    /// (`O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY`).
    case readingNode
    /// An existing file, to read; a FIFO blocks until it has a writer, and while that writes nothing (`O_RDONLY`).
    case blockingReading
    /// An existing file or device, to read and write (`O_RDWR`).
    case readingAndWriting
    /// A new file, for writing; fails if the name exists, even as a symbolic link (`O_CREAT | O_EXCL | O_NOFOLLOW`).
    case creating(permissions: UInt32)
    /// A file, for writing from its beginning; created if it does not exist (`O_CREAT | O_TRUNC`).
    case replacing(permissions: UInt32)
    /// An existing terminal, pipe or device, for writing; a FIFO without a reader is refused (`O_WRONLY | O_NONBLOCK`, `ENXIO`).
    case writingStream
    /// A file whose content does not matter, such as a lock; created if it does not exist (`O_CREAT`).
    case keeping(permissions: UInt32)

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NONBLOCK
      case .readingNode: O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY
      case .blockingReading: O_RDONLY
      case .readingAndWriting: O_RDWR
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC
      case .writingStream: O_WRONLY | O_NONBLOCK | O_NOCTTY
      case .keeping: O_RDWR | O_CREAT | O_NOFOLLOW
      }
    }

    fileprivate var permissions: UInt32 {
      switch self {
      case .reading, .readingNode, .blockingReading, .readingAndWriting, .writingStream: 0
      case .creating(let permissions), .replacing(let permissions), .keeping(let permissions): permissions
      }
    }
  }

  /// The kind, length, owner and permissions of a file.
  package struct Status: Sendable, Hashable {
    /// Whether it is a regular file: no directory, device, FIFO or socket.
    package var isRegular: Bool
    /// Whether it is a directory.
    package var isDirectory: Bool
    /// Whether it is a device that is read and written byte by byte, as input devices are; no disk.
    package var isCharacterDevice: Bool
    /// The length in bytes; 0 for most of what is not a regular file.
    package var size: Int
    /// The user ID of the owner.
    package var owner: UInt32
    /// The group ID.
    package var group: UInt32
    /// The permission bits.
    package var permissions: UInt32
    /// The number of the device, if it is a device node.
    package var deviceNumber: UInt64
    /// When the content was changed last, in nanoseconds since 1970.
    package var modified: Int64

    fileprivate init(_ status: stat) {
      isRegular = status.st_mode & S_IFMT == S_IFREG
      isDirectory = status.st_mode & S_IFMT == S_IFDIR
      isCharacterDevice = status.st_mode & S_IFMT == S_IFCHR
      size = Int(status.st_size)
      owner = status.st_uid
      group = status.st_gid
      permissions = status.st_mode & 0o7777
      deviceNumber = UInt64(status.st_rdev)
      modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
  }

  /// The kernel's number.
  package let number: Int32

  /// Takes ownership of `number`, the result of `call`. Throws the thread's `errno` if it is negative.
  package init(_ number: Int32, from call: String) throws(KernelError) {
    guard number >= 0 else { throw .last(call) }
    self.number = number
  }

  /// Opens the file at `path` (`open`).
  package init(opening path: String, _ mode: Mode) throws(KernelError) {
    try self.init(open(path, mode.flags | O_CLOEXEC, mode.permissions), from: "open \(path)")
  }

  /// Another descriptor of the open file behind `number` (`F_DUPFD_CLOEXEC`).
  package init(duplicating number: Int32) throws(KernelError) {
    try self.init(fcntl(number, F_DUPFD_CLOEXEC, 0), from: "fcntl")
  }

  /// An anonymous file of `size` zero bytes that no program can execute (`memfd_create`); `name` shows up in `/proc`.
  package init(anonymousFile name: String, size: Int) throws(KernelError) {
    try self.init(offhand_memfd_create(name, size), from: "memfd_create")
  }

  deinit { Descriptor.close(number) }

  /// Gives up ownership: the caller closes the descriptor.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes the descriptor `number`, which the caller owns (`close`).
  package static func close(_ number: Int32) { _ = Glibc.close(number) }

  /// The kind and length of the file (`fstat`).
  package func status() throws(KernelError) -> Status {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("fstat") }
    return Status(status)
  }

  /// The kind and length of the file at `path`, through symbolic links (`stat`).
  package static func status(of path: String) throws(KernelError) -> Status {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last("stat \(path)") }
    return Status(status)
  }

  /// Waits until what was written is on the disk; of a folder, the names in it (`fsync`).
  package func synchronize() throws(KernelError) {
    guard fsync(number) == 0 else { throw .last("fsync") }
  }

  /// Forbids that an anonymous file grows, shrinks or gets other seals (`F_ADD_SEALS`); false on kernels that cannot.
  @discardableResult
  package func sealSize() -> Bool { offhand_memfd_seal(number) == 0 }
}

// MARK: - Reading and writing

extension Descriptor {
  /// Reads at most `buffer.count` bytes and returns how many; 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(KernelError) -> Int {
    try Descriptor.read(number, into: buffer)
  }

  /// Reads at most `buffer.count` bytes into the beginning of `buffer` and returns how many; 0 at the end of the file.
  package func read(into buffer: inout [UInt8]) throws(KernelError) -> Int {
    try buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(KernelError) in try Descriptor.read(number, into: bytes) }
    }.get()
  }

  /// Reads to the end of the file, at most `limit` bytes.
  package func contents(atMost limit: Int = .max) throws(KernelError) -> [UInt8] {
    let status = try status()
    // Files of /proc and /sys report a size of zero.
    var capacity = min(limit, max(status.size, status.isRegular && status.size > 0 ? 0 : 4096))
    var bytes: [UInt8] = []
    while true {
      var failure: KernelError?
      let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        while count < capacity {
          let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          do throws(KernelError) {
            let got = try read(into: free)
            if got == 0 { break }
            count += got
          } catch {
            failure = error
            break
          }
        }
      }
      if let failure { throw failure }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < capacity || bytes.count >= limit || status.isRegular && bytes.count == status.size {
        return bytes
      }
      capacity = min(max(4096, bytes.count), limit - bytes.count)
    }
  }

  /// Writes all of `bytes` at the present position.
  package func write(_ bytes: [UInt8]) throws(KernelError) { try Descriptor.write(bytes, to: number) }

  /// Writes all of `bytes` in one call: a device takes its events so (`write`).
  package func write(_ bytes: UnsafeRawBufferPointer) throws(KernelError) {
    while Glibc.write(number, bytes.baseAddress, bytes.count) != bytes.count {
      guard errno == EINTR else { throw .last("write") }
    }
  }

  /// Writes all of `bytes` at `offset` bytes from the beginning of the file (`pwrite`).
  package func write(_ bytes: [UInt8], at offset: Int) throws(KernelError) {
    try Descriptor.writeAll(bytes, "pwrite", to: number) {
      pwrite(number, $0.baseAddress, $0.count, off_t(offset + $1))
    }
  }

  /// Shortens or extends the file to `size` bytes (`ftruncate`).
  package func resize(to size: Int) throws(KernelError) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last("ftruncate") }
  }

  /// Reads at most `buffer.count` bytes and returns how many (`read`), again if a signal interrupted it.
  package static func read(
    _ number: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(KernelError) -> Int {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last("read") }
    }
  }

  /// Whether a person reads what is written to `number` (`isatty`).
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Writes all of `bytes` (`write`): again after a signal and after a short write; waits if a pipe or terminal that does not
  /// block is full.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(KernelError) {
    try writeAll(bytes, "write", to: number) { piece, _ in Glibc.write(number, piece.baseAddress, piece.count) }
  }

  /// Writes `bytes`, waiting at most `patience` for room for each piece: a full pipe does not block it. Returns whether all were written.
  package static func write(_ bytes: [UInt8], to number: Int32, within patience: Duration) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A pipe that is ready has room for this many bytes.
      let piece = rest.prefix(Int(PIPE_BUF))
      guard wait(for: number, .writing, atMost: patience) else { return false }
      let count = piece.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes a write to a pipe whose reader is gone fail with an error (`EPIPE`), in the whole process; otherwise `SIGPIPE` ends it.
  package static func failWithoutReader() { signal(SIGPIPE, SIG_IGN) }

  /// Ends this process by `SIGPIPE`, as if that had never been ignored: what reads its results wants no more of them.
  package static func endWithoutReader() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

  private static func writeAll(
    _ bytes: [UInt8], _ call: String, to number: Int32, _ body: (UnsafeRawBufferPointer, _ written: Int) -> Int
  ) throws(KernelError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...]), written) }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        wait(for: number, .writing, atMost: nil)
      } else if errno != EINTR {
        throw .last(call)
      }
    }
  }
}

// MARK: - Waiting

extension Descriptor {
  /// The kind of readiness to wait for on one descriptor.
  package enum Readiness: Sendable {
    /// There is something to read.
    case reading
    /// There is room to write.
    case writing
    /// There is something to read or room to write.
    case either

    fileprivate var events: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .either: Int16(POLLIN | POLLOUT)
      }
    }
  }

  /// Waits until the descriptor `number` is ready, has hung up or has failed (`poll`), for at most `patience` (rounded up to
  /// milliseconds), or indefinitely if that is `nil`. Returns whether it is ready. A signal ends the wait.
  @discardableResult
  package static func wait(for number: Int32, _ readiness: Readiness, atMost patience: Duration?) -> Bool {
    var request = pollfd(fd: number, events: readiness.events, revents: 0)
    return poll(&request, 1, milliseconds(patience)) > 0
  }

  /// Waits until one of two descriptors is readable and returns which are.
  package static func wait(
    forReading first: Int32, or second: Int32, atMost patience: Duration?
  ) -> (first: Bool, second: Bool) {
    let request = { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var requests: [2 of pollfd] = [request(first), request(second)]
    _ = withUnsafeMutablePointer(to: &requests) {
      $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds(patience)) }
    }
    return (requests[0].revents != 0, requests[1].revents != 0)
  }

  private static func milliseconds(_ patience: Duration?) -> Int32 {
    guard let patience else { return -1 }
    let (seconds, attoseconds) = patience.components
    let whole = attoseconds / 1_000_000_000_000_000
    return Int32(clamping: seconds * 1000 + whole + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0))
  }
}

/// A memory mapping of a part of a file (`mmap`), unmapped when the value is destroyed.
package struct MemoryMapping: ~Copyable {
  /// Whether writing changes the file.
  package enum Access: Sendable {
    /// Readable only; concurrent changes by other processes may or may not be seen (`MAP_PRIVATE`).
    case reading
    /// Readable and writable, shared with all processes that map the file (`MAP_SHARED`).
    case sharedWriting
  }

  /// The first byte.
  package let address: UnsafeMutableRawPointer
  /// The length in bytes.
  package let size: Int

  /// Maps the first `size` bytes of the file. Throws if the kernel has no memory, or the file cannot be mapped.
  package init(_ descriptor: borrowing Descriptor, size: Int, _ access: Access) throws(KernelError) {
    let (protection, flags) = access == .reading ? (PROT_READ, MAP_PRIVATE) : (PROT_READ | PROT_WRITE, MAP_SHARED)
    guard let address = mmap(nil, size, protection, flags, descriptor.number, 0), address != MAP_FAILED else {
      throw .last("mmap")
    }
    self.address = address
    self.size = size
  }

  deinit { munmap(address, size) }
}
