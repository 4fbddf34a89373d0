/// The hypothesis that two touches belong to one hand: open until their motion decides.
///
/// Touches within a hand's reach are one hand's until they are proven to be two hands', those beyond it two hands' until they move as one
/// hand's. The chart in Design/Recognizing.md "Several hands" has the states.
struct HandHypothesis: Sendable {
  struct Finger: Sendable {
    /// The touch when the later one of the two landed.
    let start: Touch
    /// The touch now, or as it lifted.
    private(set) var touch: Touch
    /// The first position beyond a finger's rest after that landing, and its time.
    private(set) var departure: (position: Point, time: Timestamp)?
    /// Whether it is down; a touch that is missing is gone.
    fileprivate(set) var isDown = true

    init(_ touch: Touch) {
      start = touch
      self.touch = touch
    }

    /// Its displacement since the later one of the two landed.
    var displacement: Vector { touch.position - start.position }

    fileprivate mutating func follow(_ touch: Touch, at time: Timestamp) {
      self.touch = touch
      if departure == nil, displacement.length > HandReach.restingSlop { departure = (touch.position, time) }
      isDown = touch.isDown
    }
  }

  enum Decision { case open, oneHand, twoHands }

  /// What the touches are taken for while it is open.
  enum Reading { case oneHand, twoHands }

  private(set) var first: Finger
  private(set) var second: Finger
  /// The time at which the second touch landed.
  let start: Timestamp
  /// The copies of the pipeline that process them: one while they are taken for one hand.
  let copies: (first: Int, second: Int)
  private let evidence: PairEvidence

  init(_ first: Touch, _ second: Touch, copies: (first: Int, second: Int), isBesideOthers: Bool, at time: Timestamp) {
    self.first = Finger(first)
    self.second = Finger(second)
    self.copies = copies
    evidence = PairEvidence(
      line: second.position - first.position, delay: time.seconds(since: first.landingTime),
      moved: (first.position - first.landingPosition).length, isBesideOthers: isBesideOthers)
    start = time
  }

  var reading: Reading { copies.first == copies.second ? .oneHand : .twoHands }

  func involves(_ index: Int) -> Bool { index == copies.first || index == copies.second }

  /// Follows the touches of a frame.
  mutating func follow(_ frame: borrowing TouchFrame) {
    first.isDown = false
    second.isDown = false
    for index in frame.indices {
      if frame.touches[index].id == first.start.id { first.follow(frame.touches[index], at: frame.timestamp) }
      if frame.touches[index].id == second.start.id { second.follow(frame.touches[index], at: frame.timestamp) }
    }
  }

  // MARK: The decision

  /// The displacements of the slower and of the faster touch, in millimetres, from which their directions say something.
  private static let significant = (slower: 1.5, faster: 2.5)
  /// The evidence, in nats, below which touches are two hands before something begins, and the displacement of the slower touch, in
  /// millimetres, from which any evidence for two is enough. Chosen.
  private static let (clearlyTwo, plain) = (-2.0, 4.0)
  /// The time after which touches beyond a hand's reach that have not moved are two hands, in seconds.
  private static let timeout = 0.5

  /// The decision by the motion so far. `isBeginning` is whether the copy for both recognizes something now: then there must be one;
  /// `isBesideOthers` is whether several hands were seen on the glass.
  func decision(isBeginning: Bool, isBesideOthers: Bool, at time: Timestamp) -> Decision {
    let lengths = (first.displacement.length, second.displacement.length)
    let (slower, faster) = (min(lengths.0, lengths.1), max(lengths.0, lengths.1))
    guard reading == .twoHands else { return nearDecision(slower, faster, isBeginning, isBesideOthers, at: time) }
    guard first.isDown, second.isDown else { return .twoHands }
    guard faster >= HandHypothesis.significant.faster else {
      return time.seconds(since: start) > HandHypothesis.timeout ? .twoHands : .open
    }
    return evidence.isFarPinch(first.displacement, second.displacement) ? .oneHand : .twoHands
  }

  /// What the evidence says when something begins or a touch lifts; before that, two hands if it is clearly for them.
  private func nearDecision(
    _ slower: Double, _ faster: Double, _ isBeginning: Bool, _ isBesideOthers: Bool, at time: Timestamp
  ) -> Decision {
    let isDue = isBeginning || !first.isDown || !second.isDown
    guard isDue || (slower >= HandHypothesis.significant.slower && faster >= HandHypothesis.significant.faster) else {
      return .open
    }
    guard !evidence.isCertain else { return isDue ? .oneHand : .open }
    var nats =
      PairEvidence.prior(isBesideOthers: isBesideOthers) + evidence.landing
      + evidence.motion(first.displacement, second.displacement)
    if first.isDown, !second.isDown {
      nats -= PairEvidence.tapBesideDrag(
        dragged: first.displacement.length, moved: second.displacement.length, for: time.seconds(since: start))
    }
    if isDue { return nats > 0 ? .oneHand : .twoHands }
    return nats < (slower < HandHypothesis.plain ? HandHypothesis.clearlyTwo : 0) ? .twoHands : .open
  }
}
