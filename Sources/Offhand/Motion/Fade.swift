/// An animated opacity, as a pure function of time.
public struct Fade: Sendable, Hashable {
  /// The start.
  public var start: Timestamp
  /// The opacity at the start, 0 to 1.
  public var from: Double
  /// The opacity at the end, 0 to 1.
  public var to: Double
  /// The end.
  public var end: Timestamp

  /// A fade that takes `duration` from 0 to 1, and a part of it for a smaller difference, so that reversing in the middle does
  /// not slow down.
  public init(from: Double, to: Double, over duration: Duration, at start: Timestamp) {
    self.start = start
    self.from = from
    self.to = to
    end = start + duration * abs(to - from)
  }

  /// The opacity at `time`: eased at both ends, monotone, never outside of `from` and `to`.
  public func opacity(at time: Timestamp) -> Double {
    guard time < end else { return to }
    guard time > start else { return from }
    let part = time.seconds(since: start) / end.seconds(since: start)
    return from + (to - from) * part * part * (3 - 2 * part)
  }

  /// Whether the fade is over.
  public func isOver(at time: Timestamp) -> Bool { time >= end }
}
