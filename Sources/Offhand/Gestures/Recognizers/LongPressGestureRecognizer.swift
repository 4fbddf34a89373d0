/// A long press: fingers land and stay.
///
/// Begins when the fingers have been down for `minimumPressDuration` after the last of them landed, at exactly that
/// event time, regardless of when the pipeline is polled. It then follows the fingers, and ends when one lifts.
public struct LongPressGestureRecognizer: GestureRecognizer {
  /// `long-press`.
  public static var name: GestureName { .longPress }

  /// The number of fingers that press together.
  public let numberOfTouchesRequired: Int
  /// The number of taps before the press.
  public let numberOfTapsRequired: Int
  /// The time for which they stay: UIKit's 0.5 s by default. With 0 it begins at the landing.
  public let minimumPressDuration: Duration
  /// Largest drift of a finger from where it landed, until the gesture begins, in millimetres. UIKit's 1.6 loses people with tremor.
  public var allowableMovement: Double
  /// The longest pause between a tap's last lift and the landing of all fingers of what follows.
  public var maximumInterval: Duration

  /// Largest distance between a press and the tap before it, in millimetres: that of a double tap.
  public var allowableDistance = 7.0

  private var taps = 0
  private var pressEnd: Timestamp?
  private var pauseEnd: Timestamp?
  private var isActive = false
  /// Where the fingers were when the gesture began, or before that when the last of a tap landed.
  private var start = Point.origin
  private var origin = Vector.zero

  /// A press of `touches` fingers after `taps` taps.
  public init(
    touches: Int = 1, taps: Int = 0, minimumPressDuration: Duration = .milliseconds(500),
    allowableMovement: Double = 2, maximumInterval: Duration = .milliseconds(300)
  ) {
    numberOfTouchesRequired = max(1, touches)
    numberOfTapsRequired = max(0, taps)
    self.minimumPressDuration = max(minimumPressDuration, .zero)
    self.allowableMovement = allowableMovement
    self.maximumInterval = maximumInterval
  }

  /// Exactly this many fingers; extra ones are ignored once the gesture is active.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired, maximum: numberOfTouchesRequired)
  }

  /// The end of `minimumPressDuration` for a press, or of `maximumInterval` for a pause after a tap; `nil` once active.
  public var deadline: Timestamp? { isActive ? nil : pressEnd ?? pauseEnd }

  /// Ignores a bouncing touch after a tap; fails if a single finger lands too far from the tap before.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    guard taps > 0, !isActive else { return .track }
    // While fingers press, the contact that replaces one of theirs is no bounce.
    if group.touches.isEmpty, table.isBounce(touch, of: allowableDistance) { return .ignore }
    return numberOfTouchesRequired == 1 && isApart(touch.position) ? .fail : .track
  }

  /// Waits for `minimumPressDuration`, then follows the fingers.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let hasLift = !group.lifted.isEmpty
    if hasLift && group.isReplaced(in: table) { return .unchanged }
    if isActive {
      if hasLift { return .ended }
      return table.moved.intersects(group.touches) ? .changed : .unchanged
    }
    let pressing = group.touches | group.lifted
    let limit = table.slop(allowableMovement)
    if table.strays(pressing, beyond: limit), table.strays(pressing, beyond: drift(group, in: table, limit)) {
      return .failed
    }
    if hasLift { return lift(group, at: table.timestamp) }
    let count = group.count
    if !group.landed.isEmpty && count == numberOfTouchesRequired {
      if isApart(group.centroid) { return .failed }
      start = group.centroid
      pressEnd = table.timestamp + pressDuration
      pauseEnd = nil
    }
    if let pressEnd, table.timestamp >= pressEnd {
      if taps < numberOfTapsRequired { return .failed }
      // A finger that jumped once and has lain still since does not tremble.
      if group.jitter == nil, table.largestDisplacement(of: group.touches) > limit + Tolerance.length { return .failed }
      isActive = true
      start = group.centroid
      origin = group.path.translation
      return .began
    }
    if pressEnd == nil, let pauseEnd, table.timestamp >= pauseEnd { return .failed }
    return .unchanged
  }

  /// The remaining allowable drift of a finger; unlimited once active.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    isActive ? .infinity : allowableMovement - table.largestDisplacement(of: group.touches)
  }

  /// The location of the fingers, and their translation since the gesture began.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture(at: group.lastCentroid(in: table), fingers: numberOfTouchesRequired)
    gesture.translation = group.path.translation - origin
    gesture.anchorLocation = start + gesture.translation
    gesture.taps = taps
    return gesture
  }

  /// Restarts the translation at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { origin = group.path.translation }

  /// Discards the attempt.
  public mutating func reset() {
    taps = 0
    pressEnd = nil
    pauseEnd = nil
    isActive = false
  }

  /// The largest drift of a finger that trembles, or whose panel does, in millimetres: `limit`, or eight standard deviations of its
  /// positions if that is more, of which the landing position is one; at most three times what is allowed. The first reports after
  /// the landing cannot tell trembling from motion (Design/Recognizing.md "Slop on noisy panels").
  private func drift(_ group: borrowing TouchGroup, in table: borrowing TouchTable, _ limit: Double) -> Double {
    let most = 3 * allowableMovement
    if let jitter = group.jitter { return max(limit, min(8 * jitter * Double(group.count).squareRoot(), most)) }
    guard let pressEnd else { return limit }
    let isNew = pressEnd - table.timestamp > pressDuration - VelocityTracker.stoppingTime
    return isNew ? max(limit, most) : limit
  }

  /// Whether `point` is too far from the tap before.
  private func isApart(_ point: Point) -> Bool { taps > 0 && point.distance(to: start) > allowableDistance }

  /// The time until the press that is next has lasted: as a tap before the last one it may always be half a second.
  private var pressDuration: Duration {
    taps < numberOfTapsRequired ? max(minimumPressDuration, .milliseconds(500)) : minimumPressDuration
  }

  /// Counts a press that was too short as a tap if taps must come first; fails if not all of the fingers landed.
  private mutating func lift(_ group: borrowing TouchGroup, at time: Timestamp) -> Recognition {
    guard pressEnd != nil, taps < numberOfTapsRequired else { return .failed }
    guard group.count == 0 else { return .unchanged }
    taps += 1
    pressEnd = nil
    pauseEnd = time + maximumInterval
    return .unchanged
  }
}

extension LongPressGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .exact(upTo: TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.taps, .duration] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(
      touches: fingers.lowerBound, taps: description.taps ?? 0,
      minimumPressDuration: description.duration ?? .milliseconds(500))
    if let distance = description.distance { allowableMovement = distance }
  }
}
