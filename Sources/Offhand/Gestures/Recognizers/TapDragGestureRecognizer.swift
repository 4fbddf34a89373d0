/// A tap and then a drag: a finger taps, presses again in the same place, and moves.
///
/// Two gestures in common use are this: a drag that begins with a tap, and the quick scale, which zooms with one finger up and down.
/// It begins when the finger of the last press has moved by more than `slop`; if it lifts before, the gesture fails, and the
/// presses are what taps make of them.
public struct TapDragGestureRecognizer: GestureRecognizer {
  /// `tap-drag`.
  public static var name: GestureName { .tapDrag }

  /// The number of taps before the press that is dragged.
  public let numberOfTapsRequired: Int
  /// The displacement at which it begins, exclusive, in millimetres; 0 begins with the first motion.
  public var slop: Double
  /// The slop while the finger may still become a tap, in millimetres; `nil` for `slop`.
  public var contestedSlop: Double?
  /// The displacement towards the user that doubles the scale, in millimetres: downwards zooms in, upwards zooms out, about the
  /// place of the press. `nil` for a gesture that only drags.
  public var doublingDistance: Double?
  /// Largest drift of the finger in a tap, in millimetres.
  public var allowableMovement = 3.4
  /// Largest distance of a press from the tap before it, in millimetres.
  public var allowableDistance: Double = 7
  /// The longest press of a tap.
  public var maximumPressDuration = Duration.milliseconds(750)
  /// The longest pause between a tap and the press that follows.
  public var maximumInterval = Duration.milliseconds(300)

  private var taps = 0
  private var end: Timestamp?
  private var location = Point.origin
  private var gate = TranslationGate()
  private var contest = TapContest()
  private var state = State.ready
  private var finalVelocity: Vector?

  /// Where an attempt is, by the chart in Design/Recognizing.md "Tap and drag".
  private enum State { case ready, tapping, pausing, pressing, dragging }

  /// The drag of a finger after `taps` taps; with `doublingDistance` it scales. Of the other defaults each is that of a tap.
  public init(taps: Int = 1, slop: Double = 1.6, contestedSlop: Double? = nil, doublingDistance: Double? = nil) {
    numberOfTapsRequired = max(0, taps)
    self.slop = slop
    self.contestedSlop = contestedSlop
    self.doublingDistance = doublingDistance
  }

  /// One finger.
  public var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }

  /// The scale, or the translation of a gesture that only drags.
  public var components: GestureComponents { doublingDistance == nil ? .translation : .scale }

  /// The end of a tap's press, or of the pause after it; `nil` in the last press.
  public var deadline: Timestamp? { end }

  /// Ignores a bouncing touch; fails if a press lands too far from the tap before it.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    guard taps > 0, state != .dragging else { return .track }
    // While the finger presses, the contact that replaces its own is no bounce.
    if group.touches.isEmpty, table.isBounce(touch, of: allowableDistance) { return .ignore }
    return touch.position.distance(to: location) <= allowableDistance ? .track : .fail
  }

  /// Counts the taps, waits for the slop, then follows the finger.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if group.isReplaced(in: table) { return .unchanged }
    if state == .dragging { return follow(group, in: table) }
    if !group.landed.isEmpty { land(group, in: table) }
    if taps < numberOfTapsRequired { return tap(group, in: table) }
    if !group.lifted.isEmpty { return .failed }
    if let end, table.timestamp >= end { return .failed }
    // In the pause before the press there is nothing to drag, whatever other fingers do.
    guard state == .pressing else { return .unchanged }
    contest.update(others)
    guard gate.opens(group.path, slop: table.slop(contest.counts ? tappingSlop : slop), slopPolicy: .excluded) else {
      if contest.isOver { gate.restart(at: group.path) }
      return .unchanged
    }
    state = .dragging
    return .began
  }

  /// The remaining drift of a tap, or the rest of the slop; unlimited once active.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if state == .dragging { return .infinity }
    if taps < numberOfTapsRequired { return allowableMovement - table.largestDisplacement(of: group.touches) }
    return (contest.isActive ? tappingSlop : slop) - gate.motion(group.path).length
  }

  /// The place of the press, translation and velocity; the scale, if it scales.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture(at: location, fingers: 1)
    gesture.translation = gate.motion(group.path)
    if let finalVelocity { gesture.velocity = finalVelocity } else { gesture.velocity = group.translationVelocity }
    gesture.taps = numberOfTapsRequired
    gesture.components = components
    guard let doublingDistance else {
      gesture.location = group.centroid
      gesture.anchorLocation = location + gesture.translation
      return gesture
    }
    let rate = TapDragGestureRecognizer.logarithmOfTwo / doublingDistance
    // 29 doublings each way: a displacement beyond every panel must not give an infinite scale.
    gesture.scale = _exp(min(max(gesture.translation.dy * rate, -20), 20))
    gesture.scaleVelocity = gesture.scale * gesture.velocity.dy * rate
    return gesture
  }

  /// Restarts the translation at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { gate.set(.zero, at: group.path) }

  /// Sets the translation, or the scale of a gesture that scales.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    switch value {
    case .translation(let translation): gate.set(translation, at: group.path)
    case .scale(let scale):
      guard let doublingDistance else { return }
      // The logarithm of what is no scale is not finite, which the gate ignores.
      let dy = _log(scale) / TapDragGestureRecognizer.logarithmOfTwo * doublingDistance
      gate.set(Vector(dx: gate.motion(group.path).dx, dy: dy), at: group.path)
    case .rotation: break
    }
  }

  /// Discards the attempt.
  public mutating func reset() {
    taps = 0
    end = nil
    gate = TranslationGate()
    contest = TapContest()
    state = .ready
    finalVelocity = nil
  }

  private static let logarithmOfTwo = 0.6931471805599453

  /// The slop of a finger that may still tap.
  private var tappingSlop: Double { contestedSlop ?? slop }

  private mutating func land(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    location = group.centroid
    gate.restart(at: group.path)
    state = taps < numberOfTapsRequired ? .tapping : .pressing
    end = state == .tapping ? table.timestamp + maximumPressDuration : nil
  }

  /// Processes a frame of a tap, or of the pause after one.
  private mutating func tap(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if table.strays(group.touches | group.lifted, beyond: table.slop(allowableMovement)) { return .failed }
    guard !group.lifted.isEmpty else { return end.map { table.timestamp >= $0 } ?? false ? .failed : .unchanged }
    (taps, state) = (taps + 1, .pausing)
    end = table.timestamp + maximumInterval
    return .unchanged
  }

  private mutating func follow(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    guard group.lifted.isEmpty else {
      finalVelocity = group.liftVelocity.translation
      return .ended
    }
    return table.moved.intersects(group.touches) ? .changed : .unchanged
  }
}

extension TapDragGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .exact(upTo: 1) }
  static var settings: [RecognizerDescription.Setting] { [.taps, .contestedDistance, .doublingDistance] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(
      taps: description.taps ?? 1, contestedSlop: description.contestedDistance,
      doublingDistance: description.doublingDistance)
    if let distance = description.distance { slop = distance }
  }
}
