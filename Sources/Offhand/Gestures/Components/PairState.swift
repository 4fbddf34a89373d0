/// What pinch and rotation share: where their fingers were while there were two, and how fast when there no longer were.
struct PairState: Sendable {
  /// How many fingers there were when there were enough last.
  private(set) var count = 0
  /// When a finger too many lifted; `nil` while there are enough.
  var suspendedAt: Timestamp?
  /// The speed at that moment.
  var velocity = MotionVelocity.zero
  /// Since when samples count for the speed: a value that is set starts it anew, as UIKit documents.
  var velocityStart = Timestamp(nanoseconds: .min)

  private var lift = StaggeredLift()
  /// Which fingers those were.
  private var fingers = FingerSet.none
  /// The middle of the fingers when there were enough last, once there no longer are.
  private var focal = Point.origin

  /// Takes a frame in which there are enough fingers.
  mutating func follow(_ group: borrowing FingerGroup, at time: Timestamp) {
    lift.note(group, at: time)
    suspendedAt = nil
    fingers = group.fingers
    count = group.count
  }

  /// The middle of the fingers in the last frame with enough of them.
  func focal(of group: borrowing FingerGroup) -> Point {
    if suspendedAt != nil { return focal }
    return group.fingers == fingers ? group.centroid : group.formerCentroid
  }

  /// Takes the frame in which too few fingers are left.
  mutating func suspend(_ group: borrowing FingerGroup, at time: Timestamp) {
    guard suspendedAt == nil else { return }
    suspendedAt = time
    focal = group.formerCentroid
    velocity = lift.velocity(of: group, at: time)
  }

  /// Whether the fingers that are left may be about to lift as well.
  func isLifting(at time: Timestamp) -> Bool { lift.isGoingOn(at: time) }

  /// The speed now, or at the lift if that was a moment ago: two fingers never lift at once.
  func velocity(_ group: borrowing FingerGroup, at time: Timestamp) -> MotionVelocity {
    guard let suspendedAt else { return recent(group) }
    return time - suspendedAt <= VelocityTracker.horizon ? velocity : .zero
  }

  /// How fast they spread and turn alone, for those who want no more.
  func shapeVelocity(_ group: borrowing FingerGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    if suspendedAt == nil && isWindowFull(group) { return group.shapeVelocity }
    let velocity = velocity(group, at: time)
    return (velocity.scale, velocity.rotation)
  }

  /// The speed since a value was set: none in the same report, that of the newest step until the window is full again.
  private func recent(_ group: borrowing FingerGroup) -> MotionVelocity {
    if isWindowFull(group) { return group.velocity }
    return velocityStart == group.sampleTime ? .zero : group.stepVelocity
  }

  private func isWindowFull(_ group: borrowing FingerGroup) -> Bool {
    velocityStart.nanoseconds <= group.sampleTime.nanoseconds &- VelocityTracker.horizonNanoseconds
  }
}
