/// Which touches a ``HandPipelines`` takes for those of another hand.
public enum HandSeparation: Sendable, Hashable, CaseIterable {
  /// None: all touches are of one hand, as without the layer.
  case none
  /// Touches that land while others rest: for content that is moved as a whole, such as a photo that two hands may zoom.
  case fromResting
  /// These, and touches further apart than the fingers of one hand.
  case byReach
}

/// The touches of a hand with respect to one that lands, and whether that joins them (Design/Recognizing.md "Several hands").
struct HandReach {
  /// The widest pair of neighbouring fingers of one hand, in millimetres: the distance between the fingers of a pinch at their landing is
  /// less in 95 of 100.
  private static let span = 90.0
  /// The same beside a single touch that just landed, while no other hand was seen: less in all.
  private static let widestSpan = 115.0
  /// The same beside a finger that has moved: a thumb that lands beside the finger that drags.
  private static let movedSpan = 70.0
  /// The time after a landing in which a hand is not complete, in seconds: five fingers land within 122 ms in 95 of 100 cases.
  private static let landingTime = 0.2
  /// The time after which touches that have not moved rest, in seconds: that of a long press.
  private static let restingTime = 0.5
  /// The displacement up to which a touch rests, in millimetres: that of a long press.
  private static let restingSlop = 2.0
  /// The time between the landings of two fingers of two hands that begin together, in seconds.
  static let pairDelay = 0.15
  /// The fingers of a hand.
  private static let fingers = 5

  /// The distance to the nearest touch of the hand, or to its last one if it has none.
  private(set) var distance = Double.infinity
  private var count = 0
  /// Whether a touch of the hand ends in the frame.
  private var isLeaving = false
  /// Whether it ends because it is a palm.
  private var isPalm = false
  private var hasMoved = false
  private var isResting = true
  private var isLanding = false
  /// Whether one landed up to `pairDelay` ago.
  private var isPairing = false

  /// The touches of the copy at index `copy` with respect to one that lands at `position`; `lifted` is where its last touch lifted, and
  /// `isHolding` whether the hand scales or turns something: its last touch neither rests nor drags then.
  init(
    _ touches: [TouchAssigner.AssignedTouch], of copy: Int, near position: Point, in frame: borrowing TouchFrame,
    lifted: Point, isHolding: Bool
  ) {
    for index in touches.indices where touches[index].owner == copy {
      if frame.touches[index].isDown {
        take(frame.touches[index], position, at: frame.timestamp)
      } else {
        isLeaving = true
        isPalm = isPalm || PalmFilter.isPalm(frame.touches[index])
        distance = min(distance, position.distance(to: frame.touches[index].position))
      }
    }
    if count == 0, !isLeaving { distance = position.distance(to: lifted) }
    if isHolding && count == 1 { (isResting, hasMoved) = (false, false) }
  }

  private mutating func take(_ touch: Touch, _ position: Point, at time: Timestamp) {
    let displacement = (touch.position - touch.landingPosition).length
    let age = time.seconds(since: touch.landingTime)
    count += 1
    distance = min(distance, position.distance(to: touch.position))
    hasMoved = hasMoved || displacement > HandReach.restingSlop
    isResting = isResting && displacement <= HandReach.restingSlop && age > HandReach.restingTime
    isLanding = isLanding || age <= HandReach.landingTime
    isPairing = isPairing || age <= HandReach.pairDelay
  }

  /// Whether the touch that lands joins the hand. `isBesideOthers` is whether several hands were seen on the glass.
  func isJoined(_ separation: HandSeparation, isBesideOthers: Bool) -> Bool {
    // A hand without touches waits for another one, such as the second tap of two.
    guard count > 0 else { return !isPalm && distance <= (isLeaving ? HandReach.movedSpan : HandReach.span) }
    switch separation {
    case .none: return true
    case .fromResting: return !isResting
    case .byReach:
      return count < HandReach.fingers && !isResting && distance <= reach(isBesideOthers)
    }
  }

  /// The distance within which a touch joins the hand.
  private func reach(_ isBesideOthers: Bool) -> Double {
    if isPairing, count == 1, !isBesideOthers { return HandReach.widestSpan }
    return isLanding || !hasMoved ? HandReach.span : HandReach.movedSpan
  }
}
