/// Writes one recording report by report, so that what was written before an interruption can be read.
public protocol RecordingStream: Sendable {
  /// The beginning of the file.
  var head: [UInt8] { get }

  /// What one more frame adds; empty where it says nothing new.
  mutating func report(_ frame: RecordedFrame) -> [UInt8]

  /// What makes the file whole behind the beginning or any report; the next report takes its place.
  var end: [UInt8] { get }
}
