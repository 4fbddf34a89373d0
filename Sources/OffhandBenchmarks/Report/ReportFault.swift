/// Why a report could not be read: the file and the reason.
public struct ReportFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The reason.
  public var reason: String

  /// `file` could not be read for `reason`.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// One plain line.
  public var description: String { "\(file): \(reason)" }
}
