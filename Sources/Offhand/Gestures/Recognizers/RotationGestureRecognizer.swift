/// A rotation: fingers turn about each other, clockwise positive.
///
/// Begins when they have turned by `threshold` over an arc that exceeds jitter, and more around than outwards: a plain
/// pinch turns by 25° to 30° at the 95th percentile, so an angle alone does not distinguish them. The threshold is
/// removed exactly; the rotation is never wrapped.
public struct RotationGestureRecognizer: GestureRecognizer {
  /// `rotation`.
  public static var name: GestureName { .rotation }

  /// The number of fingers: two or more.
  public var touchRequirement: TouchRequirement
  /// The rotation at which the gesture begins.
  public var threshold: Angle
  /// The arc of each finger at which the gesture begins, in millimetres: 3° of a narrow pair is noise.
  public var arc: Double
  /// The arc while the same fingers may still become a tap, in millimetres; `nil` for `arc`.
  public var contestedArc: Double?
  /// The threshold while a pinch or a pan of the same fingers is active; Mapbox's.
  public var lockedThreshold: Angle
  /// The smallest ratio of motion around to motion outwards at which the gesture begins. Fingers of a plain pinch often
  /// turn before they spread.
  public var dominance: Double
  /// The same while a pinch or a pan is active. What was tried of both: Design/Recognizing.md "Rotation".
  public var lockedDominance: Double
  /// The largest common motion during which the fingers must turn by the locked threshold, in millimetres; beyond it
  /// the measurement restarts, as with a pinch.
  public var lockedTravel: Double = 10
  /// Whether the threshold is part of the rotation.
  public var slopPolicy: SlopPolicy
  /// The behaviour when too few fingers remain.
  public var suspensionPolicy: SuspensionPolicy {
    didSet { touchRequirement.restartsWithRemaining = suspensionPolicy == .ends }
  }

  private var pair = GatedPair<RotationGate>()

  /// A rotation of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 2...TouchFrame.capacity, threshold: Angle = Angle(degrees: 3), arc: Double = 1,
    contestedArc: Double? = nil, lockedThreshold: Angle = Angle(degrees: 15), dominance: Double = 1.5,
    lockedDominance: Double = 0.8, slopPolicy: SlopPolicy = .excluded, suspensionPolicy: SuspensionPolicy = .suspends
  ) {
    touchRequirement = TouchRequirement(
      minimum: touches.lowerBound, maximum: touches.upperBound, restartsWithRemaining: suspensionPolicy == .ends)
    self.threshold = threshold
    self.arc = arc
    self.contestedArc = contestedArc
    self.lockedThreshold = lockedThreshold
    self.dominance = dominance
    self.lockedDominance = lockedDominance
    self.slopPolicy = slopPolicy
    self.suspensionPolicy = suspensionPolicy
  }

  /// The rotation.
  public var components: GestureComponents { .rotation }

  /// Waits for the threshold, then follows the fingers.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if let result = pair.result(to: group, in: table, minimum: touchRequirement.minimum, suspensionPolicy) {
      return result
    }
    pair.noteSetChange(group, in: table)
    let arc = pair.threshold(arc, whileTapping: contestedArc, others)
    let isLocked = pair.isLocked(by: [.translation, .scale], others)
    if isLocked { pair.gate.forget(group, in: table, after: lockedTravel) }
    let opens = pair.gate.opens(
      group, in: table, threshold: (isLocked ? lockedThreshold : threshold).radians, arc: table.slop(arc),
      dominance: isLocked ? lockedDominance : dominance, slopPolicy: slopPolicy)
    return pair.settle(opens, group, in: table)
  }

  /// Remaining slack of two fingers: displacements by a quarter of their span turn them by slightly more than half a radian. Several can
  /// turn by any angle, however little they move, if they swap positions. Unlimited while too few fingers are down or once active.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if let slack = pair.slack(of: group, minimum: touchRequirement.minimum) { return slack }
    guard group.count == 2 else { return 0 }
    let arc = pair.threshold(arc, whileTapping: contestedArc)
    let rest = pair.gate.rest(group.path, threshold: threshold.radians, arc: arc)
    return group.span(in: table) / 4 * min(rest, 1)
  }

  /// Rotation, its velocity, and the centroid of the fingers.
  @inline(__always)
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = pair.gesture(of: group)
    gesture.rotation = Angle(radians: pair.gate.rotation(group.path))
    gesture.rotationVelocity = pair.velocity(group, at: table.timestamp).rotation
    gesture.components = .rotation
    return gesture
  }

  /// Restarts the rotation at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { pair.gate.set(0, at: group.path) }

  /// Sets the rotation; the velocity restarts.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    if case .rotation(let rotation) = value { pair.set(rotation.radians, group) }
  }

  /// Discards the attempt.
  public mutating func reset() { pair = GatedPair() }
}

extension RotationGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .range(2...TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.contestedDistance] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers, contestedArc: description.contestedDistance)
    if let distance = description.distance { arc = distance }
  }
}
