/// Fingers that touch the glass and lift again without going anywhere, once or several times.
///
/// It happens at the lift that completes the last tap. A finger too many, a finger that drifts too far (however near it
/// ends), one that lands or lifts too late, or a press that is too long fail it.
public struct TapGestureRecognizer: GestureRecognizer {
  /// `tap`.
  public static var name: GestureName { .tap }

  /// How many fingers tap together; a range takes any number in it and reports which.
  public let numberOfTouchesRequired: ClosedRange<Int>
  /// How many taps in a row.
  public let numberOfTapsRequired: Int
  /// How far one finger may drift from where it landed, in millimetres. Grail has 2.6, Flutter 2.9 (raised from 1.3 after
  /// complaints); people drift 2.5 mm at the 95th and 3.9 at the 99th percentile, and 3.4 keeps 98 taps in a hundred.
  public var allowableMovement: Double
  /// The same for each of several fingers, which people hold less still: up to 5.8 mm.
  public var allowableMovementOfSeveral: Double
  /// The longest press, from the last finger's landing to the first one's lift; `nil` for any. Shorter ones than 0.75 s lose
  /// slow tappers, and counted from the first landing it loses one in twelve two-finger taps of people who take their time.
  public var maximumPressDuration: Duration?
  /// The longest time from one finger's landing to the next one's. People need 96 ms for two fingers at the 99th percentile,
  /// 122 ms for all of five at the 95th; who is slow needs more for five than for two, so it counts anew with each.
  public var landingWindow: Duration
  /// The longest time from the first finger's lift to the last one's.
  public var liftWindow: Duration
  /// The longest time from a tap's last lift to the next tap's first landing, inclusive. Android's and Flutter's.
  public var maximumInterval: Duration
  /// A landing sooner than this after a tap, and near it, is the same contact bouncing.
  public var minimumInterval: Duration
  /// How far apart the taps of a row may be, in millimetres; UIKit's. Android's 15.9 takes two buttons for one.
  public var allowableDistance: Double

  private var taps = 0
  private var current = Press()
  private var first = Press()
  private var lastLift: Timestamp?
  private var pressEnd: Timestamp?
  private var end: Timestamp?
  private var lastLocation = Point.origin

  /// One press of the fingers: when the newest landed, when the first lifted.
  private struct Press: Sendable {
    var landing: Timestamp?
    var lift: Timestamp?
    var fingers = 0
    var sum = Vector.zero

    /// The middle of where the fingers landed.
    var location: Point { fingers > 0 ? .origin + sum / Double(fingers) : .origin }
  }

  /// `taps` taps of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 1...1, taps: Int = 1, allowableMovement: Double = 3.4,
    allowableMovementOfSeveral: Double = 6, maximumPressDuration: Duration? = .milliseconds(750),
    landingWindow: Duration = .milliseconds(200), liftWindow: Duration = .milliseconds(250),
    maximumInterval: Duration = .milliseconds(300), minimumInterval: Duration = .milliseconds(40),
    allowableDistance: Double = 7
  ) {
    numberOfTouchesRequired = max(1, touches.lowerBound)...max(1, touches.upperBound)
    numberOfTapsRequired = max(1, taps)
    self.allowableMovement = allowableMovement
    self.allowableMovementOfSeveral = allowableMovementOfSeveral
    self.maximumPressDuration = maximumPressDuration
    self.landingWindow = landingWindow
    self.liftWindow = liftWindow
    self.maximumInterval = maximumInterval
    self.minimumInterval = minimumInterval
    self.allowableDistance = allowableDistance
  }

  /// The fewest and the most fingers; the loss of any fails it.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired.lowerBound, maximum: numberOfTouchesRequired.upperBound)
  }

  /// Says to others that the fingers may be about to lift.
  public var components: GestureComponents { .tap }

  /// When the press, the landing, the lifting or the pause will have taken too long.
  public var deadline: Timestamp? { end }

  /// Refuses a contact that bounces, and the finger of another place between two taps.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    guard current.landing == nil, let lastLift else { return .track }
    let isNear = touch.position.distance(to: lastLocation) <= allowableDistance
    let pause = table.timestamp - lastLift
    if isNear && pause < minimumInterval { return .ignore }
    return taps > 0 && numberOfTouchesRequired.upperBound == 1 && !isNear ? .fail : .track
  }

  /// Follows landings, drifts and lifts.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let hasSetChange = !(group.landed | group.lifted).isEmpty
    if !hasSetChange, let end, table.timestamp >= end { return .failed }
    if !group.landed.isEmpty {
      let fits = land(group, in: table)
      if !fits { return .failed }
    }
    if table.strays(group.touches | group.lifted, beyond: table.slop(drift)) { return .failed }
    if group.lifted.isEmpty { return .unchanged }
    return lift(group, in: table)
  }

  /// What a finger may still drift.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    drift - table.largestDisplacement(of: group.touches)
  }

  /// Where and how often.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.location = first.fingers > 0 ? lastLocation : current.location
    gesture.anchorLocation = gesture.location
    gesture.taps = taps
    gesture.fingers = max(first.fingers, current.fingers)
    return gesture
  }

  /// Forgets the attempt, but not where and when the last tap was: its contact may bounce.
  public mutating func reset() {
    taps = 0
    current = Press()
    first = Press()
    end = nil
  }

  /// How far each finger of this press may drift.
  private var drift: Double { current.fingers > 1 ? allowableMovementOfSeveral : allowableMovement }

  /// The deadline after a landing or a lift.
  private var nextEnd: Timestamp? {
    guard let landing = current.landing else {
      guard taps > 0, let lastLift else { return nil }
      return lastLift + maximumInterval
    }
    if let lift = current.lift { return lift + liftWindow }
    if current.fingers >= numberOfTouchesRequired.lowerBound { return pressEnd }
    return min(landing + landingWindow, pressEnd ?? Timestamp(nanoseconds: .max))
  }

  /// Takes landings in; answers whether they still make a tap.
  private mutating func land(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Bool {
    if let landing = current.landing {
      let isLate = table.timestamp > landing + landingWindow
      if isLate || current.lift != nil { return false }
    }
    current.landing = table.timestamp
    pressEnd = maximumPressDuration.map { table.timestamp + $0 }
    current.fingers += group.landed.count
    var landed = group.landed
    while let touch = landed.popFirst() { current.sum += table[touch].landingPosition - .origin }
    end = nextEnd
    return true
  }

  private mutating func lift(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if current.lift == nil { current.lift = table.timestamp }
    guard group.count == 0 else {
      end = nextEnd
      return .unchanged
    }
    guard numberOfTouchesRequired.contains(current.fingers), isInRow else { return .failed }
    if taps == 0 { first = current }
    taps += 1
    lastLift = table.timestamp
    lastLocation = current.location
    current = Press()
    end = nextEnd
    return taps == numberOfTapsRequired ? .recognized : .unchanged
  }

  /// Whether the press that ends now is like the first of its row, and near it.
  private var isInRow: Bool {
    taps == 0
      || current.fingers == first.fingers && current.location.distance(to: first.location) <= allowableDistance
  }
}
