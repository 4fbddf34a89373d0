/// A tap: fingers touch the glass and lift again without moving, once or several times.
///
/// Recognized at the lift that completes the last tap. It fails if there is a finger too many, if a finger drifts too
/// far (however near it ends), lands or lifts too late, or presses too long.
public struct TapGestureRecognizer: GestureRecognizer {
  /// `tap`.
  public static var name: GestureName { .tap }

  /// The number of fingers that tap together; a range accepts any number in it, and `Gesture.fingers` reports which.
  public let numberOfTouchesRequired: ClosedRange<Int>
  /// The number of taps in a row.
  public let numberOfTapsRequired: Int
  /// Largest drift of a single finger from where it landed, in millimetres. Grail has 2.6, Flutter 2.9 (raised from 1.3 after complaints);
  /// people drift 2.5 mm at the 95th and 3.9 at the 99th percentile, and 3.4 keeps 98 taps in a hundred.
  public var allowableMovement: Double
  /// The same for each of several fingers, which people hold less still: they drift up to 5.8 mm.
  public var allowableMovementOfSeveral: Double = 6
  /// The longest press, from the last finger's landing to the first one's lift; `nil` for no limit. Limits shorter than 0.75 s lose slow
  /// tappers, and measured from the first landing, 0.75 s loses one in twelve two-finger taps of slow users.
  public var maximumPressDuration: Duration?
  /// The longest time from one finger's landing to the next one's. People need 96 ms for two fingers at the 99th percentile, 122 ms for
  /// all of five at the 95th; slow users need longer for five fingers than for two, so the window restarts at each landing.
  public var landingWindow = Duration.milliseconds(200)
  /// The longest time from the first finger's lift to the last one's.
  public var liftWindow = Duration.milliseconds(250)
  /// The longest time from a tap's last lift to the next tap's first landing, inclusive; the value of Android and Flutter.
  public var maximumInterval: Duration
  /// A landing sooner than this after a lift, and near it, is the same touch bouncing.
  public var minimumInterval = Duration.milliseconds(40)
  /// Largest distance between the taps of a row, in millimetres; UIKit's. Android's 15.9 mistakes taps on two buttons for a double tap.
  public var allowableDistance: Double = 7
  /// The bounds within which a finger may move, in millimetres, in place of the largest drift: of a button, say, which is pressed as
  /// long as the finger does not leave it. `nil` for the largest drift.
  public var bounds: Rect?
  /// The largest number that successive single taps are counted to: with 3 the taps of a row report 1, 2, 3 and again 1 as `Gesture.taps`,
  /// each at its lift. The row ends with a pause or at a distance that ends a double tap, and with a press that is no tap. 1 by default.
  public var countsTo = 1

  private var taps = 0
  private var current = Press()
  private var first = Press()
  private var lastLift: Timestamp?
  /// When the fingers had lifted although too few had landed.
  private var lost: Timestamp?
  private var pressEnd: Timestamp?
  private var end: Timestamp?
  private var lastLocation = Point.origin
  /// The number of the last single tap in its row, and of its fingers.
  private var row = 0
  private var lastFingers = 0

  /// One press of the fingers: the time of the newest landing, and the time of the first lift.
  private struct Press: Sendable {
    var landing: Timestamp?
    var lift: Timestamp?
    var fingers = 0
    var sum = Vector.zero

    var location: Point { fingers > 0 ? .origin + sum / Double(fingers) : .origin }
  }

  /// `taps` taps of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 1...1, taps: Int = 1, allowableMovement: Double = 3.4,
    maximumPressDuration: Duration? = .milliseconds(750), maximumInterval: Duration = .milliseconds(300)
  ) {
    numberOfTouchesRequired = max(1, touches.lowerBound)...max(1, touches.upperBound)
    numberOfTapsRequired = max(1, taps)
    self.allowableMovement = allowableMovement
    self.maximumPressDuration = maximumPressDuration
    self.maximumInterval = maximumInterval
  }

  /// The smallest and the largest number of fingers; the gesture fails if any is cancelled.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired.lowerBound, maximum: numberOfTouchesRequired.upperBound)
  }

  /// `.tap`: other recognizers learn that the fingers may be about to lift.
  public var components: GestureComponents { .tap }

  /// The time after which the press, the landings, the lifts or the pause will have taken too long.
  public var deadline: Timestamp? { end }

  /// Ignores a bouncing touch; a single-finger multi-tap fails if the next tap lands too far away.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    guard current.landing == nil else { return .track }
    // The first of several fingers may be lost for a moment as it lands.
    let mayChatter = lost.map { $0 <= table.timestamp && table.timestamp - $0 < minimumInterval } ?? false
    if !mayChatter, table.isBounce(touch, within: minimumInterval, of: allowableDistance) { return .ignore }
    let isApart = taps > 0 && touch.position.distance(to: lastLocation) > allowableDistance
    return isApart && numberOfTouchesRequired.upperBound == 1 ? .fail : .track
  }

  /// Processes landings, drift and lifts.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let hasSetChange = !(group.landed | group.lifted).isEmpty
    if !hasSetChange, let end, table.timestamp >= end { return .failed }
    let replacements = hasSetChange ? group.replacements(in: table) : .none
    let further = group.landed - replacements
    if !further.isEmpty {
      let fits = land(further, in: table)
      if !fits { return .failed }
    }
    if hasLeft(group, in: table) { return .failed }
    if group.lifted.count == replacements.count { return .unchanged }
    return lift(group, in: table)
  }

  /// The remaining allowable drift of a finger.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    bounds == nil ? drift - table.largestDisplacement(of: group.touches) : 0
  }

  /// Location, number of taps and number of fingers.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    let location = first.fingers > 0 ? lastLocation : current.location
    var gesture = Gesture(at: location, fingers: max(first.fingers, current.fingers))
    gesture.taps = max(taps, row)
    return gesture
  }

  /// Discards the attempt, but keeps the time and location of the last tap: its row may go on.
  public mutating func reset() {
    // A press that is not over was no tap.
    if current.landing != nil { row = 0 }
    taps = 0
    current = Press()
    first = Press()
    end = nil
  }

  /// Whether a finger has drifted too far, or left the bounds.
  @inline(__always)
  private func hasLeft(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Bool {
    let touches = group.touches | group.lifted
    if let bounds { return leaves(bounds, touches, in: table) }
    return table.strays(touches, beyond: table.slop(drift))
  }

  private func leaves(_ bounds: Rect, _ touches: TouchSet, in table: borrowing TouchTable) -> Bool {
    for touch in touches where !bounds.contains(table[touch].position) { return true }
    return false
  }

  /// Largest drift of each finger of this press, in millimetres.
  private var drift: Double { current.fingers > 1 ? allowableMovementOfSeveral : allowableMovement }

  /// Where an attempt is, by the chart in Design/Recognizing.md "Tap".
  private enum State { case ready, landing, pressing, lifting, pausing }

  private var state: State {
    if current.landing == nil { return taps > 0 ? .pausing : .ready }
    if current.lift != nil { return .lifting }
    return current.fingers < numberOfTouchesRequired.lowerBound ? .landing : .pressing
  }

  private var stateEnd: Timestamp? {
    switch state {
    case .ready: nil
    case .landing: current.landing.map { min($0 + landingWindow, pressEnd ?? Timestamp(nanoseconds: .max)) }
    case .pressing: pressEnd
    case .lifting: current.lift.map { $0 + liftWindow }
    case .pausing: lastLift.map { $0 + maximumInterval }
    }
  }

  /// Processes landings; returns whether a tap is still possible.
  private mutating func land(_ landed: TouchSet, in table: borrowing TouchTable) -> Bool {
    if let landing = current.landing {
      let isLate = table.timestamp > landing + landingWindow
      if isLate || current.lift != nil { return false }
    }
    current.landing = table.timestamp
    pressEnd = maximumPressDuration.map { table.timestamp + $0 }
    current.fingers += landed.count
    for touch in landed { current.sum += table[touch].landingPosition - .origin }
    end = stateEnd
    return true
  }

  private mutating func lift(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Recognition {
    if current.lift == nil { current.lift = table.timestamp }
    guard group.count == 0 else {
      end = stateEnd
      return .unchanged
    }
    if current.fingers < numberOfTouchesRequired.lowerBound { lost = table.timestamp }
    guard numberOfTouchesRequired.contains(current.fingers), isInRow else { return .failed }
    if taps == 0 { first = current }
    if countsTo > 1 && numberOfTapsRequired == 1 { count() }
    taps += 1
    lastLift = table.timestamp
    lastLocation = current.location
    current = Press()
    end = stateEnd
    return taps == numberOfTapsRequired ? .recognized : .unchanged
  }

  /// Gives the tap that ends now its number in the row.
  private mutating func count() {
    let pause = current.landing.flatMap { landing in lastLift.map { landing - $0 } }
    let continues =
      pause.map { $0 >= .zero && $0 <= maximumInterval } ?? false && current.fingers == lastFingers
      && current.location.distance(to: lastLocation) <= allowableDistance
    row = continues && row < countsTo ? row + 1 : 1
    lastFingers = current.fingers
  }

  /// Whether the press that ends now has the number of fingers of the first of its row, and is near it.
  private var isInRow: Bool {
    taps == 0 || current.fingers == first.fingers && current.location.distance(to: first.location) <= allowableDistance
  }
}

extension TapGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .range(1...1) }
  static var settings: [RecognizerDescription.Setting] { [.taps, .duration] }

  package init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect] = []) {
    self.init(touches: fingers, taps: description.taps ?? 1)
    if let distance = description.distance {
      allowableMovement = distance
      allowableMovementOfSeveral = max(distance, allowableMovementOfSeveral)
    }
    if let duration = description.duration { maximumPressDuration = duration }
  }
}
