/// The touches that belong to one hand, and what is inferred about that hand. Positions are in the user's frame.
public struct HandTrack: Sendable {
  private struct Touches: Sendable {
    /// Their positions in the order of landing; those beyond the fingers of a hand are only counted.
    var positions = TouchPositions()
    var ids = InlineArray<5, Touch.ID>(repeating: Touch.ID(rawValue: 0))
    /// How many touches there are.
    var count = 0
    /// The tool that touches, and the shape of the first contact, if the device measures shapes.
    var tool = Touch.Tool.finger
    var shape: ContactShape?
    var landed = Timestamp.zero
    var secondShape: ContactShape?
    /// The long axis of the largest contact in millimetres; `nil` if the device does not measure it or is not trusted.
    var contactMajor: Double?
    /// The distance between the first two touches when both had landed; `nil` while there are fewer.
    var landingSpan: Double?

    /// Notes how far apart the first two touches landed; called when all are there.
    mutating func noteSpan() {
      if positions.count < 2 {
        landingSpan = nil
      } else if landingSpan == nil {
        landingSpan = positions[0].distance(to: positions[1])
      }
    }

    /// Removes all touches. Values of the first and second one remain until they are replaced.
    mutating func removeAll() {
      positions.removeAll()
      count = 0
      contactMajor = nil
    }

    /// Adds a touch, in the order of landing; sizes count where they are trusted.
    mutating func append(_ touch: borrowing Touch, at position: UserPoint, trustsSize: Bool) {
      if positions.count < TouchPositions.capacity { ids[positions.count] = touch.id }
      positions.append(position)
      if count == 0 {
        (tool, shape, landed) = (touch.tool, touch.shape, touch.landingTime)
      } else if count == 1 {
        secondShape = touch.shape
      }
      count += 1
      if trustsSize, let shape = touch.shape { contactMajor = max(contactMajor ?? 0, Double(shape.major)) }
    }
  }

  /// The azimuth expected of a right and of a left hand at these positions before its touches are read, and its standard deviation.
  struct ForearmPrior: Sendable, Equatable {
    var right = Angle.zero
    var left = Angle.zero
    var deviation = Angle(degrees: 1)
  }

  /// The track's number; later ones have larger numbers.
  let id: Int
  /// The probability that a single touch is a thumb, by earlier strokes, 0 to 1.
  let thumbProbability: Double
  /// The size of the hand; 1 is a large man's.
  var scale: Double
  /// The log odds of a right hand before this gesture's evidence, or stated ones.
  var prior: Double

  private var touches = Touches()
  /// The grip of the hand.
  public private(set) var grip = Grip.finger
  /// The prior of the forearm's azimuth.
  private(set) var forearm = ForearmPrior()
  /// The position of a palm that was detected within the last second.
  private(set) var palm: UserPoint?
  /// The probability that the two fingers of a pinch are one of each hand, 0 to 1.
  private(set) var twoHandsProbability = 0.0
  /// Whether more touches lay together than a hand has fingers: then it is an object.
  private(set) var isHeap = false
  /// The path of the first touch while it was alone.
  private(set) var path = TouchPath()
  private var firstTouch: Touch.ID?
  /// The upper finger of a pinch when its fingers landed; `nil` if the hand does not pinch.
  private var upper: Touch.ID?
  var evidence = EvidenceLedger()
  private var commitment = HandCommitment()
  /// Whether another hand lifted while it touched.
  var wasAccompanied = false
  /// Whether its only contact turned out to be a palm.
  private(set) var isPalm = false
  /// The time at which the last touch lifted; `nil` while one is down.
  var lifted: Timestamp?

  /// A track without touches.
  init(id: Int, prior: Double, scale: Double, thumbProbability: Double) {
    self.id = id
    self.prior = prior
    self.scale = scale
    self.thumbProbability = thumbProbability
  }

  /// Notes that its contact `id` is a palm: what it told is forgotten.
  mutating func becomePalm() {
    isPalm = positions.count == 1
    evidence = EvidenceLedger()
  }

  // MARK: What is inferred

  /// The positions of the touches in the order of landing; the last ones after the hand has lifted.
  public var positions: TouchPositions { touches.positions }

  var tool: Touch.Tool { touches.tool }

  /// The shape of the first contact, if the device measures shapes.
  var shape: ContactShape? { touches.shape }

  /// The long axis of the largest contact in millimetres; `nil` if the device does not measure it.
  var contactMajor: Double? { touches.contactMajor }

  /// The touches read as a right hand's. Computed on demand: the side is inferred without it.
  package var right: HandReading {
    HandReading(positions, grip: grip, azimuth: forearm.right, deviation: forearm.deviation)
  }

  /// The touches, mirrored, read as a left hand's.
  package var left: HandReading {
    HandReading(positions.mirrored, grip: grip, azimuth: forearm.left, deviation: forearm.deviation)
  }

  /// The log odds that the hand is a right one, in nats.
  package var logOdds: Double {
    let sum = prior + evidence.sum
    return min(max(sum, -HandTrack.certainty), HandTrack.certainty)
  }

  /// The probability that the hand is a right one, 0 to 1.
  package var rightProbability: Double { HandTrack.probability(logOdds) }

  /// The probability that the hand is a left one, 0 to 1: exactly that of a right hand in the mirrored scene.
  package var leftProbability: Double { HandTrack.probability(-logOdds) }

  /// The side, if it is likely enough to be named, and its probability.
  public var hand: Hand {
    // Inlined, so that a hand in an array is read in place.
    @inline(__always) get { commitment.hand(right: rightProbability, left: leftProbability) }
  }

  /// Whether it is a hand, and more likely one than two.
  var isOneHand: Bool { grip != .object && twoHandsProbability <= 0.5 }

  /// Whether the touch belongs to this hand, or did while the hand touched.
  func has(_ id: Touch.ID) -> Bool {
    for index in 0..<touches.positions.count where touches.ids[index] == id { return true }
    return false
  }

  /// Whether the hand hides exactly what `other`, an earlier state of a track, did.
  func hasSameOcclusion(as other: HandTrack) -> Bool {
    id == other.id && grip == other.grip && logOdds == other.logOdds && scale == other.scale && palm == other.palm
      && lifted == other.lifted && forearm == other.forearm && contactMajor == other.contactMajor
      && twoHandsProbability == other.twoHandsProbability && positions == other.positions
  }

  // MARK: Operations of the estimator

  /// Sets the touches from those that `grouping` puts together with the one at `leader`; sizes of contacts only if they are trusted.
  ///
  /// Writes in place.
  mutating func update(
    from frame: borrowing TouchFrame, _ grouping: borrowing HandGrouping, leader: Int, in user: UserFrame,
    trustsSize: Bool
  ) {
    touches.removeAll()
    for member in leader..<grouping.count where grouping.group(of: member) == leader {
      let touch = frame[grouping.source(of: member)]
      touches.append(touch, at: user.inward(touch.position), trustsSize: trustsSize)
    }
    touches.noteSpan()
    // An object remains an object after some of its touches lift.
    if touches.count > TouchPositions.capacity { isHeap = true }
    let first = firstTouch ?? touches.ids[0]
    firstTouch = first
    if touches.positions.count == 1, touches.ids[0] == first { path.add(touches.positions[0]) }
  }

  /// Sets the grip and the prior of the forearm's azimuth; returns the situation for the sources of evidence.
  mutating func interpret(
    as grip: Grip, forearm: ForearmPrior, palm: UserPoint?, shapes: borrowing LandedShapes, posture: Posture,
    halfPanel: Size
  ) -> HandSituation {
    (self.grip, self.forearm, self.palm) = (grip, forearm, palm)
    let pair = FingerPair(positions, first: shape, second: touches.secondShape, shapes: shapes)
    twoHandsProbability = grip == .pinch ? pair.twoHandsProbability : 0
    return HandSituation(
      positions: positions, grip: grip, posture: posture, halfPanel: halfPanel,
      expectedAzimuth: (forearm.right, forearm.left), isCrossed: noteCrossing(), landingSpan: touches.landingSpan ?? 0,
      firstThumbLogOdds: pair.firstThumbLogOdds, path: path, thumbProbability: thumbProbability,
      shape: shapes.trustsOrientation ? shape : nil, palm: palm.map { $0 - positions.centroid })
  }

  /// Decides whether the side is named as of `time`.
  mutating func commit(at time: Timestamp) {
    commitment.update(right: rightProbability, left: leftProbability, at: time)
  }

  /// Moves the hand to another user's frame. Its path begins anew.
  mutating func move(from old: UserFrame, to new: UserFrame) {
    touches.positions = positions.moved(from: old, to: new)
    palm = palm.map { new.inward(old.outward($0)) }
    path = TouchPath()
  }

  /// Records whether the hand pinches; returns whether the fingers of a pinch have crossed since they landed.
  private mutating func noteCrossing() -> Bool {
    guard grip == .pinch, positions.count >= 2 else {
      upper = nil
      return false
    }
    let (first, second) = (touches.ids[0], touches.ids[1])
    let present = positions[0].y <= positions[1].y ? first : second
    if upper != first && upper != second { upper = present }
    return upper != present
  }

  // MARK: Log odds

  /// The most nats on either side (Design/HandModel.md "Belief over time"): one in 150 remains for what the model does not contain.
  private static let certainty = 5.0

  /// The probability of log odds in nats.
  static func probability(_ logOdds: Double) -> Double { 1 / (1 + _exp(-logOdds)) }

  /// The log odds in nats of a probability, clamped to 0.002...0.998; 0 for NaN.
  static func logOdds(_ probability: Double) -> Double {
    let p = min(max(probability.isFinite ? probability : 0.5, 0.002), 0.998)
    return p == 0.5 ? 0 : _log(p) - _log(1 - p)
  }
}

/// The hands over the glass, at most four, in the order in which they came.
public struct HandTracks: Sendable {
  /// The most hands that are distinguished.
  static let capacity = OcclusionField.trackLimit

  /// An array with room for all of them: a hand takes more than a kilobyte, and is read and changed in place.
  private var storage: [HandTrack] = []

  /// No hands.
  public init() { storage.reserveCapacity(HandTracks.capacity) }

  /// The number of hands.
  public var count: Int { storage.count }

  /// The hand at `index`. Read by `get`: with `_read` debug builds sometimes read it after a temporary owner was gone; optimized
  /// builds execute the same number of instructions.
  public internal(set) subscript(index: Int) -> HandTrack {
    get { storage[index] }
    _modify { yield &storage[index] }
  }

  /// The indices of the hands.
  public var indices: Range<Int> { 0..<count }

  /// The index of the hand to which the touch `id` belongs, or did while the hand touched; `nil` if it belongs to none.
  func index(of id: Touch.ID) -> Int? {
    storage.firstIndex { track in track.has(id) }
  }

  /// Whether the touch belongs to the hand at `index`. Reads the hand in place; through the subscript it would be copied.
  func has(_ id: Touch.ID, at index: Int) -> Bool { storage[index].has(id) }

  /// Left, right or unknown: the hand at `index`, read in place as well.
  @inline(__always)
  func hand(at index: Int) -> Hand { storage[index].hand }

  /// The number of hands with a finger on the glass.
  var touchingCount: Int {
    var touching = 0
    for index in indices where storage[index].lifted == nil { touching += 1 }
    return touching
  }

  /// Makes room for another hand: drops the one that lifted longest ago, or else any, but none whose index is in the bits of `kept`, which
  /// follow the hands that move up.
  mutating func makeRoom(keeping kept: inout UInt8) {
    guard count == HandTracks.capacity else { return }
    var (dropped, earliest): (Int?, Timestamp) = (nil, .zero)
    for index in indices where kept >> UInt8(index) & 1 == 0 {
      let lifted = storage[index].lifted ?? Timestamp(nanoseconds: .max)
      if dropped == nil || lifted < earliest { (dropped, earliest) = (index, lifted) }
    }
    guard let dropped else { return }
    remove(at: dropped)
    let below = UInt8(1) << UInt8(dropped) - 1
    kept = kept & below | kept >> 1 & ~below
  }

  /// Adds a hand, for which there must be room, and returns its index.
  mutating func append(_ track: HandTrack) -> Int {
    storage.append(track)
    return count - 1
  }

  mutating func remove(at index: Int) { storage.remove(at: index) }

  mutating func removeAll() { storage.removeAll(keepingCapacity: true) }
}

/// Decides when a belief names a side: reluctant to change, and at most once in a gesture (Design/Recognizing.md K4, K5).
struct HandCommitment: Sendable {
  /// The probability from which on a side is named.
  static let likely = 0.65
  /// The probability below which the named side is withheld.
  private static let doubtful = 0.5
  /// The probability that the other side must maintain for `persistence` to be named instead.
  private static let convincing = 0.8
  private static let persistence = Duration.milliseconds(120)

  private(set) var side = Handedness.unknown
  private var hasChanged = false
  /// The time since which the other side has been convincing.
  private var since: Timestamp?

  /// Updates the decision with the probabilities of right and left as of `time`.
  mutating func update(right: Double, left: Double, at time: Timestamp) {
    let isRight = right > left
    let likelihood = isRight ? right : left
    let better: Handedness = isRight ? .right : .left
    guard better != side else {
      since = nil
      return
    }
    if side == .unknown {
      if likelihood >= HandCommitment.likely { side = better }
      return
    }
    guard likelihood >= HandCommitment.convincing, !hasChanged else {
      since = nil
      return
    }
    let start = since ?? time
    since = start
    if time - start >= HandCommitment.persistence {
      side = better
      hasChanged = true
      since = nil
    }
  }

  /// The side and its probability. A side that has become less likely than the other is withheld, though only a convincing
  /// one replaces it.
  func hand(right: Double, left: Double) -> Hand {
    switch side {
    case .right where right >= HandCommitment.doubtful: Hand(side: .right, confidence: right)
    case .left where left >= HandCommitment.doubtful: Hand(side: .left, confidence: left)
    case .right, .left, .both, .unknown: Hand(side: .unknown, confidence: max(right, left))
    }
  }
}
