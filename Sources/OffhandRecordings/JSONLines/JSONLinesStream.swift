/// Writes one recording as a line of JSON, frame by frame.
public struct JSONLinesStream: RecordingStream {
  private let recording: Recording
  private var last: RecordedFrame?

  /// A stream of frames of `recording`'s device in its unit; the frames that it holds already are not written.
  public init(_ recording: Recording) {
    var empty = recording
    empty.frames = []
    empty.truth = [:]
    self.recording = empty
  }

  /// The line up to the first frame.
  public var head: [UInt8] { JSONLinesWriter.line(recording).dropLast(end.count) }

  /// One frame; empty where the same fingers rest where they rested.
  public mutating func report(_ frame: RecordedFrame) -> [UInt8] {
    if let last, frame.touches == last.touches && frame.cancelled.isEmpty { return [] }
    let comma = last == nil ? [] : [UInt8(ascii: ",")]
    last = frame
    return comma + JSONLinesWriter.text(frame, in: recording.unit)
  }

  /// The end of the frames, of the recording and of the line.
  public var end: [UInt8] { Array("]}\n".utf8) }
}
