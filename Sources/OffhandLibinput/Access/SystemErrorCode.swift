import Glibc

/// A reason of the kernel, an `errno`.
public struct SystemErrorCode: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number.
  public var rawValue: Int32

  /// The reason numbered `rawValue`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The C library's words.
  public var description: String { strerror(rawValue).map { String(cString: $0) } ?? "error \(rawValue)" }
}
