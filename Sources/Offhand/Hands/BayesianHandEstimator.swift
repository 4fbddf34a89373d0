/// Infers the side of a hand and the direction of its forearm together, from everything that the fingers do (Design/HandModel.md "Evidence").
///
/// Touches are grouped into hands; every hand is read twice, as a right and, mirrored, as a left one; sources of evidence add up in
/// log odds; between gestures the belief fades to the prior.
///
/// Methods that use much of the estimator are `mutating` even if they do not change it: a non-mutating method is passed a copy
/// of the whole estimator.
public struct BayesianHandEstimator: PanelHandEstimator {
  /// The sources of evidence that come with the package.
  public static var standardSources: [any HandEvidence] {
    [
      ThumbSideEvidence(), ChordSlopeEvidence(), PinchAxisEvidence(), StrokeEvidence(), PalmEvidence(),
      ContactShapeEvidence(), HoldingSideEvidence(),
    ]
  }

  /// How long a hand that has lifted still counts as over the glass.
  private static let afterglow = Duration.milliseconds(300)
  /// How long a detected palm still counts.
  private static let palmMemory = Duration.milliseconds(1000)
  /// A touch within this distance of the panel's edge, in millimetres, that rests for `restingTime` holds the device.
  private static let holdingBand = 15.0
  /// How long a touch at the edge rests before it counts as holding.
  private static let restingTime = Duration.milliseconds(500)
  /// The largest displacement of a touch that rests, in millimetres.
  private static let restingDistance = 3.0
  /// The interval at which hands are read while the same fingers are down: evidence is smoothed over 80 ms anyway, and some devices
  /// send a thousand frames a second.
  private static let readingInterval = Duration.milliseconds(16)
  /// The index of the evidence from the order of two hands in a ledger: after all sources.
  private static let orderSource = EvidenceLedger.capacity - 1
  /// The share of the prior that a second hand begins with: it is about as likely to be the other hand as not.
  private static let secondHandShare = 0.2
  /// The least log odds in nats of a hand from which the user's stance is learned: 80 %.
  private static let leastStanceOdds = 1.4
  private static let statedDeviation = Angle(degrees: 5)

  /// The panel, how it is held, and its user. The next frame is read at once after a change.
  public var environment: PanelSetup {
    didSet {
      if environment.userEdge != oldValue.userEdge { state.stance.leaveStatedEdge() }
      updateUser()
      state.lastReading = .zero
    }
  }
  /// The hand of all touches together: `both` for several hands, `unknown` while nothing touches.
  public private(set) var hand = Hand.unknown
  /// The hands on the glass, and those that lifted up to 0.3 s ago.
  public private(set) var tracks = HandTracks()

  private let sources: [any HandEvidence]
  /// The coordinates in which the user sees the panel.
  private var user: UserFrame
  /// The touches of the latest frame by hand.
  private var grouping = HandGrouping()
  private var state = State()

  /// Everything that is remembered from frame to frame, apart from the touches.
  private struct State: Sendable {
    var latest = Timestamp.zero
    var lastReading = Timestamp.zero
    var hint: GestureKind?
    /// The position of the palm detected last, in the user's frame, and its time.
    var palm: (position: UserPoint, time: Timestamp)?
    var shapes = LandedShapes()
    /// The scale of hands, a running mean over hands with all five fingers down; 1 is a large man's.
    var scale = 0.97
    var stance = UserStance()
    var memory = HandMemory()
    var digits = DigitHabit()
    var nextID = 1
  }

  /// An estimator with at most 15 sources of evidence; by default the standard ones.
  public init(environment: PanelSetup, sources: [any HandEvidence] = BayesianHandEstimator.standardSources) {
    self.environment = environment
    user = UserFrame(panel: environment.panel, edge: environment.userEdge)
    self.sources = Array(sources.prefix(BayesianHandEstimator.orderSource))
  }

  /// The assumed edge of the panel at which the user is: the stated one, unless a hand was seen to come from another.
  public var userEdge: ScreenEdge { state.stance.edge ?? environment.userEdge }

  /// The probability of a right hand learned from gestures so far; `nil` until one was informative.
  public var learnedRightProbability: Double? { state.memory.rightProbability }

  /// Processes a frame.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    state.latest = max(state.latest, frame.timestamp)
    dropLifted()
    let isPalm = notePalm(in: frame)
    let isRegrouped = regroup(frame)
    let isDue = state.latest - state.lastReading >= BayesianHandEstimator.readingInterval
    guard isPalm || isRegrouped || isDue else { return }
    let seconds = min(max(state.latest.seconds(since: state.lastReading), 0), 0.05)
    state.lastReading = state.latest
    for index in tracks.indices where tracks[index].lifted == nil { read(index, after: seconds) }
    if turnToUser() { rereadAll() }
    nameHand()
  }

  /// Records which gesture the recognizers report, and reads the hands again accordingly; returns whether that was new.
  @discardableResult
  public mutating func note(_ kind: GestureKind) -> Bool {
    guard kind != state.hint else { return false }
    state.hint = kind
    rereadAll()
    nameHand()
    return true
  }

  /// Forgets the touches, and the time: the next frame may have an earlier one. What was learned about users remains.
  public mutating func reset() {
    hand = .unknown
    state.latest = .zero
    state.lastReading = .zero
    tracks.removeAll()
    grouping.removeAll()
    state.palm = nil
    state.hint = nil
  }

  /// Discards the evidence so far and reads all hands again.
  private mutating func rereadAll() {
    for index in tracks.indices where tracks[index].lifted == nil {
      tracks[index].evidence = EvidenceLedger()
      read(index, after: 0)
    }
  }

  /// Decides the named side of every hand that is likely enough, and of all hands together.
  private mutating func nameHand() {
    var latest = Hand.unknown
    var hands = 0
    for index in tracks.indices where tracks[index].lifted == nil && tracks[index].grip != .object {
      tracks[index].commit(at: state.latest)
      let twoHands = tracks[index].twoHandsProbability
      latest = twoHands > 0.5 ? Hand(side: .both, confidence: twoHands) : tracks[index].hand
      hands += 1
    }
    hand = hands > 1 ? .both : latest
  }

  /// Updates the user's frame after a change of the setup or of the user's edge, and converts all remembered state to it.
  private mutating func updateUser() {
    let old = user
    user = UserFrame(panel: environment.panel, edge: userEdge)
    guard user != old else { return }
    for index in tracks.indices { tracks[index].move(from: old, to: user) }
    if let palm = state.palm { state.palm = (user.inward(old.outward(palm.position)), palm.time) }
  }

  // MARK: Hands that come and go

  /// Assigns the touches of `frame` to hands, which keep their identity by the touches that they retain. Returns whether
  /// fingers or hands differ from those of the previous frame.
  private mutating func regroup(_ frame: borrowing TouchFrame) -> Bool {
    let user = user
    let downCount = frame.downCount
    grouping.begin()
    for index in frame.indices where frame[index].isDown {
      let touch = frame[index]
      let isHolding = downCount > 1 && BayesianHandEstimator.isHolding(touch, at: frame.timestamp, in: user)
      guard touch.position.isFinite, !isHolding else { continue }
      let position = user.inward(touch.position)
      guard grouping.add(touch.id, at: position, source: index, tool: touch.tool) else {
        break
      }
      if let shape = touch.shape, touch.phase == .began { state.shapes.note(shape) }
    }
    let isRegrouped = grouping.join()
    if grouping.count < downCount { removeHolding(in: frame) }
    let trustsSize = state.shapes.trustsSize
    // `self.user` from here on: a hand that begins may have changed it.
    var claimed: UInt8 = 0
    for leader in 0..<grouping.count where grouping.group(of: leader) == leader {
      guard claimed.nonzeroBitCount < HandTracks.capacity else { break }
      let known = track(of: leader, in: frame, claimed)
      if known == nil { tracks.makeRoom(keeping: &claimed) }
      let index = known ?? beginTrack()
      claimed |= 1 << UInt8(index)
      tracks[index].update(from: frame, grouping, leader: leader, in: self.user, trustsSize: trustsSize)
    }
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      if tracks[index].lifted == nil { lift(index) }
    }
    return isRegrouped
  }

  /// Whether a touch only holds the device: at the edge, and at rest where it landed (Design/Placing.md case 39).
  private static func isHolding(_ touch: Touch, at time: Timestamp, in user: UserFrame) -> Bool {
    let position = user.inward(touch.position)
    let edge = min(user.halfSize.width - abs(position.x), user.halfSize.height - abs(position.y))
    guard user.halfSize.width > 0, edge < BayesianHandEstimator.holdingBand else { return false }
    return time - touch.landingTime > BayesianHandEstimator.restingTime
      && touch.position.distance(to: touch.landingPosition) < BayesianHandEstimator.restingDistance
  }

  /// Drops tracks whose fingers turned out only to hold the device: they are not over the glass, so a hand that lands
  /// beside them is not a second hand.
  private mutating func removeHolding(in frame: borrowing TouchFrame) {
    for index in tracks.indices.reversed() where tracks[index].lifted == nil {
      var isDown = false
      for contact in frame.indices where frame[contact].isDown {
        if tracks.has(frame[contact].id, at: index) { isDown = true }
      }
      for member in 0..<grouping.count where tracks.has(frame[grouping.source(of: member)].id, at: index) {
        isDown = false
      }
      if isDown { tracks.remove(at: index) }
    }
  }

  /// The hand, not yet claimed, that shares the most touches with a group.
  private mutating func track(of leader: Int, in frame: borrowing TouchFrame, _ claimed: UInt8) -> Int? {
    var best: Int?
    var most = 0
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      guard tracks[index].lifted == nil else { continue }
      var shared = 0
      for member in leader..<grouping.count where grouping.group(of: member) == leader {
        if tracks.has(frame[grouping.source(of: member)].id, at: index) { shared += 1 }
      }
      if shared > most { (best, most) = (index, shared) }
    }
    return best
  }

  private mutating func beginTrack() -> Int {
    let isAlone = tracks.touchingCount == 0
    if isAlone {
      state.stance.refresh(at: state.latest)
      updateUser()
      state.hint = nil
    }
    let odds = state.memory.logOdds(at: state.latest, in: environment)
    let track = HandTrack(
      id: state.nextID, prior: isAlone ? odds : odds * BayesianHandEstimator.secondHandShare, scale: state.scale,
      thumbProbability: state.digits.thumbProbability(at: state.latest, in: environment.posture))
    state.nextID += 1
    return tracks.append(track)
  }

  /// Ends a hand whose last finger has lifted, and learns from it.
  private mutating func lift(_ index: Int) {
    if tracks[index].tool != .pointer { learn(from: index) }
    tracks[index].lifted = state.latest
    state.stance.stay(at: state.latest)
    guard !tracks[index].isPalm else { return }
    for other in tracks.indices where tracks[other].lifted == nil { tracks[other].wasAccompanied = true }
  }

  private mutating func learn(from index: Int) {
    // Of two hands each is read as the other's opposite, which says little about a hand that comes alone.
    let wasAlone = tracks.touchingCount == 1 && !tracks[index].wasAccompanied
    if wasAlone, environment.statedHand == nil, tracks[index].isOneHand {
      state.memory.learn(tracks[index].logOdds, from: tracks[index].prior, at: state.latest)
    }
    learnDigit(from: index)
    learnStance(from: index)
  }

  /// Learns from a stroke of one finger that lifts whether it was a thumb.
  private mutating func learnDigit(from index: Int) {
    guard environment.posture.isHeld, tracks[index].grip != .pen, tracks[index].positions.count == 1 else { return }
    guard let stroke = StrokeReading(tracks[index].path) else { return }
    state.digits.learn(
      stroke, right: tracks[index].rightProbability, left: tracks[index].leftProbability, at: state.latest,
      in: environment.posture)
  }

  /// Drops hands that lifted too long ago, and a palm that was detected too long ago.
  private mutating func dropLifted() {
    var index = 0
    while index < tracks.count {
      if let lifted = tracks[index].lifted, state.latest - lifted > BayesianHandEstimator.afterglow {
        tracks.remove(at: index)
      } else {
        index += 1
      }
    }
    if let palm = state.palm, state.latest - palm.time > BayesianHandEstimator.palmMemory { state.palm = nil }
  }

  /// Records palms: touches that are cancelled while another finger remains. Returns whether `frame` has one.
  private mutating func notePalm(in frame: borrowing TouchFrame) -> Bool {
    var isPalm = false
    for index in frame.indices where frame[index].phase == .cancelled {
      guard frame[index].position.isFinite, frame.downCount > 0, !isReplaced(frame[index], in: frame) else { continue }
      state.palm = (user.inward(frame[index].position), state.latest)
      isPalm = true
      // Before it was cancelled it counted as a finger of its hand, or as another hand.
      for track in tracks.indices where tracks.has(frame[index].id, at: track) { tracks[track].becomePalm() }
    }
    if isPalm {
      for index in tracks.indices { tracks[index].evidence.forget(BayesianHandEstimator.orderSource) }
    }
    return isPalm
  }

  /// Whether the driver gave the slot of a touch to another contact in the same report: the same finger under another number.
  private func isReplaced(_ touch: Touch, in frame: borrowing TouchFrame) -> Bool {
    for index in frame.indices where frame[index].phase == .began {
      if frame[index].device == touch.device, frame[index].slot == touch.slot { return true }
    }
    return false
  }

  // MARK: Reading a hand

  /// Reads the touches of a hand as a right and as a left one and collects the evidence, `seconds` after the previous reading.
  private mutating func read(_ index: Int, after seconds: Double) {
    let positions = tracks[index].positions
    guard positions.count > 0 else { return }
    let grip = grip(of: index)
    if grip == .spread, positions.count == 5 {
      state.scale = min(max(0.5 * state.scale + 0.5 * (0.97 + 0.0026 * (positions.diameter - 172)), 0.65), 1.2)
      tracks[index].scale = state.scale
    }
    let situation = tracks[index].interpret(
      as: grip, forearm: forearmPrior(at: positions), palm: state.palm?.position, shapes: state.shapes,
      posture: environment.posture, halfPanel: user.halfSize)
    if let stated = environment.statedHand, stated == .left || stated == .right {
      return applyStated(stated, despite: situation, to: index)
    }
    // A pointer shows where a finger would be, but no hand is behind it.
    if tracks[index].tool == .pointer { return }
    for number in sources.indices {
      // The array holds them all: each retained for itself takes 40 instructions a frame.
      unowned(unsafe) let source = sources[number]
      guard let ratio = source.capped(in: situation) else { continue }
      tracks[index].evidence.note(ratio, from: number, after: seconds, source.aggregation)
    }
    if let order = order(of: index) {
      tracks[index].evidence.note(order, from: BayesianHandEstimator.orderSource, after: seconds, .strongest)
    }
  }

  /// The prior of the forearm's azimuth for a hand at `positions`, before the positions count as evidence.
  private mutating func forearmPrior(at positions: TouchPositions) -> HandTrack.ForearmPrior {
    if let stated = environment.statedAzimuth {
      return HandTrack.ForearmPrior(right: stated, left: stated, deviation: BayesianHandEstimator.statedDeviation)
    }
    let posture = environment.posture
    let offset = posture.isApproachable ? state.stance.azimuthOffset : .zero
    return HandTrack.ForearmPrior(
      right: posture.expectedAzimuth(at: positions.centroid, in: user) + offset,
      left: posture.expectedAzimuth(at: positions.mirrored.centroid, in: user) - offset,
      deviation: posture.azimuthDeviation)
  }

  private mutating func grip(of index: Int) -> Grip {
    if tracks[index].tool == .pen { return .pen }
    if tracks[index].isHeap { return .object }
    return Grip(
      of: tracks[index].positions, major: tracks[index].contactMajor, in: environment.posture, hint: state.hint)
  }

  /// Takes the stated hand as the prior; only strong evidence against it, a palm or a whole hand, makes it less certain (case 63).
  private mutating func applyStated(_ stated: Handedness, despite situation: borrowing HandSituation, to index: Int) {
    let sign = stated == .right ? 1.0 : -1.0
    var contrary = 0.0
    for source in sources where source.cap >= 3 {
      guard let ratio = source.capped(in: situation) else { continue }
      if ratio * sign < -2.999 { contrary = max(contrary, abs(ratio)) }
    }
    tracks[index].prior = sign * (6 - contrary)
  }

  /// The evidence from the order of two hands on the glass: the one further right is more likely the right one.
  private mutating func order(of index: Int) -> Double? {
    guard tracks.touchingCount == 2 else { return nil }
    for other in tracks.indices where other != index && tracks[other].lifted == nil {
      let offset = tracks[index].positions.centroid.x - tracks[other].positions.centroid.x
      return min(max(offset / 30, -2.5), 2.5)
    }
    return nil
  }

  // MARK: Where the user stands

  /// Checks whether the only hand, a whole one, came from another edge of the table; returns whether the user's frame was turned.
  private mutating func turnToUser() -> Bool {
    guard environment.posture == .tabletop, environment.statedAzimuth == nil, tracks.touchingCount == 1 else {
      return false
    }
    for index in tracks.indices where tracks[index].lifted == nil && tracks[index].grip == .spread {
      // Nothing is turned without a side: from the other edge it would be the other hand.
      guard tracks[index].logOdds != 0 else { continue }
      let present = userEdge
      var best = (edge: present, likelihood: likelihood(of: tracks[index], at: present))
      best.likelihood += UserStance.convincing
      for edge in [ScreenEdge.bottom, .top, .left, .right] where edge != present {
        let likelihood = likelihood(of: tracks[index], at: edge)
        if likelihood > best.likelihood { best = (edge, likelihood) }
      }
      guard best.edge != present else { continue }
      state.stance.move(to: best.edge)
      updateUser()
      return true
    }
    return false
  }

  /// The log of the likelihood density of a whole hand, read as its likelier side, for a user at `edge`.
  private func likelihood(of track: HandTrack, at edge: ScreenEdge) -> Double {
    let other = UserFrame(panel: environment.panel, edge: edge)
    var positions = track.positions.moved(from: user, to: other)
    if track.logOdds < 0 { positions = positions.mirrored }
    return HandReading(
      positions, grip: .spread, azimuth: environment.posture.expectedAzimuth(at: positions.centroid, in: other),
      deviation: environment.posture.azimuthDeviation
    ).logLikelihood
  }

  /// Learns the user's sideways position from a hand that lifted: the azimuth that its fingers indicated without the prior.
  private mutating func learnStance(from index: Int) {
    let track = tracks[index]
    guard environment.posture.isApproachable, environment.statedAzimuth == nil,
      track.grip == .pinch || track.grip == .chord || track.grip == .spread,
      abs(track.logOdds) > BayesianHandEstimator.leastStanceOdds
    else { return }
    let isRight = track.logOdds > 0
    let sign = isRight ? 1.0 : -1.0
    let reading = isRight ? track.right : track.left
    let centroid = (isRight ? track.positions : track.positions.mirrored).centroid
    let expected = environment.posture.expectedAzimuth(at: centroid, in: user) + state.stance.azimuthOffset * sign
    let prior = environment.posture.azimuthDeviation.radians
    let share = 1 - reading.deviation.radians * reading.deviation.radians / (prior * prior)
    guard share > 0.1 else { return }
    let offset = Angle(radians: sign * (reading.azimuth - expected).radians / share)
    state.stance.note(offset + state.stance.azimuthOffset)
  }
}
