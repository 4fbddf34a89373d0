public import Offhand

/// Every contact that was down after one report of the device.
///
/// A contact that the frame before has and this one has not was lifted, unless `cancelled` names it.
public struct RecordedFrame: Sendable, Hashable {
  /// When, counted from the start of the recording.
  public var time: Timestamp
  /// The contacts that are down, in the order in which they were recorded.
  public var touches: [RecordedTouch]
  /// The contacts of the frame before that were taken away: palm, pen, lost device. Not lifted.
  public var cancelled: [Int]

  /// What was down at `time`.
  public init(time: Timestamp, touches: [RecordedTouch], cancelled: [Int] = []) {
    self.time = time
    self.touches = touches
    self.cancelled = cancelled
  }
}
