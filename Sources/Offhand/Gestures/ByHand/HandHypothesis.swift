/// The hypothesis that two touches, each the only one of its hand, belong to one hand: open until their motion decides.
///
/// Three copies of the pipeline run meanwhile, one for each touch and one for both. Touches within a hand's reach are taken for one
/// hand until they turn out to be two, those beyond it for two. Design/Recognizing.md "Several hands" has the figures.
struct HandHypothesis: Sendable {
  /// One of the two touches.
  struct Finger: Sendable {
    var id: Touch.ID
    /// Its position when the later one of the two landed.
    var start: Point
    /// Its position now, or where it lifted.
    var position: Point
    var isDown = true

    init(_ touch: Touch) {
      id = touch.id
      start = touch.position
      position = touch.position
    }

    /// Its displacement since the later one of the two landed.
    var displacement: Vector { position - start }

    fileprivate mutating func follow(_ touch: Touch) {
      position = touch.position
      isDown = touch.isDown
    }
  }

  enum Decision { case open, oneHand, twoHands }

  /// Whether the touches are further apart than the fingers of one hand.
  let isFar: Bool
  /// The touch that landed first.
  private(set) var first: Finger
  /// The touch that landed last.
  private(set) var second: Finger
  /// What their landings say, and what their motions add.
  private let evidence: PairEvidence
  /// The time at which the second touch landed.
  private let start: Timestamp
  /// The copies of the pipeline for the first touch, the second one, and both.
  let copies: (first: Int, second: Int, both: Int)

  init(
    _ first: Touch, _ second: Touch, isFar: Bool, copies: (first: Int, second: Int, both: Int), at time: Timestamp
  ) {
    self.isFar = isFar
    self.first = Finger(first)
    self.second = Finger(second)
    evidence = PairEvidence(
      line: second.position - first.position, delay: time.seconds(since: first.landingTime),
      moved: (first.position - first.landingPosition).length)
    start = time
    self.copies = copies
  }

  /// Whether the copy at `index` is one of the three.
  func involves(_ index: Int) -> Bool { index == copies.first || index == copies.second || index == copies.both }

  /// Whether the touches landed further apart than the fingers of the widest pinch of one hand.
  var isWide: Bool { (second.start - first.start).length > PairEvidence.widestPinch }

  /// Follows the touches of a frame; one that is missing is gone.
  mutating func follow(_ frame: borrowing TouchFrame) {
    first.isDown = false
    second.isDown = false
    for index in frame.indices {
      if frame.touches[index].id == first.id { first.follow(frame.touches[index]) }
      if frame.touches[index].id == second.id { second.follow(frame.touches[index]) }
    }
  }

  // MARK: The decision

  /// The displacements of the slower and of the faster touch, in millimetres, from which two hands may be told before something begins.
  private static let significant = (slower: 1.5, faster: 2.5)
  /// The evidence, in nats, below which they are.
  private static let clearlyTwo = -2.0
  /// The time after which touches beyond a hand's reach that have not moved are two hands, in seconds.
  private static let timeout = 0.5

  /// The decision by the motion so far. `isBeginning` is whether the copy for both recognizes something now: then there must be one;
  /// `isBesideOthers` is whether several hands were seen on the glass.
  func decision(isBeginning: Bool, isBesideOthers: Bool, at time: Timestamp) -> Decision {
    let lengths = (first.displacement.length, second.displacement.length)
    let (slower, faster) = (min(lengths.0, lengths.1), max(lengths.0, lengths.1))
    return isFar ? farDecision(slower, faster, at: time) : nearDecision(slower, faster, isBeginning, isBesideOthers)
  }

  /// Two hands, unless both touches move straight towards or away from each other.
  private func farDecision(_ slower: Double, _ faster: Double, at time: Timestamp) -> Decision {
    guard first.isDown, second.isDown else { return .twoHands }
    guard faster >= HandHypothesis.significant.faster else {
      return time.seconds(since: start) > HandHypothesis.timeout ? .twoHands : .open
    }
    let (share, angle) = isWide ? (2.0, 30.0) : (3, 45)
    return slower > faster / share
      && evidence.isAlongLine(first.displacement, second.displacement, within: Angle(degrees: angle))
      ? .oneHand : .twoHands
  }

  /// What the evidence says when something begins or a touch lifts; before that, two hands if it is clearly for them.
  private func nearDecision(_ slower: Double, _ faster: Double, _ isBeginning: Bool, _ isBesideOthers: Bool)
    -> Decision
  {
    let isDue = isBeginning || !first.isDown || !second.isDown
    guard isDue || (slower >= HandHypothesis.significant.slower && faster >= HandHypothesis.significant.faster) else {
      return .open
    }
    if evidence.isCertain || (isDue && !isBeginning && evidence.isCrowded) { return isDue ? .oneHand : .open }
    let nats =
      PairEvidence.prior(isBesideOthers: isBesideOthers) + evidence.landing
      + evidence.motion(first.displacement, second.displacement)
    if isDue { return nats > 0 ? .oneHand : .twoHands }
    return nats < HandHypothesis.clearlyTwo ? .twoHands : .open
  }
}
