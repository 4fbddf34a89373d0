import Offhand

/// How much of the pressed look something has: up when a finger presses it, down when the finger leaves, and once for a tap.
struct PressFeedback: Sendable, Hashable {
  /// Fast enough to be felt as a consequence of the touch: below 100 ms.
  private static let rising = Duration.milliseconds(60)
  /// Slow enough to be seen after a short tap.
  private static let falling = Duration.milliseconds(220)

  private var fade = Fade(from: 0, to: 0, over: .zero, at: .zero)

  /// A finger presses it, from `time` on.
  mutating func press(at time: Timestamp) {
    fade = Fade(from: value(at: time), to: 1, over: PressFeedback.rising, at: time)
  }

  /// The finger leaves; what it activated shows that from the full pressed look on, however short the tap was.
  mutating func release(isActivated: Bool, at time: Timestamp) {
    fade = Fade(from: isActivated ? 1 : value(at: time), to: 0, over: PressFeedback.falling, at: time)
  }

  /// From 0 (at rest) to 1 (pressed).
  func value(at time: Timestamp) -> Double { fade.opacity(at: time) }

  func isAnimating(at time: Timestamp) -> Bool { !fade.isOver(at: time) }
}
