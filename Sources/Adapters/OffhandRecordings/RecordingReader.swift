import Offhand

/// Reads recordings from a file, one after the other, with no more than one in memory, or those of all devices of one `libinput record`.
///
/// The format is recognised by the content: JSON lines, evemu, or what `libinput record` writes; each plain or compressed.
package struct RecordingReader: ~Copyable {
  private enum Format {
    /// Nothing has been read.
    case unknown
    case jsonLines
    case evemu
    case libinputRecord(LibinputRecordParser)
    case ended
  }

  /// The path as passed by the caller.
  package let path: String
  private let limits: RecordingLimits
  private let lines: LineReader
  private var format: Format

  /// Opens the file at `path`; `-` is the standard input. Throws if it cannot be opened.
  package init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
    // All stored last, for Swift 6.2, as in `Poller`.
    let lines = try LineReader(path: path, limit: limits.lineLength)
    self.lines = lines
    self.path = path
    self.limits = limits
    format = .unknown
  }

  /// Reads `content`, not compressed, called `name` in errors.
  package init(content: [UInt8], name: String, limits: RecordingLimits = RecordingLimits()) {
    path = name
    self.limits = limits
    lines = LineReader(content: content, name: name, limit: limits.lineLength)
    format = .unknown
  }

  /// The next recording, or `nil` at the end of the file.
  ///
  /// Throws if it cannot be parsed. With JSON lines the next call continues after the faulty line; in the other formats the
  /// remaining file depends on what comes before, and the reader is at its end.
  package mutating func next() throws(RecordingError) -> Recording? {
    guard let recording = try nextUnchecked() else { return nil }
    let scale = RecordingScale(recording)
    for frame in recording.frames {
      for touch in frame.touches {
        let position = scale.position(of: touch)
        guard abs(position.x) <= RecordingReader.maximumDistance, abs(position.y) <= RecordingReader.maximumDistance
        else {
          throw lines.fault(
            "contact \(touch.id) lies beyond \(Int(RecordingReader.maximumDistance)) mm at \(frame.time.seconds) s")
        }
      }
    }
    return recording
  }

  /// The largest coordinate in millimetres: larger than any panel, and its square is exact.
  private static let maximumDistance = 1e7

  private mutating func nextUnchecked() throws(RecordingError) -> Recording? {
    if case .unknown = format {
      format = .ended
      format = try recognize()
    }
    let format = format
    self.format = .ended
    switch format {
    case .ended, .unknown: return nil
    case .jsonLines:
      guard let line = try nextContent() else { return nil }
      self.format = .jsonLines
      return try recording(in: line)
    case .evemu: return try EvemuParser.recording(in: lines, limits: limits)
    case .libinputRecord(let parser):
      guard let recording = try parser.next() else { return nil }
      self.format = .libinputRecord(parser)
      return recording
    }
  }

  private func recording(in line: [UInt8]) throws(RecordingError) -> Recording {
    do {
      return try JSONLinesParser.recording(in: line, limits: limits)
    } catch {
      throw lines.fault("column \(error.column): \(error.reason)")
    }
  }

  private mutating func recognize() throws(RecordingError) -> Format {
    guard let first = try nextContent() else { throw RecordingError(file: path, reason: "the file is empty") }
    lines.pushBack(first)
    if first.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") { return .jsonLines }
    if EvemuParser.recognizes(first) { return .evemu }
    if LibinputRecordParser.recognizes(first) { return .libinputRecord(LibinputRecordParser(lines, limits: limits)) }
    throw RecordingError(
      file: path, line: lines.number + 1,
      reason: "neither JSON lines, nor evemu, nor what libinput record writes")
  }

  private mutating func nextContent() throws(RecordingError) -> [UInt8]? {
    while let line = try lines.next() {
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return line }
    }
    return nil
  }
}

/// Limits of memory, so that a huge or broken file ends in an error and not in swapping.
package struct RecordingLimits: Sendable, Hashable {
  /// Bytes of one line; the longest of the public corpora has one million.
  package var lineLength = 64 << 20
  /// Positions of one recording: ten fingers at 1,000 Hz for almost seven minutes. One takes about 80 bytes.
  package var samples = 4_000_000

  /// The default limits.
  package init() {}
}

/// The reason why a recording cannot be read or written: file, line and fault, as one plain sentence.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
  /// The path as passed by the caller.
  public var file: String
  /// The line, counted from 1; `nil` if the fault belongs to no line.
  public var line: Int?
  /// The fault, and the remedy if there is one.
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
