/// The moment for which a frame is drawn.
public struct FrameTime: Sendable, Hashable {
  /// The time at which drawing begins.
  public let now: Timestamp
  /// The time at which the frame is expected to be seen; `now` if nothing is known.
  public let presentation: Timestamp

  /// The longest time ahead that is believed.
  static let longestForecast = Duration.milliseconds(100)

  /// A frame that is drawn at `now` and seen at `presentation`. A presentation before `now` or over 100 ms after it is not believed, and
  /// becomes `now`.
  public init(now: Timestamp, presentation: Timestamp) {
    self.now = now
    let isPlausible = presentation >= now && presentation - now <= FrameTime.longestForecast
    self.presentation = isPlausible ? presentation : now
  }

  /// A frame that is drawn at `now` and of which nothing else is known.
  public init(now: Timestamp) { self.init(now: now, presentation: now) }
}
