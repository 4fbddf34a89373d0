/// Infers the side of a hand and the direction of its forearm together, from whatever the fingers do (placement.md §2.2).
///
/// Contacts are grouped into hands; every hand is read twice, as a right and, mirrored, as a left one; sources of evidence add
/// up in log odds; between gestures the belief fades to the prior.
public struct BayesianHandEstimator: HandEstimator {
  /// The sources that come with the package.
  public static var standardSources: [any HandEvidence] {
    [
      ThumbSideEvidence(), ChordSlopeEvidence(), PinchAxisEvidence(), StrokeEvidence(), PalmEvidence(),
      ContactShapeEvidence(), HoldingSideEvidence(),
    ]
  }

  /// How long a hand that has lifted still counts as being over the glass.
  public static let afterglow = Duration.milliseconds(300)
  /// How long a palm that was felt still counts.
  public static let palmMemory = Duration.milliseconds(1000)
  /// A contact this near to the panel's edge that rests for `restingTime` holds the device, in millimetres.
  public static let holdingBand = 15.0
  /// How long the sources of evidence are left alone while the same fingers are down: what they say is smoothed over 80 ms
  /// anyway, and some devices send a thousand frames a second.
  public static let askingInterval = Duration.milliseconds(16)
  /// Where in a ledger stands what the places of two hands say of each other: behind all sources.
  static let orderSource = EvidenceLedger.capacity - 1
  /// How long a contact at the edge rests before it counts as holding.
  public static let restingTime = Duration.milliseconds(500)

  /// The panel, how it is held, who uses it.
  public var environment: PanelSetup {
    didSet {
      user = UserFrame(panel: environment.panel, edge: userEdge)
      asked = .zero
    }
  }
  /// Who is asked, at most 15.
  public var sources: [any HandEvidence]
  /// The hands.
  public internal(set) var tracks = HandTracks()
  /// Whose hand it is.
  public private(set) var hand = Hand.unknown
  /// Where a palm was felt last, in the user's frame, and when.
  var palm: (place: Point, time: Timestamp)?

  /// The space in which the user sees the panel.
  private(set) var user: UserFrame
  /// Which contacts of the latest frame belong to one hand.
  var grouping = ContactGrouping()
  var hint: GestureHint.Kind?
  var latest = Timestamp.zero
  /// When the sources were asked last.
  private var asked = Timestamp.zero
  var trust = EllipseTrust()
  var scale = 0.97
  var stance = UserStance() {
    didSet { user = UserFrame(panel: environment.panel, edge: userEdge) }
  }
  private var memory = HandMemory()
  var digits = DigitHabit()
  private var nextID = 1

  /// An estimator; without `sources` it asks the standard ones.
  public init(
    environment: PanelSetup, sources: [any HandEvidence] = BayesianHandEstimator.standardSources
  ) {
    self.environment = environment
    user = UserFrame(panel: environment.panel, edge: environment.userEdge)
    self.sources = Array(sources.prefix(EvidenceLedger.capacity - 1))
  }

  /// Takes a frame in.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    latest = max(latest, frame.timestamp)
    forgetLifted()
    let isPalm = notePalm(in: frame)
    let isOther = regroup(frame)
    guard isPalm || isOther || latest - asked >= BayesianHandEstimator.askingInterval else { return }
    let seconds = min(max(latest.seconds(since: asked), 0), 0.05)
    asked = latest
    for index in tracks.indices where tracks[index].lifted == nil { read(index, after: seconds) }
    if turnToUser() {
      for index in tracks.indices where tracks[index].lifted == nil {
        tracks[index].evidence = EvidenceLedger()
        read(index, after: 0)
      }
    }
    report()
  }

  /// Takes in what the fingers do, and reads them again in its light; answers whether that was news.
  @discardableResult
  public mutating func note(_ kind: GestureHint.Kind) -> Bool {
    guard kind != hint else { return false }
    hint = kind
    for index in tracks.indices where tracks[index].lifted == nil {
      tracks[index].evidence = EvidenceLedger()
      read(index, after: 0)
    }
    report()
    return true
  }

  /// Forgets the fingers.
  public mutating func reset() {
    tracks.removeAll()
    grouping.removeAll()
    palm = nil
    hint = nil
    hand = .unknown
  }

  /// Begins a hand and answers its position. The second hand is as likely to be the other one as not.
  mutating func beginTrack() -> Int {
    let isAlone = tracks.touchingCount == 0
    if isAlone { stance.refresh(at: latest) }
    let odds = memory.logOdds(at: latest, in: environment)
    let index = tracks.append()
    tracks[index].id = nextID
    tracks[index].began = latest
    tracks[index].prior = isAlone ? odds : odds * 0.2
    tracks[index].scale = scale
    tracks[index].thumbProbability = digits.thumbProbability(at: latest, in: environment.posture)
    nextID += 1
    if isAlone { hint = nil }
    return index
  }

  /// What the gestures so far told of the person, to be kept for another day if they agreed to it; `nil` before they told anything.
  public func habit(on day: Int) -> HandHabit? {
    memory.rightProbability.map { HandHabit(rightProbability: $0, day: day) }
  }

  /// Ends a hand whose last finger has lifted, and remembers what it taught if it was the only one.
  mutating func lift(_ index: Int) {
    if tracks.touchingCount == 1, environment.statedHand == nil, tracks[index].isOneHand {
      memory.learn(tracks[index].logOdds, from: tracks[index].prior, at: latest)
    }
    learnDigit(from: index)
    learnStance(from: index)
    tracks[index].lifted = latest
  }

  /// Learns from a stroke of one finger that lifts whether it was a thumb.
  private mutating func learnDigit(from index: Int) {
    guard environment.posture.isHeld, tracks[index].grip != .pen, tracks[index].contacts.count == 1 else { return }
    guard let stroke = StrokeReading(tracks[index].path) else { return }
    digits.learn(
      stroke, right: tracks[index].rightProbability, left: tracks[index].leftProbability, at: latest,
      in: environment.posture)
  }

  private mutating func forgetLifted() {
    var index = 0
    while index < tracks.count {
      if let lifted = tracks[index].lifted, latest - lifted > BayesianHandEstimator.afterglow {
        tracks.remove(at: index)
      } else {
        index += 1
      }
    }
    if let palm, latest - palm.time > BayesianHandEstimator.palmMemory { self.palm = nil }
  }

  /// A contact that is taken away while another finger stays is a palm. Answers whether there is one in `frame`.
  private mutating func notePalm(in frame: borrowing TouchFrame) -> Bool {
    var isPalm = false
    for index in frame.indices where frame[index].phase == .cancelled {
      guard frame[index].position.isFinite, frame.downCount > 0 else { continue }
      palm = (user.inward(frame[index].position), latest)
      isPalm = true
    }
    // Until it was known for one it may have been taken for a hand beside the others.
    if isPalm {
      for index in tracks.indices { tracks[index].evidence.forget(BayesianHandEstimator.orderSource) }
    }
    return isPalm
  }

  /// Lets every hand's belief become an answer, and answers for all of them.
  private mutating func report() {
    var answer = Hand.unknown
    var hands = 0
    for index in tracks.indices where tracks[index].lifted == nil && tracks[index].grip != .object {
      let (right, left) = (tracks[index].rightProbability, tracks[index].leftProbability)
      tracks[index].commitment.update(right: right, left: left, at: latest)
      let isTwo = tracks[index].twoHandsProbability > 0.5
      answer = isTwo ? Hand(side: .both, confidence: tracks[index].twoHandsProbability) : tracks[index].hand
      hands += 1
    }
    hand = hands > 1 ? .both : answer
  }
}
