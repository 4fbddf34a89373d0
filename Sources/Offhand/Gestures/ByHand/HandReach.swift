/// Which touches a ``HandPipelines`` takes for those of another hand.
public enum HandSeparation: Sendable, Hashable, CaseIterable {
  /// None: all touches are of one hand, as without the layer.
  case none
  /// None, but palms beside fingers are left out, and a thumb that rests out of reach: for content that is moved as a whole, such as a photo.
  case oneHand
  /// Those that are proven to be another's: beyond a hand's reach, or in motion that one hand does not make.
  case byReach
  /// `oneHand` on glass that a second person can hardly share, else `byReach`: the default of every program.
  case automatic

  /// The least diagonal of glass that two people share, in millimetres: that of a large tablet is 280. Chosen.
  private static let sharedDiagonal = 300.0

  /// What it means on glass made of `outputs`, in millimetres; without outputs the size is unknown, and may be large.
  func resolved(on outputs: [Rect]) -> HandSeparation {
    guard self == .automatic else { return self }
    guard let first = outputs.first else { return .byReach }
    let glass = outputs.dropFirst().reduce(first) { $0.union($1) }
    return Vector(dx: glass.width, dy: glass.height).length < HandSeparation.sharedDiagonal ? .oneHand : .byReach
  }
}

/// The touches of a hand with respect to one that lands, and whether that joins them (Design/Recognizing.md "Several hands").
struct HandReach {
  /// The most that a hand spans, thumb to little finger, in millimetres. Chosen: a large hand on a table spreads so far.
  private static let widestHand = 180.0
  /// The widest pair of neighbouring fingers of one hand, in millimetres, where several hands were seen: the distance between the fingers
  /// of a pinch at their landing is less in 95 of 100.
  private static let span = 90.0
  /// The same beside a finger that has moved.
  private static let movedSpan = 70.0
  /// The displacement up to which a touch rests, in millimetres: that of a long press.
  static let restingSlop = 2.0
  /// The time after a landing in which a hand is not complete, in seconds: five fingers land within 122 ms in 95 of 100 cases.
  private static let landingTime = 0.2
  /// The time after which touches that have not moved rest, in seconds: that of a long press.
  private static let restingTime = 0.5
  private static let fingers = 5

  /// The distance to the nearest touch of the hand, or to its last one if it has none.
  private(set) var distance = Double.infinity
  /// The distance to the farthest touch of the hand.
  private var extent = 0.0
  private var count = 0
  /// Whether a touch of the hand ends in the frame.
  private var isLeaving = false
  /// Whether it ends because it is a palm.
  private var isPalm = false
  private var hasMoved = false
  private var isResting = true
  private var isLanding = false

  /// The touches of the copy at index `copy` with respect to one that lands at `position`; `lifted` is where its last touch lifted.
  init(
    _ touches: [TouchAssigner.AssignedTouch], of copy: Int, near position: Point, in frame: borrowing TouchFrame,
    lifted: Point
  ) {
    for index in touches.indices where touches[index].copy == copy && !touches[index].isLeft {
      if frame.touches[index].isDown {
        take(frame.touches[index], position, at: frame.timestamp)
      } else {
        isLeaving = true
        isPalm = isPalm || PalmFilter.isPalm(frame.touches[index])
        distance = min(distance, position.distance(to: frame.touches[index].position))
      }
    }
    if count == 0, !isLeaving { distance = position.distance(to: lifted) }
  }

  private mutating func take(_ touch: Touch, _ position: Point, at time: Timestamp) {
    count += 1
    distance = min(distance, position.distance(to: touch.position))
    extent = max(extent, position.distance(to: touch.position))
    let displacement = (touch.position - touch.landingPosition).length
    let age = time.seconds(since: touch.landingTime)
    hasMoved = hasMoved || displacement > HandReach.restingSlop
    isResting = isResting && displacement <= HandReach.restingSlop && age > HandReach.restingTime
    isLanding = isLanding || age <= HandReach.landingTime
  }

  /// Whether the touch that lands joins the hand. `isBesideOthers` is whether several hands were seen on the glass: only then a hand that
  /// rests is not the one that goes on.
  func isJoined(_ separation: HandSeparation, isBesideOthers: Bool) -> Bool {
    // The thumb that holds a tablet rests where the other hand does not reach.
    guard separation == .byReach else { return count == 0 || !isResting || distance <= HandReach.span }
    // A hand without touches waits for another one, such as the second tap of two.
    guard count > 0 else { return !isPalm && distance <= (isLeaving ? HandReach.movedSpan : HandReach.span) }
    return count < HandReach.fingers && extent <= HandReach.widestHand && !(isBesideOthers && isResting)
      && distance <= reach(isBesideOthers)
  }

  /// The distance within which a touch joins the hand: one person's may be anywhere that one hand reaches.
  private func reach(_ isBesideOthers: Bool) -> Double {
    guard isBesideOthers else { return PairEvidence.widestPinch }
    return isLanding || !hasMoved ? HandReach.span : HandReach.movedSpan
  }
}
