/// Fingers that press and stay.
///
/// It begins when the fingers have been down for `minimumPressDuration` after the last of them landed, at that very moment of
/// event time, however late anybody looks. From then on it follows wherever they go, and ends when one lifts.
public struct LongPressGestureRecognizer: GestureRecognizer {
  /// `long-press`.
  public static var name: GestureName { .longPress }

  /// How many fingers press together.
  public let numberOfTouchesRequired: Int
  /// How many taps come before the press.
  public let numberOfTapsRequired: Int
  /// How long they stay: UIKit's half a second; no less than 0.1 s.
  public let minimumPressDuration: Duration
  /// How far a finger may drift until then from where it landed, in millimetres. UIKit's 1.6 loses people who tremble.
  public var allowableMovement: Double
  /// The longest pause between a tap and what follows.
  public var maximumInterval: Duration

  private var taps = 0
  private var pressEnd: Timestamp?
  private var pauseEnd: Timestamp?
  private var isActive = false
  private var start = Point.origin
  private var origin = Vector.zero

  /// A press of `touches` fingers after `taps` taps.
  public init(
    touches: Int = 1, taps: Int = 0, minimumPressDuration: Duration = .milliseconds(500),
    allowableMovement: Double = 2, maximumInterval: Duration = .milliseconds(300)
  ) {
    numberOfTouchesRequired = max(1, touches)
    numberOfTapsRequired = max(0, taps)
    self.minimumPressDuration = max(minimumPressDuration, .milliseconds(100))
    self.allowableMovement = allowableMovement
    self.maximumInterval = maximumInterval
  }

  /// Exactly so many fingers; more are ignored once it is on.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired, maximum: numberOfTouchesRequired)
  }

  /// When the press, or the pause after a tap, will have been long enough.
  public var deadline: Timestamp? { isActive ? nil : pressEnd ?? pauseEnd }

  /// Waits for the time, then follows.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let hasLift = !group.lifted.isEmpty
    if isActive {
      if hasLift { return .ended }
      return table.moved.intersects(group.touches) ? .changed : .unchanged
    }
    if table.strays(group.touches | group.lifted, beyond: table.slop(allowableMovement) + Tolerance.length) {
      return .failed
    }
    if hasLift { return lift(group, at: table.timestamp) }
    let count = group.count
    if !group.landed.isEmpty && count == numberOfTouchesRequired {
      pressEnd = table.timestamp + minimumPressDuration
      pauseEnd = nil
    }
    if let pressEnd, table.timestamp >= pressEnd {
      if taps < numberOfTapsRequired { return .failed }
      isActive = true
      start = group.centroid
      origin = group.path.translation
      return .began
    }
    if pressEnd == nil, let pauseEnd, table.timestamp >= pauseEnd { return .failed }
    return .unchanged
  }

  /// What a finger may still drift; any once it is on.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    isActive ? .infinity : allowableMovement - table.largestDisplacement(of: group.touches)
  }

  /// Where the fingers are, and how far they went since it began.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.location = group.centroid
    gesture.translation = group.path.translation - origin
    gesture.anchorLocation = start + gesture.translation
    gesture.fingers = numberOfTouchesRequired
    gesture.taps = taps
    return gesture
  }

  /// The translation starts at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { origin = group.path.translation }

  /// Forgets the attempt.
  public mutating func reset() {
    taps = 0
    pressEnd = nil
    pauseEnd = nil
    isActive = false
  }

  /// A press that was too short is a tap where taps come first; one that some of the fingers missed is none.
  private mutating func lift(_ group: borrowing TouchGroup, at time: Timestamp) -> Recognition {
    guard pressEnd != nil, taps < numberOfTapsRequired else { return .failed }
    guard group.count == 0 else { return .unchanged }
    taps += 1
    pressEnd = nil
    pauseEnd = time + maximumInterval
    return .unchanged
  }
}
