/// Whether a phone is worked by the thumb of the hand that holds it or by a finger of the other, as far as strokes told.
///
/// People keep to one for a while: known, it makes of every stroke a better witness to the side. Fades like `HandMemory`.
struct DigitHabit: Sendable {
  /// The most that is carried over, in nats: 92 %.
  static let firmness = 2.5
  /// The most that one stroke may say.
  static let cap = 0.85

  private var learned = 0.0
  private var learnedAt = Timestamp.zero

  /// How likely the digit of a gesture that begins at `time` is a thumb.
  func thumbProbability(at time: Timestamp, in posture: Posture) -> Double {
    let prior = DigitHabit.prior(posture)
    let idle = max(0, time.seconds(since: learnedAt))
    let likelihood = HandTrack.probability(prior + learned * HandMemory.share(after: idle, in: posture))
    return likelihood * (1 - HandMemory.hazard) + HandTrack.probability(prior) * HandMemory.hazard
  }

  /// Remembers what a finished stroke told, by a hand that is a right one with probability `right`, and a left one with `left`.
  mutating func learn(
    _ stroke: StrokeReading, right: Double, left: Double, at time: Timestamp, in posture: Posture
  ) {
    let thumb = right * stroke.likelihood(ofThumb: 1) + left * stroke.likelihood(ofThumb: -1)
    let finger = right * stroke.likelihood(ofFinger: 1) + left * stroke.likelihood(ofFinger: -1)
    let ratio = _log(thumb) - _log(finger)
    guard ratio.isFinite else { return }
    let kept = learned * HandMemory.share(after: max(0, time.seconds(since: learnedAt)), in: posture)
    learned = min(
      max(kept + min(max(ratio, -DigitHabit.cap), DigitHabit.cap), -DigitHabit.firmness), DigitHabit.firmness)
    learnedAt = time
  }

  /// Even odds in one hand and the other; 95 % where the thumbs are said to work.
  private static func prior(_ posture: Posture) -> Double { posture == .thumbs ? 3 : 0 }
}
