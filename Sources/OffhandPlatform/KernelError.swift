import Glibc

/// A call into the kernel that failed: which one, on what, and the kernel's reason.
public struct KernelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call's name, such as `epoll_ctl`.
  public var call: String
  /// The kernel's error number.
  public var code: Int32

  /// The failure of `call` for the reason `code`.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The failure of `call` for the reason that the thread's `errno` gives; to be made right after the call.
  static func last(_ call: String) -> KernelError { KernelError(call: call, code: errno) }

  /// One plain line: the call, the reason in words, the number.
  public var description: String { "\(call) failed: \(KernelError.reason(code)) (errno \(code))" }

  /// The C library's words for an error number.
  public static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "unknown error" }
    return String(cString: text)
  }
}

/// A file descriptor of ours, closed when its owner goes.
struct Descriptor: ~Copyable {
  /// The kernel's number.
  let number: Int32

  /// Takes over what `call` answered, or tells why it failed.
  init(_ number: Int32, from call: String) throws(KernelError) {
    guard number >= 0 else { throw .last(call) }
    self.number = number
  }

  deinit { close(number) }
}
