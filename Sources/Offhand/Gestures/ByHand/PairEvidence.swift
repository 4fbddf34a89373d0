/// The evidence that two touches are fingers of one hand rather than of two: a log-likelihood ratio in nats, the sum of what is known
/// before, what the landings say and what the motions say.
///
/// Numbers marked *fitted* are the weights of a logistic model of the frame in which the pipeline for both touches recognizes something;
/// those marked *chosen* make the tests of what no recording has pass (Design/Recognizing.md "Several hands").
struct PairEvidence: Sendable {
  /// What the distance of the landings says.
  let landing: Double
  /// Whether the touches are so close that they are one hand whatever they do.
  let isCertain: Bool
  private let line: Vector

  /// Two touches, the later of which landed `line` from the other one.
  init(line: Vector, delay: Double, moved: Double, isBesideOthers: Bool) {
    self.line = line
    let distance = line.length
    isCertain =
      distance <= PairEvidence.near
      && (!isBesideOthers || distance <= PairEvidence.fingertip || delay <= PairEvidence.longestDelay
        || (distance <= PairEvidence.room && moved <= StandardPipeline.contestedPanSlop))
    var against = PairEvidence.perMillimetreFar * max(0, distance - PairEvidence.near)
    if isBesideOthers {
      against += PairEvidence.perSecondLate * max(0, min(delay, PairEvidence.latest) - PairEvidence.soon)
      against += PairEvidence.perMillimetreMoved * min(moved, PairEvidence.mostMoved)
    }
    landing = -against
  }

  // MARK: History

  /// The time for which hands that were seen beside each other make several hands likely, in seconds: a visit to a table. Chosen.
  static let memory = 60.0
  /// The least distance between touches that one hand cannot reach, in millimetres: the widest pinch of one hand measures 111.
  static let widestPinch = 120.0
  /// The evidence before anything is seen, where one person is alone: 3.4, fitted, and 4 because a second hand is then rare, so that
  /// also pairs of people who are unlike the recorded ones are one hand.
  private static let alone = 7.4
  /// The same where several hands were seen: 3.4, fitted, less 0.4. One nat more costs 1.5 % of drags beside another's.
  private static let besideOthers = 3.0

  /// The evidence before anything is seen of two touches.
  static func prior(isBesideOthers: Bool) -> Double { isBesideOthers ? besideOthers : alone }

  // MARK: Landings

  /// Up to this distance touches are one hand's, in millimetres: all pinches out of the recordings land closer together, but one (37 mm).
  private static let near = 35.0
  /// Where several hands were seen: up to this distance one finger is reported as two, in millimetres. Chosen.
  private static let fingertip = 8.0
  /// The same up to this distance beside a touch that does not drag, in millimetres: a second hand has no room. Chosen.
  private static let room = 25.0
  /// The fingers of all pinches out of the recordings land within this time, in seconds.
  private static let longestDelay = 0.13
  /// What each millimetre beyond `near` takes. Fitted.
  private static let perMillimetreFar = 0.06

  /// The delays from which and up to which lateness counts, in seconds, and what each second takes. Fitted.
  private static let (soon, latest, perSecondLate) = (0.1, 0.4, 24.0)
  /// What each millimetre takes that the first touch had moved, and the most that count. Fitted.
  private static let (perMillimetreMoved, mostMoved) = (0.4, 10.0)

  // MARK: Lifts

  /// What it takes that the later touch tapped while the first one dragged: no gesture of one hand. Chosen: a touch 100 mm from a drag is
  /// another hand's tap, one 70 mm from it an accident of the same hand.
  static func tapBesideDrag(dragged: Double, moved: Double, for duration: Double) -> Double {
    dragged >= aimed && moved <= directed && duration <= 0.3 ? 4 : 0
  }

  // MARK: Motions

  /// The displacement of the slower touch at which its direction counts in full, in millimetres: three times the resolution of most panels.
  private static let directed = 1.5
  /// What motion as that of one hand adds if the slower touch is `directed`: straight towards or away from each other, fitted; in one
  /// direction or about each other, chosen.
  private static let likely = 3.1
  /// What it takes that the faster touch follows the other along the line between them instead, once the slower has moved `aimed`. Chosen.
  private static let following = 8.0
  /// What motion takes for each unit by which the mean cosine of its angle to the line is less than `straight`. Fitted as 4.3; 6 loses no
  /// pinch of the recordings and a tenth of the false ones.
  private static let (straight, perCosineAside) = (0.9, 6.0)
  /// The displacement of the faster touch at which that counts in full, in millimetres: the fingers of a tap drift less.
  private static let aimed = 2.5
  /// What each unit of cosine takes by which directions differ from those of a drag or a turn. Chosen.
  private static let (perCosineApart, perCosineOfTurn) = (20.0, 10.0)
  /// The ratio of displacements from which touches move equally fast, and what a touch that rests takes off a drag or a turn. Chosen.
  private static let (equalSpeed, resting) = (0.6, 5.0)

  /// What it takes that one touch rests while the other moves as no pinch does: about it, mostly, as a finger about a thumb. Chosen: at 111
  /// mm it is still one hand. The displacement up to which a touch rests, in millimetres, and what each millimetre beyond takes.
  private static let (anchor, trembling, perMillimetreUnanchored) = (2.5, 0.5, 8.0)

  /// What displacements of the first and the second touch since the landing say: the best reading of them as the motion of one hand.
  func motion(_ first: Vector, _ second: Vector) -> Double {
    let (one, other) = (first.length, second.length)
    let (slower, faster) = (min(one, other), max(one, other))
    guard faster > 0 else { return 0 }
    let directed = PairEvidence.likely * min(1, slower / PairEvidence.directed)
    let along = (first: PairEvidence.cosine(first, line), second: PairEvidence.cosine(second, line))
    let straightness = (one * abs(along.first) + other * abs(along.second)) / (one + other)
    let aside = min(1, faster / PairEvidence.aimed) * max(0, PairEvidence.straight - straightness)
    let parting = -along.first * along.second
    let pinch =
      (parting > 0 ? directed : PairEvidence.following * min(1, slower / PairEvidence.aimed)) * parting
      - PairEvidence.perCosineAside * aside
    let cosine = PairEvidence.cosine(first, second)
    let unequal = PairEvidence.resting * max(0, 1 - slower / faster / PairEvidence.equalSpeed)
    let drag = directed - PairEvidence.perCosineApart * max(0, 0.95 - cosine) - unequal
    let untrue = max(0, 0.85 + cosine) + max(0, abs(along.first) - 0.6) + max(0, abs(along.second) - 0.6)
    let turn = directed - PairEvidence.perCosineOfTurn * untrue - unequal
    let anchored = -PairEvidence.anchor - PairEvidence.perMillimetreUnanchored * max(0, slower - PairEvidence.trembling)
    return max(pinch, drag, turn, anchored)
  }

  /// Whether touches beyond a hand's reach move straight towards or away from each other, both: as two hands of one person pinch.
  func isFarPinch(_ first: Vector, _ second: Vector) -> Bool {
    let (share, angle) = line.length > PairEvidence.widestPinch ? (2.0, 30.0) : (3, 45)
    let (slower, faster) = (min(first.length, second.length), max(first.length, second.length))
    let along = (first: PairEvidence.cosine(first, line), second: PairEvidence.cosine(second, line))
    return slower > faster / share && along.first * along.second < 0
      && min(abs(along.first), abs(along.second)) > Angle(degrees: angle).cosine
  }

  private static func cosine(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? a.dot(b) / lengths : 0
  }
}
