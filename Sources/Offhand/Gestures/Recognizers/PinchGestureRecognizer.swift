/// A pinch: fingers spread or close.
///
/// Begins when the span of its fingers has changed by `slop`, net; jitter to and fro never begins it. The slop is
/// removed exactly, whatever the size of the step that exceeded it: the scale is 1 at the threshold. While too few
/// fingers remain, a pinch that `.suspends` sends no events, and it continues without a jump when a finger comes back.
public struct PinchGestureRecognizer: GestureRecognizer {
  /// `pinch`.
  public static var name: GestureName { .pinch }

  /// The number of fingers: two, or more if `touches` allows them; all of them then determine the scale.
  public var touchRequirement: TouchRequirement
  /// The change of the span at which the pinch begins, in millimetres.
  public var slop: Double
  /// The slop while the same fingers may still become a tap, in millimetres; `nil` for `slop`. Fingers that tap
  /// together drift up to 5.8 mm, also relative to each other.
  public var contestedSlop: Double?
  /// The slop while a pan or a rotation of the same fingers is active, in millimetres, to prevent zoom jitter during rotation.
  public var lockedSlop: Double
  /// The smallest change of the span while a pan or a rotation is active, as a fraction of the span.
  public var lockedShare: Double
  /// The largest common motion, along or around each other, during which the fingers must spread by the locked slop, in
  /// millimetres; beyond it the measurement restarts. Fingers that scroll 200 mm or draw circles come 3 mm nearer
  /// meanwhile, but never at a seventh of their pace; those that pinch spread by 15 mm while their centroid wanders 10.
  public var lockedTravel: Double = 10
  /// The smallest span, at the start or now, in millimetres: two contacts closer than 6 are one split finger.
  public var minimumSpan: Double
  /// Whether the slop is part of the scale.
  public var slopPolicy: SlopPolicy
  /// The behaviour when too few fingers remain.
  public var suspensionPolicy: SuspensionPolicy {
    didSet { touchRequirement.restartsWithRemaining = suspensionPolicy == .ends }
  }

  private var pair = GatedPair<ScaleGate>()

  /// A pinch of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 2...2, slop: Double = 2, contestedSlop: Double? = nil, lockedSlop: Double = 3,
    lockedShare: Double = 0.05, minimumSpan: Double = 6, slopPolicy: SlopPolicy = .excluded,
    suspensionPolicy: SuspensionPolicy = .suspends
  ) {
    touchRequirement = TouchRequirement(
      minimum: touches.lowerBound, maximum: touches.upperBound, restartsWithRemaining: suspensionPolicy == .ends)
    self.slop = slop
    self.contestedSlop = contestedSlop
    self.lockedSlop = lockedSlop
    self.lockedShare = lockedShare
    self.minimumSpan = minimumSpan
    self.slopPolicy = slopPolicy
    self.suspensionPolicy = suspensionPolicy
  }

  /// The scale.
  public var components: GestureComponents { .scale }

  /// Waits for the slop, then follows the fingers.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if let result = pair.result(to: group, in: table, minimum: touchRequirement.minimum, suspensionPolicy) {
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
      group.path, span: span, slop: table.slop(slop), minimumSpan: minimumSpan, slopPolicy: slopPolicy)
    return pair.settle(opens, group, in: table)
  }

  /// Remaining slack: with two fingers the span changes by at most twice each finger's displacement, with more by at
  /// most four times. Unlimited while too few fingers are down or once active.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if let slack = pair.slack(of: group, minimum: touchRequirement.minimum) { return slack }
    let change = abs(group.span(in: table) - pair.gate.originSpan)
    return (pair.threshold(slop, whileTapping: contestedSlop) - change) / (group.count == 2 ? 2 : 4)
  }

  /// Scale, its velocity, and the centroid of the fingers.
  @inline(__always)
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = pair.gesture(of: group)
    gesture.scale = pair.gate.scale(group.path)
    gesture.scaleVelocity = pair.velocity(group, at: table.timestamp).scale / pair.gate.base
    gesture.components = .scale
    return gesture
  }

  /// Restarts the scale at 1.
  public mutating func rebase(_ group: borrowing TouchGroup) { pair.gate.set(1, at: group.path) }

  /// Sets the scale; the velocity restarts.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    if case .scale(let scale) = value { pair.set(scale, group) }
  }

  /// Discards the attempt.
  public mutating func reset() { pair = GatedPair() }
}

extension PinchGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .range(2...2) }
  static var settings: [RecognizerDescription.Setting] { [.contestedDistance] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers, contestedSlop: description.contestedDistance)
    if let distance = description.distance { slop = distance }
  }
}
