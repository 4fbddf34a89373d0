import Glibc

/// Has files opened by a process of its own, which keeps the right to open them when this process gives it up.
///
/// The other process decides by itself which files it opens, because a fault in this one may make it ask for any. It passes the
/// descriptors over a socket, and ends with this process.
package final class FileBroker {
  /// The longest path in bytes.
  static let longestPath = Int(PATH_MAX)

  private let socket: UnixSocket
  /// The number of replies that are not waited for any more.
  private var owed = 0

  /// Starts the other process, which is called `name`, of at most 15 bytes, in lists of processes. It gives up all rights but those of
  /// `confinement`, unless that is `nil`, opens what `open` opens, and calls `atEnd` when this process has ended. Call it before there are
  /// threads. Throws if the system has no process left.
  package init(
    named name: String, confinement: Confinement?, open: (String) throws(KernelError) -> Descriptor,
    atEnd: () -> Void = {}
  ) throws(KernelError) {
    socket = try ProcessHalf.start(name) { socket in
      _ = confinement?.apply()
      try? FileServer.serve(socket, open)
      atEnd()
    }
  }

  /// Has the file at `path` opened, and waits for it. Throws the other process' reason, `EPIPE` if it has ended, `ETIMEDOUT` if it takes
  /// longer than two seconds, and `EINTR` if a signal asks this process to end meanwhile.
  package func open(_ path: String) throws(KernelError) -> Descriptor {
    try ask(for: path)
    let end = ContinuousClock.now + UnixAddress.patience
    while true {
      Descriptor.wait(for: socket.descriptor, .reading, atMost: UnixAddress.slice)
      if let file = try reply(for: path) { return file }
      let isLate = ContinuousClock.now >= end
      guard isLate || SignalQueue.isEndPending else { continue }
      giveUp()
      throw KernelError(call: "open \(path)", code: isLate ? ETIMEDOUT : EINTR)
    }
  }

  /// Asks for the file at `path`, which `reply` returns some time later. Throws `EPIPE` if the other process has ended.
  package func ask(for path: String) throws(KernelError) {
    let request = Array(path.utf8)
    // A message without content would look like the end of this process.
    guard !request.isEmpty else { throw KernelError(call: "open", code: ENOENT) }
    guard request.count <= FileBroker.longestPath else { throw KernelError(call: "open \(path)", code: ENAMETOOLONG) }
    guard request.withUnsafeBytes({ socket.send($0) }) else { throw .last("send") }
  }

  /// The file at `path` that was asked for; `nil` if it is not open yet. Throws the other process' reason, or `EPIPE` if it has ended.
  package func reply(for path: String) throws(KernelError) -> Descriptor? {
    dropOwed()
    guard isReadable else { return nil }
    var code = EPIPE
    var passed: Descriptor?
    let count = withUnsafeMutableBytes(of: &code) { socket.receive(into: $0, passed: &passed) }
    guard let file = passed.take() else {
      let isWhole = count == MemoryLayout.size(ofValue: code) && code > 0
      throw KernelError(call: "open \(path)", code: isWhole ? code : EPIPE)
    }
    return file
  }

  /// No longer waits for the reply to the last `ask`.
  package func giveUp() { owed += 1 }

  /// Readable once the other process has ended, or replies.
  package var descriptor: Int32 { socket.descriptor }

  /// Whether the other process has ended; no reply is waited for.
  package var hasEnded: Bool {
    dropOwed()
    return isReadable
  }

  private var isReadable: Bool { Descriptor.wait(for: socket.descriptor, .reading, atMost: .zero) }

  /// Takes the replies that are not waited for, and closes what comes with them.
  private func dropOwed() {
    var code: Int32 = 0
    var passed: Descriptor?
    while owed > 0, isReadable,
      withUnsafeMutableBytes(of: &code, { socket.receive(into: $0, passed: &passed) }) != nil
    {
      passed = nil
      owed -= 1
    }
  }
}

/// Opens files for the process at the other end of a socket.
///
/// A request is a path. The reply is an error number, or 0 and the descriptor.
enum FileServer {
  /// Opens what `open` opens, until the other end of `socket` is closed.
  static func serve(
    _ socket: borrowing UnixSocket, _ open: (String) throws(KernelError) -> Descriptor
  ) throws(KernelError) {
    // A signal to the group, as of Control-C, is for the process that asks.
    let signals = try SignalQueue([.interrupt, .terminate, .hangUp])
    // One byte more shows that a path is too long.
    var request = [UInt8](repeating: 0, count: FileBroker.longestPath + 1)
    while true {
      let ready = Descriptor.wait(forReading: socket.descriptor, or: signals.descriptor, atMost: nil)
      if ready.second { while signals.next() != nil {} }
      guard ready.first else { continue }
      guard let count = request.withUnsafeMutableBytes({ socket.receive(into: $0) }) else { return }
      do throws(KernelError) {
        let file = try opened(request[..<count], open)
        withUnsafeBytes(of: Int32(0)) { _ = socket.send($0, passing: file) }
      } catch {
        withUnsafeBytes(of: error.code) { _ = socket.send($0) }
      }
    }
  }

  private static func opened(
    _ path: ArraySlice<UInt8>, _ open: (String) throws(KernelError) -> Descriptor
  ) throws(KernelError) -> Descriptor {
    guard path.count <= FileBroker.longestPath else { throw KernelError(call: "open", code: ENAMETOOLONG) }
    return try open(String(decoding: path, as: UTF8.self))
  }
}
