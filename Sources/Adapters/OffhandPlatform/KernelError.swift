import Glibc

/// A system call that failed, with the kernel's reason.
public struct KernelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the call, such as `epoll_ctl`, and what it was called on if that is a file.
  public var call: String
  /// The error number (`errno`).
  public var code: Int32

  /// A failure of `call` with the error number `code`.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The error number of a file that does not exist (`ENOENT`).
  package static let noSuchFile = ENOENT

  /// The error number of a process that may open no more (`EMFILE`).
  package static let outOfDescriptors = EMFILE

  /// Whether another process has the address of a socket (`EADDRINUSE`).
  package var isAddressInUse: Bool { code == EADDRINUSE }

  /// Whether another file is there already (`EEXIST`).
  package var isExisting: Bool { code == EEXIST }

  /// Whether no process reads the pipe or socket any more (`EPIPE`).
  package var hasNoReader: Bool { code == EPIPE }

  /// Whether a FIFO has no reader yet (`ENXIO`).
  package var hasNoPeer: Bool { code == ENXIO }

  /// A failure of `call` with the thread's `errno`, which the next call may overwrite.
  package static func last(_ call: String) -> KernelError { KernelError(call: call, code: errno) }

  /// One line: the call, the reason in words, the number.
  public var description: String { "\(call) failed: \(KernelError.reason(code)) (errno \(code))" }

  /// The reason in words, such as "Permission denied".
  package var reason: String { KernelError.reason(code) }

  /// The C library's words for an error number (`strerror`, which is safe on every thread since glibc 2.32).
  package static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
