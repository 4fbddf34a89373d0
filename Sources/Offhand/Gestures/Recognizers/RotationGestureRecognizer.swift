/// Fingers that turn about each other, clockwise positive.
///
/// It begins when they have turned by `threshold` over an arc that is more than jitter, and more around than outwards: a
/// plain pinch turns by 25° to 30° at the 95th percentile, so an angle alone tells nothing. The threshold is taken out
/// exactly; the turn is never wrapped.
public struct RotationGestureRecognizer: GestureRecognizer {
  /// `rotation`.
  public static var name: GestureName { .rotation }

  /// How many fingers it takes: two or more.
  public var touchRequirement: TouchRequirement
  /// How far fingers turn before it begins.
  public var threshold: Angle
  /// How far each finger goes around before it begins, in millimetres: 3° of a narrow pair is noise.
  public var arc: Double
  /// The arc while the same fingers may still become a tap, in millimetres; `nil` for the same.
  public var contestedArc: Double?
  /// The threshold while a pinch or a pan of the same fingers is on; Mapbox's.
  public var lockedThreshold: Angle
  /// How far fingers go around for each millimetre that they go outwards before it begins.
  public var dominance: Double
  /// The same while a pinch or a pan is on. Of plain pinches, with people's 25° to 30° of turn at the 95th percentile, some
  /// 11 % pass 0.5 and 5 % pass 0.65; a deliberate turn of 30° passes it while the span changes by no more than 34 mm.
  public var lockedDominance: Double
  /// How far the fingers go together while they turn by the locked threshold, in millimetres; those that go farther count anew,
  /// as with a pinch.
  public var lockedTravel: Double
  /// Whether the threshold is part of the rotation.
  public var slopPolicy: SlopPolicy
  /// What happens when too few fingers are left.
  public var suspensionPolicy: SuspensionPolicy

  private var pair = GatedPair<RotationGate>()

  /// A rotation of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 2...TouchFrame.capacity, threshold: Angle = Angle(degrees: 3), arc: Double = 1,
    contestedArc: Double? = nil, lockedThreshold: Angle = Angle(degrees: 15), dominance: Double = 1,
    lockedDominance: Double = 0.65, lockedTravel: Double = 10, slopPolicy: SlopPolicy = .excluded,
    suspensionPolicy: SuspensionPolicy = .suspends
  ) {
    touchRequirement = TouchRequirement(minimum: touches.lowerBound, maximum: touches.upperBound)
    self.threshold = threshold
    self.arc = arc
    self.contestedArc = contestedArc
    self.lockedThreshold = lockedThreshold
    self.dominance = dominance
    self.lockedDominance = lockedDominance
    self.lockedTravel = lockedTravel
    self.slopPolicy = slopPolicy
    self.suspensionPolicy = suspensionPolicy
  }

  /// The turning.
  public var components: GestureComponents { .rotation }

  /// Waits for the threshold, then follows.
  public mutating func recognize(
    _ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable, beside others: GestureComponents
  ) -> Recognition {
    if let answer = pair.answer(
      to: fingers, in: contacts, minimum: touchRequirement.minimum, suspensionPolicy)
    {
      return answer
    }
    pair.noteSetChange(fingers, in: contacts)
    let arc = pair.threshold(arc, whileTapping: contestedArc, others)
    let isLocked = !others.isDisjoint(with: [.translation, .scale])
    if isLocked { pair.gate.forget(fingers, in: contacts, after: lockedTravel) }
    let opens = pair.gate.opens(
      fingers, in: contacts, threshold: (isLocked ? lockedThreshold : threshold).radians, arc: contacts.slop(arc),
      dominance: isLocked ? lockedDominance : dominance, slopPolicy: slopPolicy)
    return opens ? pair.begin(fingers, in: contacts) : pair.wait(fingers, in: contacts)
  }

  /// Any while one finger is alone.
  public func slack(of fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Double {
    pair.slack(of: fingers, minimum: touchRequirement.minimum)
  }

  /// Rotation, its velocity, and the middle of the fingers.
  @inline(__always)
  public func gesture(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Gesture {
    var gesture = pair.gesture
    gesture.rotation = Angle(radians: pair.gate.rotation(fingers.path))
    gesture.rotationVelocity = pair.velocity(fingers, at: contacts.timestamp).rotation
    gesture.components = .rotation
    return gesture
  }

  /// The rotation starts at zero.
  public mutating func rebase(_ fingers: borrowing FingerGroup) { pair.gate.set(0, at: fingers.path) }

  /// Sets the rotation; the velocity starts anew.
  public mutating func set(_ value: GestureValue, _ fingers: borrowing FingerGroup) {
    if case .rotation(let rotation) = value { pair.set(rotation.radians, fingers) }
  }

  /// Forgets the attempt.
  public mutating func reset() { pair = GatedPair() }
}
