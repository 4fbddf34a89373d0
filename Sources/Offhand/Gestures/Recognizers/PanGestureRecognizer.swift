/// A pan: fingers move together across the glass.
///
/// Begins when the centroid of its fingers is more than `slop` from where they started, and reports the motion beyond it: at the beginning
/// the excess over the slop, not zero and not the whole displacement. Landings and lifts add nothing to the translation.
public struct PanGestureRecognizer: GestureRecognizer {
  /// The directions in which the fingers may move.
  public enum Axis: Sendable, Hashable {
    /// Any direction.
    case free
    /// Horizontal only: a motion that is vertical first fails the gesture.
    case horizontal
    /// Vertical only.
    case vertical
    /// Any direction, but a motion that starts along an axis, with more than `ratio` times as much motion along it as
    /// across it, stays on that axis.
    case locked(ratio: Double)
  }

  /// `pan`.
  public static var name: GestureName { .pan }

  /// The number of fingers: one or more. The loss of a finger does not end the pan while enough remain.
  public var touchRequirement: TouchRequirement
  /// The displacement at which the pan begins, exclusive, in millimetres; UIKit's 10 points.
  public var slop: Double
  /// The slop while the same fingers may still become a tap, in millimetres; `nil` for `slop`. People's taps drift by
  /// 2.5 mm at the 95th percentile, so a pan that shares its fingers with a tap must not begin at 1.6.
  public var contestedSlop: Double?
  /// The same once there have been several fingers, which people hold less still than one; `nil` for `contestedSlop`.
  public var contestedSlopOfSeveral: Double?
  /// The same for several fingers that speed up together, as those that tap do not; `nil` for `contestedSlopOfSeveral`.
  public var acceleratingSlopOfSeveral: Double?
  /// Whether the slop is part of the translation.
  public var slopPolicy: SlopPolicy
  /// The directions in which the fingers may move.
  public var axis: Axis
  /// The smallest ratio of motion along the axis to motion across it; Chromium's rail.
  public var axisRatio: Double
  /// The time for which the pan continues with too few fingers, so that staggered lifts are one end; `nil` for 80 ms if
  /// it takes two or more fingers, and zero if it takes one.
  public var graceBelowMinimum: Duration?

  private var gate = TranslationGate()
  private var start = Point.origin
  private var isActive = false
  private var hasEnough = false
  private var hadSeveral = false
  private var contest = TapContest()
  private var run = CommonRun()
  private var rail = Vector(dx: 1, dy: 1)
  private var suspension: Suspension?
  private var lift = StaggeredLift()
  private var finalVelocity: Vector?

  /// The state when too few fingers remained, and the end of the grace period.
  private struct Suspension: Sendable {
    var end: Timestamp
    var translation: Vector
    var location: Point
  }

  /// A pan of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 1...TouchFrame.capacity, slop: Double = 1.6, contestedSlop: Double? = nil,
    contestedSlopOfSeveral: Double? = nil, acceleratingSlopOfSeveral: Double? = nil, slopPolicy: SlopPolicy = .excluded,
    axis: Axis = .free, axisRatio: Double = 1.25, graceBelowMinimum: Duration? = nil
  ) {
    touchRequirement = TouchRequirement(
      minimum: touches.lowerBound, maximum: touches.upperBound, cancelPolicy: .belowMinimum)
    self.slop = slop
    self.contestedSlop = contestedSlop
    self.contestedSlopOfSeveral = contestedSlopOfSeveral
    self.acceleratingSlopOfSeveral = acceleratingSlopOfSeveral
    self.slopPolicy = slopPolicy
    self.axis = axis
    self.axisRatio = axisRatio
    self.graceBelowMinimum = graceBelowMinimum
  }

  /// The common motion.
  public var components: GestureComponents { .translation }

  /// The end of the grace period with too few fingers.
  public var deadline: Timestamp? { suspension?.end }

  /// Waits for the slop, then follows the fingers.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if isActive { return follow(group, in: table) }
    return wait(group, in: table, beside: others)
  }

  /// The distance the centroid may still move. Unlimited while too few fingers are down; 0 while they are lifting,
  /// because the origin then follows the fingers. Unlimited once active with enough fingers.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if isActive { return suspension == nil && finalVelocity == nil ? .infinity : 0 }
    if group.count < touchRequirement.minimum { return .infinity }
    if lift.isUnderWay(at: table.timestamp) { return 0 }
    return (contest.isActive ? contestedThreshold : slop) - gate.motion(group.path).length
  }

  /// Translation, velocity, and both locations.
  @inline(__always)
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    let translation = gate.motion(group.path)
    let raw = suspension?.translation ?? translation
    gesture.translation = Vector(dx: raw.dx * rail.dx, dy: raw.dy * rail.dy)
    let centroid = group.centroid
    gesture.location = suspension?.location ?? centroid
    gesture.anchorLocation = start + gesture.translation
    var velocity = Vector.zero
    if let finalVelocity { velocity = finalVelocity } else { velocity = group.translationVelocity }
    gesture.velocity = Vector(dx: velocity.dx * rail.dx, dy: velocity.dy * rail.dy)
    gesture.fingers = group.count
    if !group.lifted.isEmpty {
      gesture.fingers += group.lifted.count
      let ends = suspension == nil && group.count < touchRequirement.minimum
      if ends { gesture.location = group.centroidBeforeChange(in: table) }
    }
    gesture.components = .translation
    return gesture
  }

  /// Restarts the translation at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { set(.translation(.zero), group) }

  /// Sets the translation; the velocity stays.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    guard case .translation(let translation) = value, translation.isFinite else { return }
    suspension?.translation = translation
    gate.set(translation, at: group.path)
  }

  /// Discards the attempt.
  public mutating func reset() {
    gate = TranslationGate()
    isActive = false
    hasEnough = false
    hadSeveral = false
    contest = TapContest()
    run = CommonRun()
    rail = Vector(dx: 1, dy: 1)
    suspension = nil
    lift = StaggeredLift()
    finalVelocity = nil
  }

  private var grace: Duration { graceBelowMinimum ?? (touchRequirement.minimum > 1 ? .milliseconds(80) : .zero) }

  private mutating func wait(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let minimum = touchRequirement.minimum
    let count = group.count
    let landed = group.landed.count
    let isFlick = count == 0 && landed == 0 && hasEnough
    hasEnough = count >= minimum
    if count > 1 { hadSeveral = true }
    guard hasEnough || isFlick, group.cancelled.isEmpty else {
      restart(group)
      return .unchanged
    }
    lift.note(group, at: table.timestamp)
    let isLeft = lift.isUnderWay(at: table.timestamp)
    if count - landed < minimum && !isFlick || isLeft { restart(group) }
    contest.update(others)
    let slop = table.slop(contest.counts ? contestedSlop(of: group, in: table) : slop)
    switch verdict(gate.motion(group.path), slop: slop) {
    case .unchanged:
      if contest.isOver && contestedSlop != nil { restart(group) } else { gate.holdBack(group.path) }
      return .unchanged
    case .failed: return .failed
    default: break
    }
    let raw = gate.motion(group.path)
    setRail(raw)
    guard gate.opens(group.path, slop: slop, slopPolicy: slopPolicy) else { return .unchanged }
    isActive = true
    start = group.centroid - raw
    guard isFlick else { return .began }
    finish(group, at: table.timestamp)
    return .beganAndEnded
  }

  /// The slop of fingers that may still tap.
  @inline(__always)
  private var tappingSlop: Double {
    let one = contestedSlop ?? slop
    return hadSeveral ? contestedSlopOfSeveral ?? one : one
  }

  private mutating func restart(_ group: borrowing TouchGroup) {
    gate.restart(at: group.path)
    run = CommonRun()
  }

  /// The slop now of fingers that may still tap.
  private mutating func contestedSlop(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    let slop = tappingSlop
    guard hadSeveral, let early = acceleratingSlopOfSeveral, early < slop else { return slop }
    let motion = gate.motion(group.path)
    let distance = motion.length
    guard distance >= CommonRun.start else { return slop }
    run.note(distance, at: table.timestamp)
    guard distance > early, distance <= slop else { return slop }
    return run.speedsUp(motion, distance, of: group, in: table) ? early : slop
  }

  /// The distance up to which a frame decides nothing for fingers that may still tap.
  @inline(__always)
  private var contestedThreshold: Double {
    guard hadSeveral, let early = acceleratingSlopOfSeveral else { return tappingSlop }
    return min(run.hasStarted ? early : CommonRun.start, tappingSlop)
  }

  /// Whether a motion begins the gesture, fails it, or decides nothing yet.
  @inline(__always)
  private func verdict(_ motion: Vector, slop: Double) -> Recognition {
    let along: Double
    let across: Double
    switch axis {
    case .free, .locked: return motion.length > slop + Tolerance.length ? .began : .unchanged
    case .horizontal: (along, across) = (abs(motion.dx), abs(motion.dy))
    case .vertical: (along, across) = (abs(motion.dy), abs(motion.dx))
    }
    if across > slop && across > axisRatio * along { return .failed }
    return along > slop + Tolerance.length && across <= axisRatio * along ? .began : .unchanged
  }

  private mutating func setRail(_ motion: Vector) {
    switch axis {
    case .free: break
    case .horizontal: rail.dy = 0
    case .vertical: rail.dx = 0
    case .locked(let ratio):
      if abs(motion.dx) > ratio * abs(motion.dy) { rail.dy = 0 }
      if abs(motion.dy) > ratio * abs(motion.dx) { rail.dx = 0 }
    }
  }

  @inline(__always)
  private mutating func follow(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if let suspension {
      if group.count >= touchRequirement.minimum {
        gate.set(suspension.translation, at: group.path)
        self.suspension = nil
        return .unchanged
      }
      let isEmpty = group.count == 0
      let isOver = table.timestamp >= suspension.end
      return isEmpty || isOver ? .ended : .unchanged
    }
    lift.note(group, at: table.timestamp)
    let count = group.count
    if count < touchRequirement.minimum {
      finish(group, at: table.timestamp)
      if count == 0 || grace == .zero { return .ended }
      suspension = Suspension(
        end: table.timestamp + grace, translation: gate.motion(group.path),
        location: group.centroidBeforeChange(in: table))
      return .unchanged
    }
    finalVelocity = nil
    return table.moved.intersects(group.touches) ? .changed : .unchanged
  }

  private mutating func finish(_ group: borrowing TouchGroup, at time: Timestamp) {
    finalVelocity = group.lifted.isEmpty ? .zero : lift.velocity(of: group, at: time).translation
  }
}

extension PanGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .range(1...TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.axis, .contestedDistance] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers, contestedSlop: description.contestedDistance, axis: description.axis ?? .free)
    if let distance = description.distance { slop = distance }
  }
}

/// The first millimetres of a common motion of several fingers, which tell a pan from a tap that drifts (Design/Recognizing.md "Pan").
private struct CommonRun: Sendable {
  /// The distance in millimetres from which the mean speed is measured: less is rolling in place.
  static let start = 1.0
  /// The ratio of the speed to the mean speed: with the least jerk it is 1.24 to 1.29 from 2.7 to 4 mm of 20 to 30, and 1.12 at 2.7 mm
  /// of 6. Fingers that lie and then roll off are far above it.
  private static let ratio = 1.25...1.4
  /// The shortest time in seconds over which the mean speed says something.
  private static let shortest = 0.07
  /// The time in seconds for which the ratio must last, two reports: fingers that lie and begin to roll off have it in passing.
  private static let lasting = 0.006
  /// The time in seconds for which every finger must have been down: half of all taps of two fingers are over by then.
  private static let rest = 0.15
  /// How far a finger may be from where the common motion would have led it, as a fraction of that motion.
  private static let apart = 0.12

  private var time = Timestamp(nanoseconds: .max)
  private var distance = 0.0
  /// The time since which the fingers speed up.
  private var rise = Timestamp(nanoseconds: .max)

  /// Whether the fingers have moved by the first millimetre.
  var hasStarted: Bool { time.nanoseconds != .max }

  /// Records when the fingers have moved by the first millimetre.
  mutating func note(_ distance: Double, at now: Timestamp) {
    if !hasStarted { (time, self.distance) = (now, distance) }
  }

  /// Whether the fingers, which have moved `distance` millimetres by now, all move alike and speed up as people do who move on.
  mutating func speedsUp(
    _ motion: Vector, _ distance: Double, of group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> Bool {
    let now = table.timestamp
    let seconds = now.seconds(since: time)
    guard group.count > 1, seconds >= CommonRun.shortest else { return false }
    let speed = group.translationVelocity.dot(motion) / distance
    let mean = (distance - self.distance) / seconds
    guard speed >= CommonRun.ratio.lowerBound * mean, speed <= CommonRun.ratio.upperBound * mean else {
      rise = Timestamp(nanoseconds: .max)
      return false
    }
    rise = min(rise, now)
    return now.seconds(since: rise) >= CommonRun.lasting && areAlike(motion, distance, group.touches, in: table)
  }

  /// Whether every finger has been down long enough, and has gone where the common motion led it.
  private func areAlike(
    _ motion: Vector, _ distance: Double, _ touches: TouchSet, in table: borrowing TouchTable
  ) -> Bool {
    for touch in touches {
      let offset = table[touch].position - table[touch].landingPosition - motion
      if offset.length > CommonRun.apart * distance { return false }
      if table.timestamp.seconds(since: table[touch].landingTime) < CommonRun.rest { return false }
    }
    return true
  }
}
