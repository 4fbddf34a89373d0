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
  var palm: (place: UserPoint, time: Timestamp)?

  /// The space in which the user sees the panel.
  private(set) var user: UserFrame
  /// Which contacts of the latest frame belong to one hand.
  var grouping = HandGrouping()
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

extension BayesianHandEstimator {
  /// Sorts the contacts of `frame` into hands; hands keep their identity by the contacts that they keep. Answers whether other
  /// fingers are down than before, or other hands.
  mutating func regroup(_ frame: borrowing TouchFrame) -> Bool {
    let user = user
    let downCount = frame.downCount
    grouping.begin()
    for index in frame.indices where frame[index].isDown {
      let touch = frame[index]
      let isHolding = downCount > 1 && BayesianHandEstimator.isHolding(touch, at: frame.timestamp, in: user)
      guard touch.position.isFinite, !isHolding else { continue }
      let place = user.inward(touch.position)
      guard grouping.add(touch.id, at: place, landed: touch.landingTime, source: index, tool: touch.tool) else { break }
      if let shape = touch.shape, touch.phase == .began { trust.note(shape) }
    }
    let isNews = grouping.join()
    if grouping.count < downCount { forgetHolding(in: frame) }
    var claimed: UInt8 = 0
    for leader in 0..<grouping.count where grouping.group(of: leader) == leader {
      guard claimed.nonzeroBitCount < HandTracks.capacity else { break }
      let index = track(of: leader, in: frame, claimed) ?? beginTrack()
      claimed |= 1 << UInt8(index)
      fill(index, leader: leader, from: frame)
    }
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      if tracks[index].lifted == nil { lift(index) }
    }
    return isNews
  }

  /// Forgets hands whose fingers turned out to hold the device: they hover nowhere, and who comes beside them is not the second.
  private mutating func forgetHolding(in frame: borrowing TouchFrame) {
    for index in tracks.indices.reversed() where tracks[index].lifted == nil {
      var isDown = false
      for contact in frame.indices where frame[contact].isDown {
        if tracks[index].has(frame[contact].id) { isDown = true }
      }
      for member in 0..<grouping.count where tracks[index].has(frame[grouping.source(of: member)].id) { isDown = false }
      if isDown { tracks.remove(at: index) }
    }
  }

  /// The hand, not yet claimed, that shares most contacts with a group. It changes nothing, but what is not `mutating` is lent a
  /// copy of the whole estimator.
  private mutating func track(of leader: Int, in frame: borrowing TouchFrame, _ claimed: UInt8) -> Int? {
    var best: Int?
    var most = 0
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      guard tracks[index].lifted == nil else { continue }
      var shared = 0
      for member in 0..<grouping.count where grouping.group(of: member) == leader {
        let name = frame[grouping.source(of: member)].id
        for contact in 0..<tracks[index].contacts.count where tracks[index].ids[contact] == name { shared += 1 }
      }
      if shared > most { (best, most) = (index, shared) }
    }
    return best
  }

  private mutating func fill(_ index: Int, leader: Int, from frame: borrowing TouchFrame) {
    var contacts = TouchPositions()
    var major: Double?
    var members = 0
    for member in 0..<grouping.count where grouping.group(of: member) == leader {
      let touch = frame[grouping.source(of: member)]
      if contacts.count < TouchPositions.capacity { tracks[index].ids[contacts.count] = touch.id }
      contacts.append(user.inward(touch.position))
      if members == 0 {
        tracks[index].tool = touch.tool
        tracks[index].shape = touch.shape
        tracks[index].landed = touch.landingTime
      } else if members == 1 {
        tracks[index].second = (touch.shape, touch.landingTime)
      }
      members += 1
      if trust.trustsSize, let shape = touch.shape { major = max(major ?? 0, Double(shape.major)) }
    }
    tracks[index].contacts = contacts
    tracks[index].contactMajor = major
    // What was a thing when more of it touched is none of the hands while less of it does.
    if members > TouchPositions.capacity { tracks[index].isHeap = true }
    if contacts.count == 1 { tracks[index].path.add(contacts[0]) }
  }

  /// Reads the contacts of a hand both ways and asks the sources.
  mutating func read(_ index: Int, after seconds: Double) {
    let contacts = tracks[index].contacts
    guard contacts.count > 0 else { return }
    let posture = environment.posture
    // Nothing here asks a method of the estimator that is not `mutating`: for that all of it would be copied.
    let turn = posture.isApproachable ? stance.turn : 0
    var expected = (
      right: posture.expectedAzimuth(at: contacts.centroid, in: user) + turn,
      left: posture.expectedAzimuth(at: contacts.mirrored.centroid, in: user) - turn
    )
    var deviation = posture.azimuthDeviation
    if let stated = environment.statedAzimuth {
      expected = (stated.degrees, stated.degrees)
      deviation = 5
    }
    let grip = grip(of: index)
    tracks[index].grip = grip
    tracks[index].expectedAzimuth = expected
    tracks[index].azimuthDeviation = deviation
    if grip == .spread, contacts.count == 5 {
      scale = min(max(0.5 * scale + 0.5 * (0.97 + 0.0026 * (contacts.diameter - 172)), 0.65), 1.2)
      tracks[index].scale = scale
    }
    let pair = FingerPair(
      contacts, first: tracks[index].shape, second: tracks[index].second.shape,
      apart: abs(tracks[index].second.landed.seconds(since: tracks[index].landed)), trust)
    tracks[index].twoHandsProbability = grip == .pinch ? pair.twoHandsProbability : 0
    var situation = HandSituation(
      contacts: contacts, grip: grip, expectedAzimuth: expected, posture: posture, path: tracks[index].path,
      thumbProbability: tracks[index].thumbProbability,
      shape: trust.trustsOrientation ? tracks[index].shape : nil, palm: nil, halfPanel: user.halfSize)
    situation.firstThumbLogOdds = pair.firstThumbLogOdds
    situation.isCrossed = tracks[index].noteCrossing()
    tracks[index].palm = palm?.place
    if let palm { situation.palm = palm.place - contacts.centroid }
    ask(situation, about: index, after: seconds)
  }

  private mutating func ask(_ situation: borrowing HandSituation, about index: Int, after seconds: Double) {
    if let stated = environment.statedHand, stated == .left || stated == .right {
      return state(stated, despite: situation, about: index)
    }
    for source in sources.indices {
      guard let ratio = sources[source].capped(in: situation) else { continue }
      tracks[index].evidence.note(ratio, from: source, after: seconds, holding: sources[source].hold)
    }
    if let order = order(of: index) {
      tracks[index].evidence.note(order, from: BayesianHandEstimator.orderSource, after: seconds)
    }
  }

  /// What people say of themselves holds; only a palm or a whole hand that speaks against it makes it less sure (case 63).
  private mutating func state(_ stated: Handedness, despite situation: borrowing HandSituation, about index: Int) {
    let sign = stated == .right ? 1.0 : -1.0
    var contrary = 0.0
    for source in sources.indices where sources[source].cap >= 3 {
      guard let ratio = sources[source].capped(in: situation) else { continue }
      if ratio * sign < -2.999 { contrary = max(contrary, abs(ratio)) }
    }
    tracks[index].prior = sign * (6 - contrary)
  }

  /// With two hands on the glass, the one further right is more likely the right one. `mutating` as the above is.
  private mutating func order(of index: Int) -> Double? {
    guard tracks.touchingCount == 2 else { return nil }
    for other in tracks.indices where other != index && tracks[other].lifted == nil {
      let offset = tracks[index].contacts.centroid.x - tracks[other].contacts.centroid.x
      return min(max(offset / 30, -2.5), 2.5)
    }
    return nil
  }

  /// How the hand at `index` is put on the glass. `mutating` as the above is.
  private mutating func grip(of index: Int) -> Grip {
    if tracks[index].tool == .pen { return .pen }
    if tracks[index].isHeap { return .object }
    return BayesianHandEstimator.grip(
      of: tracks[index].contacts, major: tracks[index].contactMajor, in: environment.posture, doing: hint)
  }

  /// How fingers are put on the glass: what the recognizers say decides, and where they say nothing the distances do.
  private static func grip(
    of contacts: TouchPositions, major: Double?, in posture: Posture, doing hint: GestureHint.Kind?
  ) -> Grip {
    if let major, major > 30 { return .object }
    switch contacts.count {
    case 1: return posture == .thumbs ? .thumb : .finger
    case 2:
      switch hint {
      case .pinch, .rotate: return .pinch
      case .multi: return .chord
      default: return isSideBySide(contacts) ? .chord : .pinch
      }
    case 3, 4:
      // Fingers without the thumb span at most 77 mm in the fitted poses; the thumb lies more than 100 mm off.
      return contacts.diameter > 88 ? .spread : .chord
    default: return .spread
    }
  }

  /// Two fingers side by side are at most 48 mm apart in the fitted poses, and flatter than 45° unless very close.
  private static func isSideBySide(_ contacts: TouchPositions) -> Bool {
    let offset = contacts[1] - contacts[0]
    return offset.length < 27 || (offset.length < 50 && abs(offset.dy) < abs(offset.dx))
  }

  /// Whether a contact only holds the device: at the edge, and resting where it landed (placement.md case 39).
  private static func isHolding(_ touch: Touch, at time: Timestamp, in user: UserFrame) -> Bool {
    let place = user.inward(touch.position)
    let edge = min(user.halfSize.width - abs(place.x), user.halfSize.height - abs(place.y))
    guard user.halfSize.width > 0, edge < BayesianHandEstimator.holdingBand else { return false }
    return time - touch.landingTime > BayesianHandEstimator.restingTime
      && touch.position.distance(to: touch.landingPosition) < 3
  }
}

extension BayesianHandEstimator {
  /// The edge at which the user is taken to sit or stand: the stated one, unless a whole hand on a table came from another.
  public var userEdge: ScreenEdge { stance.edge ?? environment.userEdge }

  /// What is known of the forearm at `contacts`, for a right hand; mirrored contacts and `sign` -1 for a left one.
  func expectedAzimuth(at contacts: TouchPositions, sign: Double) -> Double {
    let usual = environment.posture.expectedAzimuth(at: contacts.centroid, in: user)
    return environment.posture.isApproachable ? usual + sign * stance.turn : usual
  }

  /// Looks whether the only hand, a whole one, came in at another edge of the table; answers whether everything was turned.
  mutating func turnToUser() -> Bool {
    guard environment.posture == .tabletop, environment.statedAzimuth == nil, tracks.touchingCount == 1 else {
      return false
    }
    for index in tracks.indices where tracks[index].lifted == nil && tracks[index].grip == .spread {
      // Without a side there is nothing to turn: from the other edge it would be the other hand.
      guard tracks[index].logOdds != 0 else { continue }
      let present = userEdge
      var best = (edge: present, likelihood: likelihood(of: tracks[index], at: present))
      best.likelihood += UserStance.convincing
      for edge in [ScreenEdge.bottom, .top, .left, .right] where edge != present {
        let likelihood = likelihood(of: tracks[index], at: edge)
        if likelihood > best.likelihood { best = (edge, likelihood) }
      }
      guard best.edge != present else { continue }
      turn(to: best.edge)
      return true
    }
    return false
  }

  /// How well a whole hand, of the side that it shows, fits to a user at `edge`; the log of a density.
  private func likelihood(of track: HandTrack, at edge: ScreenEdge) -> Double {
    let other = UserFrame(panel: environment.panel, edge: edge)
    var contacts = track.contacts.mapped { other.inward(user.outward($0)) }
    if track.logOdds < 0 { contacts = contacts.mirrored }
    return HandReading(
      contacts, grip: .spread, azimuth: environment.posture.expectedAzimuth(at: contacts.centroid, in: other),
      deviation: environment.posture.azimuthDeviation
    ).logLikelihood
  }

  /// Turns all that is remembered into the frame of a user at `edge`.
  private mutating func turn(to edge: ScreenEdge) {
    let old = user
    stance.move(to: edge)
    let new = user
    for index in tracks.indices {
      tracks[index].contacts = tracks[index].contacts.mapped { new.inward(old.outward($0)) }
    }
    if let palm { self.palm = (new.inward(old.outward(palm.place)), palm.time) }
  }

  /// Learns from a hand that lifts how far to the side its user stands: what its fingers said of the forearm, without what
  /// was expected.
  mutating func learnStance(from index: Int) {
    let track = tracks[index]
    guard environment.posture.isApproachable, environment.statedAzimuth == nil,
      track.grip == .pinch || track.grip == .chord || track.grip == .spread,
      abs(track.logOdds) > 1.4
    else { return }
    let isRight = track.logOdds > 0
    let sign = isRight ? 1.0 : -1.0
    let reading = isRight ? track.right : track.left
    let expected = expectedAzimuth(at: isRight ? track.contacts : track.contacts.mirrored, sign: sign)
    let prior = environment.posture.azimuthDeviation
    let share = 1 - reading.deviation * reading.deviation / (prior * prior)
    guard share > 0.1 else { return }
    stance.note(sign * (reading.azimuth - expected) / share + stance.turn)
  }
}
