/// Fingers that spread or close.
///
/// It begins when the span of its fingers has changed by `slop`, net; jitter that goes to and fro never begins it. The slop is
/// taken out exactly, whatever the size of the step that passed it: the scale is 1 at the threshold. While only one finger
/// is left nothing is said, and a finger that comes back goes on without a jump.
public struct PinchGestureRecognizer: GestureRecognizer {
  /// `pinch`.
  public static var name: GestureName { .pinch }

  /// How many fingers it takes: two, or more where `touches` says so; all of them then make the scale.
  public var touchRequirement: TouchRequirement
  /// How far the span changes before it begins, in millimetres.
  public var slop: Double
  /// The slop while the same fingers may still become a tap, in millimetres; `nil` for the same. Fingers that tap together
  /// drift up to 5.8 mm, against each other as well.
  public var contestedSlop: Double?
  /// The slop while a pan or a rotation of the same fingers is on, in millimetres, to stop zoom jitter while turning.
  public var lockedSlop: Double
  /// The smallest change of the span while a pan or a rotation is on, as a share of the span.
  public var lockedShare: Double
  /// How far the fingers go together, along or around each other, while they spread by the locked slop, in millimetres; those
  /// that go farther count anew. Fingers that scroll 200 mm or draw circles come 3 mm nearer on the way, but never at a
  /// seventh of their pace; those that pinch spread by 15 mm while their middle wanders 10.
  public var lockedTravel: Double
  /// The span that fingers must have before or after, in millimetres: two contacts closer than 6 are one split finger.
  public var minimumSpan: Double
  /// Whether the slop is part of the scale.
  public var slopPolicy: SlopPolicy
  /// What happens when too few fingers are left.
  public var suspensionPolicy: SuspensionPolicy

  private var pair = GatedPair<ScaleGate>()

  /// A pinch of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 2...2, slop: Double = 2, contestedSlop: Double? = nil, lockedSlop: Double = 3,
    lockedShare: Double = 0.05, lockedTravel: Double = 10, minimumSpan: Double = 6,
    slopPolicy: SlopPolicy = .excluded, suspensionPolicy: SuspensionPolicy = .suspends
  ) {
    touchRequirement = TouchRequirement(minimum: touches.lowerBound, maximum: touches.upperBound)
    self.slop = slop
    self.contestedSlop = contestedSlop
    self.lockedSlop = lockedSlop
    self.lockedShare = lockedShare
    self.lockedTravel = lockedTravel
    self.minimumSpan = minimumSpan
    self.slopPolicy = slopPolicy
    self.suspensionPolicy = suspensionPolicy
  }

  /// The spreading.
  public var components: GestureComponents { .scale }

  /// Waits for the slop, then follows.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if let result = pair.result(
      to: group, in: table, minimum: touchRequirement.minimum, suspensionPolicy)
    {
      return result
    }
    pair.noteSetChange(group, in: table)
    var slop = pair.threshold(slop, whileTapping: contestedSlop, others)
    let span = group.span(in: table)
    if pair.isLocked(by: [.translation, .rotation], others) {
      pair.gate.forget(group.path, span: span, after: lockedTravel)
      slop = max(slop, lockedSlop, lockedShare * pair.gate.originSpan)
    }
    let opens = pair.gate.opens(
      group.path, span: span, slop: table.slop(slop), minimumSpan: minimumSpan,
      slopPolicy: slopPolicy)
    return opens ? pair.begin(group, in: table) : pair.wait(group, in: table)
  }

  /// What the span may still change: two fingers change it by twice their way at most, several by four times. Any while one finger is
  /// alone, and once it is on.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if let slack = pair.slack(of: group, minimum: touchRequirement.minimum) { return slack }
    let change = abs(group.span(in: table) - pair.gate.originSpan)
    return (pair.threshold(slop, whileTapping: contestedSlop) - change) / (group.count == 2 ? 2 : 4)
  }

  /// Scale, its velocity, and the middle of the fingers.
  @inline(__always)
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = pair.gesture(of: group)
    gesture.scale = pair.gate.scale(group.path)
    gesture.scaleVelocity = pair.velocity(group, at: table.timestamp).scale / pair.gate.base
    gesture.components = .scale
    return gesture
  }

  /// The scale starts at one.
  public mutating func rebase(_ group: borrowing TouchGroup) { pair.gate.set(1, at: group.path) }

  /// Sets the scale; the velocity starts anew.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    if case .scale(let scale) = value { pair.set(scale, group) }
  }

  /// Forgets the attempt.
  public mutating func reset() { pair = GatedPair() }
}
