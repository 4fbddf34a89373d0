/// The life cycle shared by pinch and rotation: at least two fingers, behind a gate.
///
/// The gate is evaluated while enough fingers are down. Once it is open, the gesture follows them. While too few
/// remain, no events are sent; the gesture ends with the last lift, or at once if its policy is `.ends`.
struct GatedPair<Gate: PairGate>: Sendable {
  var gate = Gate()
  private var pair = PairState()
  private var contest = TapContest()
  /// Whether, in the last frame, another gesture was active that raises this gate's threshold.
  private var isLocked = false

  /// The result for a frame in which the gate has nothing to decide; `nil` if it is still closed and enough fingers are down.
  mutating func result(
    to group: borrowing TouchGroup, in table: borrowing TouchTable, minimum: Int, _ policy: SuspensionPolicy
  ) -> Recognition? {
    let count = group.count
    if !gate.isOpen { return count >= minimum ? nil : .unchanged }
    if count < minimum {
      pair.suspend(group, at: table.timestamp)
      return count == 0 || policy == .ends ? .ended : .unchanged
    }
    pair.follow(group, at: table.timestamp)
    return table.moved.intersects(group.touches) ? .changed : .unchanged
  }

  /// How far fingers may move without affecting the result: unlimited while too few are down to open the gate, or
  /// enough are down after it opened; 0 after it opened with too few fingers, or while another active gesture raises
  /// the threshold; `nil` if the gate's own threshold decides.
  func slack(of group: borrowing TouchGroup, minimum: Int) -> Double? {
    if gate.isOpen == (group.count >= minimum) { return .infinity }
    return gate.isOpen || isLocked ? 0 : nil
  }

  /// Records whether an active gesture already reports any of `components`, and returns the result.
  mutating func isLocked(by components: GestureComponents, _ others: GestureComponents) -> Bool {
    isLocked = !others.isDisjoint(with: components)
    return isLocked
  }

  /// The threshold in effect for the coming frames, as long as nothing is decided.
  func threshold(_ usual: Double, whileTapping contested: Double?) -> Double {
    contest.isActive ? contested ?? usual : usual
  }

  mutating func noteSetChange(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    if group.hasSetChange { gate.restart(at: group.path, span: group.span(in: table)) }
  }

  /// The threshold in effect: `contested`, if not `nil`, while the fingers may still tap and in the frame after that; otherwise `usual`.
  mutating func threshold(_ usual: Double, whileTapping contested: Double?, _ others: GestureComponents) -> Double {
    guard let contested else { return usual }
    contest.update(others)
    return contest.counts ? contested : usual
  }

  /// Begins the gesture if the gate `opens` in this frame; restarts it once the fingers can no longer tap.
  @inline(__always)
  mutating func settle(_ opens: Bool, _ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if opens {
      pair.follow(group, at: table.timestamp)
      return .began
    }
    if contest.isOver { gate.restart(at: group.path, span: group.span(in: table)) }
    return .unchanged
  }

  @inline(__always)
  func gesture(of group: borrowing TouchGroup) -> Gesture { Gesture(at: pair.focal(of: group), fingers: pair.count) }

  /// The spread and rotation velocities; those at the lift for a short time after too few fingers remain.
  func velocity(_ group: borrowing TouchGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    pair.shapeVelocity(group, at: time)
  }

  /// Continues measuring from `value`; the velocity restarts.
  mutating func set(_ value: Double, _ group: borrowing TouchGroup) {
    gate.set(value, at: group.path)
    pair.velocityStart = group.sampleTime
  }
}

/// The state shared by pinch and rotation: the location of the fingers while there were enough, and their velocity when too few remained.
struct PairState: Sendable {
  /// The number of fingers when there were last enough.
  private(set) var count = 0
  /// The time at which too few fingers remained; `nil` while there are enough.
  var suspendedAt: Timestamp?
  var velocity = MotionVelocity.zero
  /// The time from which samples count for the velocity: setting a value restarts it, as UIKit documents.
  var velocityStart = Timestamp(nanoseconds: .min)

  private var lift = StaggeredLift()
  /// The fingers when there were last enough.
  private var touches = TouchSet.none
  /// The centroid of the fingers when there were last enough, once there are too few.
  private var focal = Point.origin

  /// Processes a frame in which there are enough fingers.
  mutating func follow(_ group: borrowing TouchGroup, at time: Timestamp) {
    lift.note(group, at: time)
    suspendedAt = nil
    touches = group.touches
    count = group.count
  }

  /// The centroid of the fingers in the last frame with enough of them.
  func focal(of group: borrowing TouchGroup) -> Point {
    if suspendedAt != nil { return focal }
    return group.touches == touches ? group.centroid : group.formerCentroid
  }

  /// Processes a frame in which too few fingers remain.
  mutating func suspend(_ group: borrowing TouchGroup, at time: Timestamp) {
    guard suspendedAt == nil else { return }
    suspendedAt = time
    focal = group.formerCentroid
    velocity = lift.velocity(of: group, at: time)
  }

  /// Whether the remaining fingers may be about to lift as well.
  func isLifting(at time: Timestamp) -> Bool { lift.isUnderWay(at: time) }

  /// The current velocity, or that at the lift if the lift was recent: two fingers never lift in the same report.
  func velocity(_ group: borrowing TouchGroup, at time: Timestamp) -> MotionVelocity {
    guard let suspendedAt else { return recent(group) }
    return time - suspendedAt <= VelocityTracker.horizon ? velocity : .zero
  }

  /// Only the spread and rotation velocities, for callers that need nothing else.
  func shapeVelocity(_ group: borrowing TouchGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    if suspendedAt == nil && isWindowFull(group) { return group.shapeVelocity }
    let velocity = velocity(group, at: time)
    return (velocity.scale, velocity.rotation)
  }

  /// The velocity since a value was set: zero in the same report, that of the newest step until the window is full again.
  private func recent(_ group: borrowing TouchGroup) -> MotionVelocity {
    if isWindowFull(group) { return group.velocity }
    return velocityStart == group.sampleTime ? .zero : group.stepVelocity
  }

  private func isWindowFull(_ group: borrowing TouchGroup) -> Bool {
    velocityStart.nanoseconds <= group.sampleTime.nanoseconds &- VelocityTracker.horizonNanoseconds
  }
}

/// The common motion of several fingers before they lifted one after the other: no two lift in one report.
///
/// People's fingers lift up to 100 ms apart. Motion of the remaining fingers during that time is part of lifting: it
/// begins no gesture, and the gesture keeps the velocity that all fingers had together.
struct StaggeredLift: Sendable {
  private var time = Timestamp(nanoseconds: .min)
  private var velocity = MotionVelocity.zero
  private var start = Vector.zero

  /// The distance in millimetres by which a finger may roll back as it lifts: people's do by a little more than 1
  /// (Design/Recognizing.md E14).
  private static let roll = 1.5

  /// Processes a frame: records the velocity at the first of the lifts, while other fingers stay.
  @inline(__always)
  mutating func note(_ group: borrowing TouchGroup, at now: Timestamp) {
    if !group.lifted.isEmpty { noteLift(group, at: now) }
  }

  private mutating func noteLift(_ group: borrowing TouchGroup, at now: Timestamp) {
    if group.count == 0 || isUnderWay(at: now) { return }
    time = now
    velocity = group.liftVelocity
    start = group.path.translation
  }

  /// Whether the remaining fingers may be about to lift as well.
  func isUnderWay(at now: Timestamp) -> Bool {
    now.nanoseconds &- VelocityTracker.horizonNanoseconds <= time.nanoseconds
  }

  /// The velocity at the last lift: that of all fingers if the first lifted recently. Its translation is zero if the
  /// last finger has stopped or dragged back since (Design/Recognizing.md E15).
  func velocity(of group: borrowing TouchGroup, at now: Timestamp) -> MotionVelocity {
    let own = group.liftVelocity
    guard isUnderWay(at: now) else { return own }
    var shared = velocity
    let back = (start - group.path.translation).dot(shared.translation)
    if own.translation == .zero || back > StaggeredLift.roll * shared.translation.length { shared.translation = .zero }
    return shared
  }
}

/// The behaviour of a gesture of two or more fingers when too few of them remain.
public enum SuspensionPolicy: Sendable, Hashable {
  /// The gesture sends no events and continues when a finger comes back; it ends when the last finger lifts.
  case suspends
  /// The gesture ends. It can begin again when a finger comes back, although others never lifted.
  case ends
}
