/// What several fingers did together before they lifted one after the other: no two lift in one report.
///
/// People's fingers lift up to 100 ms apart. What the last of them does meanwhile is its way off the glass: it begins nothing,
/// and the speed of the gesture is that which they all had.
struct StaggeredLift: Sendable {
  private var time = Timestamp(nanoseconds: .min)
  private var velocity = MotionVelocity.zero

  /// Takes a frame in: remembers the speed at the first of the lifts, while other fingers stay.
  mutating func note(_ fingers: borrowing FingerGroup, at now: Timestamp) {
    if fingers.lifted.isEmpty || fingers.count == 0 || isGoingOn(at: now) { return }
    time = now
    velocity = fingers.liftVelocity
  }

  /// Whether the fingers that are left may be about to lift as well.
  func isGoingOn(at now: Timestamp) -> Bool {
    now.nanoseconds &- VelocityTracker.horizonNanoseconds <= time.nanoseconds
  }

  /// The speed at the last lift: that of all fingers if the first lifted a moment ago, and none where the last one then drags
  /// back against it (recognizers.md E15).
  func velocity(of fingers: borrowing FingerGroup, at now: Timestamp) -> MotionVelocity {
    let own = fingers.liftVelocity
    guard isGoingOn(at: now) else { return own }
    return own.translation.dot(velocity.translation) < 0 ? .zero : velocity
  }
}
