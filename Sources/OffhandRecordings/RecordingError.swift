/// Why a recording cannot be read or written: the file, the line and the reason, as one plain sentence.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// The line, counted from 1; `nil` where the fault has none.
  public var line: Int?
  /// What is wrong, and what to do where something can be done.
  public var reason: String

  /// A fault in `file`.
  public init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`.
  public var description: String {
    line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
  }
}
