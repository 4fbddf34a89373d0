/// Reads recordings from a file, one after the other, with no more than one in memory.
///
/// The format is told by the content: JSON lines, evemu, or what `libinput record` writes; each plain or compressed.
public struct RecordingReader: ~Copyable {
  /// The file as it was named.
  public let path: String
  private let limits: RecordingLimits
  private var lines: LineReader

  /// Opens the file at `path`; `-` is the standard input. Throws where it cannot be opened.
  public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
    self.path = path
    self.limits = limits
    lines = try LineReader(path: path, limit: limits.lineLength)
  }

  /// The line at which the reader stands, counted from 1.
  public var line: Int { lines.number }

  /// The next recording, or `nil` at the end of the file. Throws where it cannot be understood; the next call then goes
  /// on behind the fault, so that whoever wants to can have the rest.
  public mutating func next() throws(RecordingError) -> Recording? {
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      do {
        return try JSONLinesParser.recording(in: line, limits: limits)
      } catch {
        throw lines.fault("column \(error.column): \(error.reason)")
      }
    }
    return nil
  }
}
