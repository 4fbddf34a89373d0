/// Contacts that belong to one hand, and what is believed of that hand. Coordinates are those of the user's frame.
public struct HandTrack: Sendable {
  /// Which track; later ones have larger numbers.
  public internal(set) var id = 0
  /// The contacts in the order of landing.
  public internal(set) var contacts = TouchPositions()
  /// The names of the contacts, in the same order.
  public internal(set) var ids = InlineArray<5, Touch.ID>(repeating: Touch.ID(rawValue: 0))
  /// The finger of a pinch that was the upper one when its fingers landed; `nil` where the hand does not pinch.
  public internal(set) var upper: Touch.ID?
  /// How the hand is put on the glass.
  public internal(set) var grip = Grip.finger
  /// The azimuth to be expected of a right and of a left hand here, in degrees, and how far people deviate from it.
  public internal(set) var expectedAzimuth = (right: 0.0, left: 0.0)
  /// The standard deviation of the azimuth before the contacts were read, in degrees.
  public internal(set) var azimuthDeviation = 1.0
  /// The log odds that the hand is a right one, before this gesture's evidence.
  public internal(set) var prior = 0.0
  /// This gesture's evidence, one value for each source.
  public internal(set) var evidence = EvidenceLedger()
  /// The long axis of the largest contact in millimetres; `nil` where the hardware does not say.
  public internal(set) var contactMajor: Double?
  /// Whether more contacts lay together than a hand has fingers: then it is a thing.
  public internal(set) var isHeap = false
  /// What the first contact is of.
  public internal(set) var tool = Touch.Tool.finger
  /// The shape of the first contact, where the hardware says.
  public internal(set) var shape: ContactShape?
  /// When the first contact landed.
  var landed = Timestamp.zero
  /// Of the second contact, as long as there is one, its shape and when it landed.
  var second: (shape: ContactShape?, landed: Timestamp) = (nil, .zero)
  /// How likely the two fingers of a pinch are one of each hand, 0 to 1.
  public internal(set) var twoHandsProbability = 0.0
  /// The way that the first contact went.
  public internal(set) var path = TouchPath()
  /// How likely a single contact is a thumb, from what earlier strokes told.
  public internal(set) var thumbProbability = 0.5
  /// Where a palm was felt within the last second.
  public internal(set) var palm: UserPoint?
  /// When the track began.
  public internal(set) var began = Timestamp.zero
  /// When the last contact lifted; `nil` while one is down.
  public internal(set) var lifted: Timestamp?
  /// How large the hand is taken to be; 1 is a large man's.
  public internal(set) var scale = 0.97

  init() {}

  /// What the contacts mean if the hand is a right one. Read when somebody asks: the side is told without it.
  public var right: HandReading {
    HandReading(contacts, grip: grip, azimuth: expectedAzimuth.right, deviation: azimuthDeviation)
  }

  /// What the contacts mean, mirrored, if the hand is a left one.
  public var left: HandReading {
    HandReading(contacts.mirrored, grip: grip, azimuth: expectedAzimuth.left, deviation: azimuthDeviation)
  }

  /// What is told of the belief.
  var commitment = HandCommitment()

  /// Whose hand it is, as far as one wants to commit oneself.
  public var hand: Hand { commitment.hand(right: rightProbability, left: leftProbability) }

  /// Takes in the pinch that it now is, or that it is none; answers whether its fingers have crossed since they landed.
  mutating func noteCrossing() -> Bool {
    guard grip == .pinch, contacts.count >= 2 else {
      upper = nil
      return false
    }
    let present = contacts[0].y <= contacts[1].y ? ids[0] : ids[1]
    if upper != ids[0] && upper != ids[1] { upper = present }
    return upper != present
  }

  /// Whether it is a hand, and more likely one than two.
  var isOneHand: Bool { grip != .object && twoHandsProbability <= 0.5 }

  /// Whether the contact is, or was, one of this hand.
  func has(_ id: Touch.ID) -> Bool {
    for index in 0..<contacts.count where ids[index] == id { return true }
    return false
  }

  /// Whether the hand stands as `other` does, so that it casts the same shadow.
  func casts(asMuchAs other: HandTrack) -> Bool {
    id == other.id && grip == other.grip && logOdds == other.logOdds && scale == other.scale && palm == other.palm
      && lifted == other.lifted && expectedAzimuth == other.expectedAzimuth && contactMajor == other.contactMajor
      && azimuthDeviation == other.azimuthDeviation && twoHandsProbability == other.twoHandsProbability
      && contacts == other.contacts
  }

  /// The log odds that the hand is a right one.
  public var logOdds: Double {
    let sum = prior + evidence.sum
    return min(max(sum, -HandTrack.certainty), HandTrack.certainty)
  }

  /// How likely the hand is a right one, 0 to 1.
  public var rightProbability: Double { HandTrack.probability(logOdds) }

  /// How likely the hand is a left one, 0 to 1: the same number as for the right hand of the mirrored scene.
  public var leftProbability: Double { HandTrack.probability(-logOdds) }

  /// Beyond this many nats nobody is any surer (placement.md §2.2): one in 150 stays for what was not thought of.
  static let certainty = 5.0

  static func probability(_ logOdds: Double) -> Double { 1 / (1 + _exp(-logOdds)) }

  static func logOdds(_ probability: Double) -> Double {
    let p = min(max(probability.isFinite ? probability : 0.5, 0.002), 0.998)
    return p == 0.5 ? 0 : _log(p) - _log(1 - p)
  }
}

/// When a belief becomes an answer: reluctant to change, and at most once in a gesture (recognizers.md K4, K5).
struct HandCommitment: Sendable {
  /// How likely a side must be to be named at all.
  static let likely = 0.65
  /// How likely the named side must stay to be told.
  static let doubtful = 0.5
  /// How likely the other side must be, and for how long, to be named instead.
  static let convincing = 0.8
  /// How long the other side must have been convincing.
  static let persistence = Duration.milliseconds(120)

  private(set) var side = Handedness.unknown
  private var changes = 0
  private var since: Timestamp?

  /// Takes in how likely right and left are, as of `time`.
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
    guard likelihood >= HandCommitment.convincing, changes == 0 else {
      since = nil
      return
    }
    let start = since ?? time
    since = start
    if time - start >= HandCommitment.persistence {
      side = better
      changes += 1
      since = nil
    }
  }

  /// The answer: the side, and how likely it is. A side that has become less likely than the other is not told, though only
  /// a convincing one takes its place.
  func hand(right: Double, left: Double) -> Hand {
    switch side {
    case .right where right >= HandCommitment.doubtful: Hand(side: .right, confidence: right)
    case .left where left >= HandCommitment.doubtful: Hand(side: .left, confidence: left)
    case .right, .left, .both, .unknown: Hand(side: .unknown, confidence: max(right, left))
    }
  }
}

/// The hands that are on the glass, at most four, in the order in which they came.
public struct HandTracks: Sendable {
  /// The most hands that are told apart.
  public static let capacity = OcclusionField.trackLimit

  /// In an array with room for all of them: a hand is more than a kilobyte, and is read and changed where it lies.
  private var storage: [HandTrack] = []

  /// No hands.
  public init() { storage.reserveCapacity(HandTracks.capacity) }

  /// How many hands there are.
  public var count: Int { storage.count }

  /// The hand at `index`. Read by `get`: with `_read` debug builds now and then read it after a temporary owner was gone;
  /// optimized builds copy no more for it (the same instructions a decision).
  public internal(set) subscript(index: Int) -> HandTrack {
    get { storage[index] }
    _modify { yield &storage[index] }
  }

  /// The positions of the hands.
  public var indices: Range<Int> { 0..<count }

  /// The position of the hand to which the contact `id` belongs, or did as long as the hand had a finger on the glass; `nil`
  /// where it belongs to none.
  public func index(of id: Touch.ID) -> Int? {
    storage.firstIndex { track in track.has(id) }
  }

  /// How many hands have a finger on the glass.
  public var touchingCount: Int {
    var touching = 0
    for index in indices where storage[index].lifted == nil { touching += 1 }
    return touching
  }

  /// Makes room for another hand and answers its position; the one that lifted longest ago goes where there is none.
  mutating func append() -> Int {
    if count == HandTracks.capacity {
      var oldest = 0
      for index in indices where storage[index].lifted != nil {
        if storage[oldest].lifted == nil || storage[index].began < storage[oldest].began { oldest = index }
      }
      remove(at: oldest)
    }
    storage.append(HandTrack())
    return count - 1
  }

  mutating func remove(at index: Int) { storage.remove(at: index) }

  mutating func removeAll() { storage.removeAll(keepingCapacity: true) }
}
