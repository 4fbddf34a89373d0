/// One source of evidence for a right or a left hand.
///
/// The laws of evidence (`HandednessCaseTests`) run on each source of ``BayesianHandEstimator/standardSources``.
///
/// An object without state: what is known of a hand is in its situation, and all estimators share the source.
public protocol HandEvidence: AnyObject, Sendable {
  /// The most nats that this source may contribute to either side.
  var cap: Double { get }
  /// Which of the values that this source gives in a gesture counts.
  var aggregation: EvidenceAggregation { get }

  /// Returns the log-likelihood ratio of right to left in nats; `nil` if the source has no evidence.
  ///
  /// Must change its sign, and nothing else, when left and right are exchanged.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double?
}

/// Which of the values that a source of evidence gives in a gesture counts.
public enum EvidenceAggregation: Sendable, Hashable {
  /// The strongest after smoothing over 80 ms: the source looks at one moment.
  case strongest
  /// The latest: the source looks at the whole gesture so far.
  case latest
}

extension HandEvidence {
  /// The strongest value.
  public var aggregation: EvidenceAggregation { .strongest }

  /// The log-likelihood ratio held to the cap; `nil` if it is not finite.
  func capped(in situation: borrowing HandSituation) -> Double? {
    guard let ratio = logLikelihoodRatio(in: situation), ratio.isFinite else { return nil }
    return min(max(ratio, -cap), cap)
  }
}

/// The situation that a source of evidence may inspect: the touches of one hand, in the user's frame.
public struct HandSituation: Sendable {
  /// The positions of the touches in the order of landing.
  public var positions: TouchPositions
  /// The grip of the hand.
  public var grip: Grip
  /// How the panel is mounted or held.
  public var posture: Posture
  /// Half the panel's width and height as the user sees it.
  public var halfPanel: Size
  var expectedAzimuth: (right: Angle, left: Angle)
  /// Whether the finger of a pinch that was lower at landing is now the upper one; which of the two is the thumb was decided at landing.
  var isCrossed = false
  /// The distance in millimetres between the first two touches when both had landed; 0 for a single touch.
  var landingSpan = 0.0
  /// The log odds in nats that the first of two touches is the thumb, by the sizes of contacts; 0 if they are not known.
  var firstThumbLogOdds = 0.0
  var path: TouchPath
  /// The probability that a single touch on a handheld device is a thumb, by earlier strokes, 0 to 1.
  var thumbProbability = 0.5
  /// The ellipse of the first contact, if the device is trusted with it.
  var shape: ContactShape?
  /// The displacement from the centroid to a palm that was detected within the last second.
  var palm: UserVector?

  /// Whether device and hand move together, so that the arm comes from below: a pinch is then informative about the side.
  var isHandheld: Bool { posture.isHeld }

  /// Whether the user may be at any side of the panel.
  var isApproachable: Bool { posture == .tabletop || posture == .faceUp }
}

/// The evidence of one gesture: one value for each source, because repeated evidence of one source is not independent.
///
/// A value is smoothed over about 80 ms, and the strongest smoothed value is kept (Design/HandModel.md "Evidence"); of a source that looks at
/// the whole gesture so far, the latest.
struct EvidenceLedger: Sendable {
  static let capacity = 16
  /// The time in seconds over which values are smoothed.
  private static let smoothing = 0.08

  private struct Entry: Sendable {
    var smoothed = 0.0
    var strongest = 0.0
    var isUsed = false
  }

  private var entries = InlineArray<16, Entry>(repeating: Entry())

  /// The sum of the log-likelihood ratios of all sources, right to left, in nats.
  private(set) var sum = 0.0

  /// Records `value`, in nats, from the source at `index`, `seconds` after its previous one.
  mutating func note(_ value: Double, from index: Int, after seconds: Double, _ aggregation: EvidenceAggregation) {
    guard index < EvidenceLedger.capacity, value.isFinite else { return }
    if aggregation == .latest || !entries[index].isUsed {
      entries[index] = Entry(smoothed: value, strongest: value, isUsed: true)
    } else {
      let share = min(1, max(0, seconds) / EvidenceLedger.smoothing)
      entries[index].smoothed += (value - entries[index].smoothed) * share
    }
    if abs(entries[index].smoothed) > abs(entries[index].strongest) {
      entries[index].strongest = entries[index].smoothed
    }
    addUp()
  }

  mutating func forget(_ index: Int) {
    guard entries[index].isUsed else { return }
    entries[index] = Entry()
    addUp()
  }

  /// Always adds in the order of the sources, so that a mirrored scene has exactly the negated sum.
  private mutating func addUp() {
    sum = 0
    for index in 0..<EvidenceLedger.capacity where entries[index].isUsed { sum += entries[index].strongest }
  }
}
