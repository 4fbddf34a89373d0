/// The life that pinch and rotation share: two fingers or more in front of a gate, and behind it.
///
/// The gate is asked while there are enough fingers. Once it is open they are followed; while too few are left nothing is said,
/// and the last lift ends it.
struct GatedPair<Gate: PairGate>: Sendable {
  var gate = Gate()
  private var pair = PairState()
  private var contest = TapContest()
  /// Whether a gesture was on, in the last frame, beside which the gate asks for more.
  private var isLocked = false

  /// The answer to a frame in which the gate has nothing to decide; `nil` where it is still shut and there are enough fingers.
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

  /// How far fingers may go without anything coming of it: as far as they like while there are too few to open the gate, or enough
  /// behind it, and nowhere beside a gesture whose way counts as well; `nil` where the gate knows.
  func slack(of group: borrowing TouchGroup, minimum: Int) -> Double? {
    if gate.isOpen == (group.count >= minimum) { return .infinity }
    return gate.isOpen || isLocked ? 0 : nil
  }

  /// Takes in whether a gesture is on that answers for one of `components`; answers that.
  mutating func isLocked(by components: GestureComponents, _ others: GestureComponents) -> Bool {
    isLocked = !others.isDisjoint(with: components)
    return isLocked
  }

  /// What the gate asks for in the frames to come, as long as nothing is decided.
  func threshold(_ usual: Double, whileTapping contested: Double?) -> Double {
    contest.isActive ? contested ?? usual : usual
  }

  /// The gate counts anew from a frame that changed the set of fingers.
  mutating func noteSetChange(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    if group.hasSetChange { gate.restart(at: group.path, span: group.span(in: table)) }
  }

  /// What the gate asks for: `contested` while the fingers may still tap, where there is such a thing.
  mutating func threshold(_ usual: Double, whileTapping contested: Double?, _ others: GestureComponents) -> Double {
    guard let contested else { return usual }
    contest.update(others)
    return contest.counts ? contested : usual
  }

  /// The gate stays shut.
  mutating func wait(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if contest.isOver { gate.restart(at: group.path, span: group.span(in: table)) }
    return .unchanged
  }

  /// The gate has just opened.
  mutating func begin(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    pair.follow(group, at: table.timestamp)
    return .began
  }

  /// Where the fingers are and how many.
  @inline(__always)
  func gesture(of group: borrowing TouchGroup) -> Gesture {
    var gesture = Gesture()
    gesture.location = pair.focal(of: group)
    gesture.anchorLocation = gesture.location
    gesture.fingers = pair.count
    return gesture
  }

  /// How fast they spread and turn, or did when there were too few a moment ago.
  func velocity(_ group: borrowing TouchGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    pair.shapeVelocity(group, at: time)
  }

  /// Counts on from `value`; the velocity starts anew.
  mutating func set(_ value: Double, _ group: borrowing TouchGroup) {
    gate.set(value, at: group.path)
    pair.velocityStart = group.sampleTime
  }
}

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
  private var touches = TouchSet.none
  /// The middle of the fingers when there were enough last, once there no longer are.
  private var focal = Point.origin

  /// Takes a frame in which there are enough fingers.
  mutating func follow(_ group: borrowing TouchGroup, at time: Timestamp) {
    lift.note(group, at: time)
    suspendedAt = nil
    touches = group.touches
    count = group.count
  }

  /// The middle of the fingers in the last frame with enough of them.
  func focal(of group: borrowing TouchGroup) -> Point {
    if suspendedAt != nil { return focal }
    return group.touches == touches ? group.centroid : group.formerCentroid
  }

  /// Takes the frame in which too few fingers are left.
  mutating func suspend(_ group: borrowing TouchGroup, at time: Timestamp) {
    guard suspendedAt == nil else { return }
    suspendedAt = time
    focal = group.formerCentroid
    velocity = lift.velocity(of: group, at: time)
  }

  /// Whether the fingers that are left may be about to lift as well.
  func isLifting(at time: Timestamp) -> Bool { lift.isUnderWay(at: time) }

  /// The speed now, or at the lift if that was a moment ago: two fingers never lift at once.
  func velocity(_ group: borrowing TouchGroup, at time: Timestamp) -> MotionVelocity {
    guard let suspendedAt else { return recent(group) }
    return time - suspendedAt <= VelocityTracker.horizon ? velocity : .zero
  }

  /// How fast they spread and turn alone, for those who want no more.
  func shapeVelocity(_ group: borrowing TouchGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    if suspendedAt == nil && isWindowFull(group) { return group.shapeVelocity }
    let velocity = velocity(group, at: time)
    return (velocity.scale, velocity.rotation)
  }

  /// The speed since a value was set: none in the same report, that of the newest step until the window is full again.
  private func recent(_ group: borrowing TouchGroup) -> MotionVelocity {
    if isWindowFull(group) { return group.velocity }
    return velocityStart == group.sampleTime ? .zero : group.stepVelocity
  }

  private func isWindowFull(_ group: borrowing TouchGroup) -> Bool {
    velocityStart.nanoseconds <= group.sampleTime.nanoseconds &- VelocityTracker.horizonNanoseconds
  }
}

/// What several fingers did together before they lifted one after the other: no two lift in one report.
///
/// People's fingers lift up to 100 ms apart. What the last of them does meanwhile is its way off the glass: it begins nothing,
/// and the speed of the gesture is that which they all had.
struct StaggeredLift: Sendable {
  private var time = Timestamp(nanoseconds: .min)
  private var velocity = MotionVelocity.zero
  private var start = Vector.zero

  /// How far a finger may roll back as it lifts, in millimetres: people's do by a little more than 1 (Design/Recognizing.md E14).
  private static let roll = 1.5

  /// Takes a frame in: remembers the speed at the first of the lifts, while other fingers stay.
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

  /// Whether the fingers that are left may be about to lift as well.
  func isUnderWay(at now: Timestamp) -> Bool {
    now.nanoseconds &- VelocityTracker.horizonNanoseconds <= time.nanoseconds
  }

  /// The speed at the last lift: that of all fingers if the first lifted a moment ago. Where the last one stopped or dragged
  /// back since, they go nowhere together (Design/Recognizing.md E15).
  func velocity(of group: borrowing TouchGroup, at now: Timestamp) -> MotionVelocity {
    let own = group.liftVelocity
    guard isUnderWay(at: now) else { return own }
    var shared = velocity
    let back = (start - group.path.translation).dot(shared.translation)
    if own.translation == .zero || back > StaggeredLift.roll * shared.translation.length { shared.translation = .zero }
    return shared
  }
}

/// What a gesture of two or more fingers does when too few of them are left.
public enum SuspensionPolicy: Sendable, Hashable {
  /// It waits, says nothing, and goes on when a finger comes back; it ends when the last finger lifts.
  case suspends
  /// It ends.
  case ends
}
