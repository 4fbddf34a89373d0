/// What several fingers did together before they lifted one after the other: no two lift in one report.
///
/// People's fingers lift up to 100 ms apart. What the last of them does meanwhile is its way off the glass: it begins nothing,
/// and the speed of the gesture is that which they all had.
struct StaggeredLift: Sendable {
  private var time = Timestamp(nanoseconds: .min)
  private var velocity = MotionVelocity.zero
  private var start = Vector.zero

  /// How far a finger may roll back as it lifts, in millimetres: people's do by a little more than 1 (recognizers.md E14).
  private static let roll = 1.5

  /// Takes a frame in: remembers the speed at the first of the lifts, while other fingers stay.
  @inline(__always)
  mutating func note(_ fingers: borrowing FingerGroup, at now: Timestamp) {
    if !fingers.lifted.isEmpty { noteLift(fingers, at: now) }
  }

  private mutating func noteLift(_ fingers: borrowing FingerGroup, at now: Timestamp) {
    if fingers.count == 0 || isGoingOn(at: now) { return }
    time = now
    velocity = fingers.liftVelocity
    start = fingers.path.translation
  }

  /// Whether the fingers that are left may be about to lift as well.
  func isGoingOn(at now: Timestamp) -> Bool {
    now.nanoseconds &- VelocityTracker.horizonNanoseconds <= time.nanoseconds
  }

  /// The speed at the last lift: that of all fingers if the first lifted a moment ago. Where the last one stopped or dragged
  /// back since, they go nowhere together (recognizers.md E15).
  func velocity(of fingers: borrowing FingerGroup, at now: Timestamp) -> MotionVelocity {
    let own = fingers.liftVelocity
    guard isGoingOn(at: now) else { return own }
    var shared = velocity
    let back = (start - fingers.path.translation).dot(shared.translation)
    if own.translation == .zero || back > StaggeredLift.roll * shared.translation.length { shared.translation = .zero }
    return shared
  }
}
