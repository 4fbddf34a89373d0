/// One reason to take a hand for a right or a left one. A source adds one file; the laws of evidence run on it by one line.
public protocol HandEvidence: Sendable {
  /// The most that this source may say, in nats, either way.
  var cap: Double { get }
  /// What counts of all that this source says in a gesture.
  var hold: EvidenceHold { get }

  /// The log-likelihood ratio of right to left, in nats; `nil` where the source has nothing to say.
  ///
  /// Must change its sign, and nothing else, when left and right are exchanged.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double?
}

extension HandEvidence {
  /// The strongest word.
  public var hold: EvidenceHold { .strongest }

  /// What the source says, held to its cap.
  func capped(in situation: borrowing HandSituation) -> Double? {
    guard let ratio = logLikelihoodRatio(in: situation), ratio.isFinite else { return nil }
    return min(max(ratio, -cap), cap)
  }
}

/// What counts of all that one source of evidence says in a gesture.
public enum EvidenceHold: Sendable, Hashable {
  /// The strongest word, smoothed over 80 ms: the source looks at one moment.
  case strongest
  /// The last word: the source looks at the whole gesture so far.
  case latest
}

/// What a source of evidence may look at: one hand's contacts as a left and as a right hand would have put them.
public struct HandSituation: Sendable {
  /// The contacts in the user's frame, in the order of landing.
  public var contacts: TouchPositions
  /// How the hand is put on the glass.
  public var grip: Grip
  /// Whether the finger of a pinch that lay below is above by now: which of the two is the thumb, they told when they landed.
  public var isCrossed = false
  /// How much likelier the first of two contacts is the thumb than the second, by their sizes, in nats; 0 where those are not known.
  public var firstThumbLogOdds = 0.0
  /// The azimuth to be expected of a right and of a left hand here, degrees.
  public var expectedAzimuth: (right: Double, left: Double)
  /// How the panel stands and is used.
  public var posture: Posture
  /// The way that the first contact went.
  public var path: TouchPath
  /// How likely a single contact on a handheld device is a thumb, from what earlier strokes told; 0 to 1.
  public var thumbProbability = 0.5
  /// The contact ellipse of the first contact, if the device can be trusted with it.
  public var shape: ContactShape?
  /// From the fingers' middle to a palm that was felt within the last second.
  public var palm: UserVector?
  /// Half the panel's extent as the user sees it.
  public var halfPanel: Size

  /// Whether device and hand move together, so that the arm comes from below: a pinch then tells the hand well.
  public var isHandheld: Bool { posture.isHeld }
}

/// What the sources said in one gesture: one value each, because a witness who repeats himself is still one witness.
///
/// A value is smoothed over about 80 ms, and of the smoothed values the strongest is kept (placement.md §2.2); of a source that
/// reads the whole gesture so far, the last value.
public struct EvidenceLedger: Sendable {
  /// How many sources there may be.
  public static let capacity = 16

  private struct Entry: Sendable {
    var smoothed = 0.0
    var strongest = 0.0
    var isUsed = false
  }

  private var entries = InlineArray<16, Entry>(repeating: Entry())

  /// Nothing said yet.
  public init() {}

  /// The log-likelihood ratios of all sources together, right to left, in nats.
  public private(set) var sum = 0.0

  /// What the source at `index` has said so far, in nats; zero if nothing.
  public subscript(index: Int) -> Double { entries[index].strongest }

  /// Takes in that the source at `index` says `value` nats now, `seconds` after it was last asked.
  public mutating func note(
    _ value: Double, from index: Int, after seconds: Double, holding hold: EvidenceHold = .strongest
  ) {
    guard index < EvidenceLedger.capacity, value.isFinite else { return }
    if hold == .latest {
      entries[index] = Entry(smoothed: value, strongest: value, isUsed: true)
    } else if entries[index].isUsed {
      let share = min(1, max(0, seconds) / 0.08)
      entries[index].smoothed += (value - entries[index].smoothed) * share
    } else {
      entries[index] = Entry(smoothed: value, strongest: value, isUsed: true)
    }
    if abs(entries[index].smoothed) > abs(entries[index].strongest) {
      entries[index].strongest = entries[index].smoothed
    }
    addUp()
  }

  /// Takes back all that the source at `index` has said.
  mutating func forget(_ index: Int) {
    guard entries[index].isUsed else { return }
    entries[index] = Entry()
    addUp()
  }

  /// Always in the order of the sources, so that a mirrored scene has exactly the negated sum.
  private mutating func addUp() {
    sum = 0
    for index in 0..<EvidenceLedger.capacity where entries[index].isUsed { sum += entries[index].strongest }
  }
}
