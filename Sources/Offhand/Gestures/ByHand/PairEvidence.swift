/// The evidence that two touches are fingers of one hand rather than of two: a log-likelihood ratio in nats, the sum of what is known
/// before, what the landings say and what the motions say.
///
/// Numbers marked *fitted* are the weights of a logistic model of the frame in which the pipeline for both touches recognizes something:
/// 116 pairs of six people, each alone on a tablet, against 4,648 pairs of single fingers of two to five people laid over each other on
/// glass of 250x188 and 520x390 mm; both sides weigh the same. Leaving out one person at a time moves them by up to a third (one person:
/// twofold), and leaves all pairs of the one left out above -3.3 nats, but for two of that person (-4.4 and -9.2). The recordings have
/// neither two fingers that drag together, nor turns, nor a thumb that comes late: what is said of these is *chosen* so that their tests
/// pass. Design/Recognizing.md "Several hands" has the figures.
///
/// Costs some 100 floating-point operations a frame while a hypothesis is open and the touches move; else nothing.
struct PairEvidence: Sendable {
  /// What the landings say.
  let landing: Double
  /// Whether the touches are one hand whatever they do.
  let isCertain: Bool
  /// Whether they are where a second hand has no room.
  let isCrowded: Bool
  private let line: Vector

  /// Two touches, the later of which landed `delay` s after the other one and `line` from it, which had by then moved by `moved` mm.
  init(line: Vector, delay: Double, moved: Double) {
    let distance = line.length
    self.line = line
    isCrowded = distance <= PairEvidence.room
    isCertain =
      distance <= PairEvidence.fingertip || (isCrowded && moved <= StandardPipeline.contestedPanSlop)
      || (distance <= PairEvidence.near && delay <= PairEvidence.longestDelay)
    let far = PairEvidence.perMillimetreFar * max(0, distance - PairEvidence.near)
    let late = PairEvidence.perSecondLate * max(0, min(delay, PairEvidence.latest) - PairEvidence.soon)
    let dragged = PairEvidence.perMillimetreMoved * min(moved, PairEvidence.mostMoved)
    landing = -min(PairEvidence.mostLanding, far + late + dragged)
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

  /// Up to this distance one finger is reported as two, in millimetres. Chosen.
  private static let fingertip = 8.0
  /// Up to this distance from a touch that does not drag, or at a lift, a second hand has no room, in millimetres: a finger that is lost
  /// and found beside another. Chosen.
  private static let room = 25.0
  /// All pinches out of the recordings land closer together than this, but one (37 mm), in millimetres.
  private static let near = 35.0
  /// The fingers of all pinches out of the recordings land within this time, in seconds.
  private static let longestDelay = 0.13
  /// What each millimetre beyond `near` takes. Fitted.
  private static let perMillimetreFar = 0.06
  /// The delays from which and up to which lateness counts, in seconds, and what each second takes. Fitted.
  private static let (soon, latest, perSecondLate) = (0.1, 0.4, 24.0)
  /// What each millimetre takes that the first touch had moved, and the most that count. Fitted.
  private static let (perMillimetreMoved, mostMoved) = (0.4, 10.0)
  /// The most that landings take: where one person is alone, a thumb that comes late and pinches straight is of the hand that drags.
  /// Chosen.
  private static let mostLanding = 9.5

  // MARK: Motions

  /// The displacement of the slower touch at which its direction counts in full, in millimetres: three times the resolution of most panels.
  private static let directed = 1.5
  /// What motion as that of one hand adds if the slower touch is `directed`: straight towards or away from each other, fitted; in one
  /// direction or about each other, chosen.
  private static let likely = 3.1
  /// What motion takes for each unit by which the mean cosine of its angle to the line is less than `straight`. Fitted as 4.3; 6 loses no
  /// pinch of the recordings and a tenth of the false ones.
  private static let (straight, perCosineAside) = (0.9, 6.0)
  /// The displacement of the faster touch at which that counts in full, in millimetres: the fingers of a tap drift less.
  private static let aimed = 2.5
  /// What each unit of cosine takes by which directions differ from those of a drag or a turn. Chosen.
  private static let (perCosineApart, perCosineOfTurn) = (20.0, 10.0)
  /// The ratio of displacements from which touches move equally fast, and what a touch that rests takes off a drag or a turn. Chosen.
  private static let (equalSpeed, resting) = (0.6, 5.0)

  /// What displacements of the first and the second touch since the landing say: the best reading of them as the motion of one hand.
  func motion(_ first: Vector, _ second: Vector) -> Double {
    let (one, other) = (first.length, second.length)
    let (slower, faster) = (min(one, other), max(one, other))
    guard faster > 0 else { return 0 }
    let directed = PairEvidence.likely * min(1, slower / PairEvidence.directed)
    let along = (first: PairEvidence.cosine(first, line), second: PairEvidence.cosine(second, line))
    let straightness = (one * abs(along.first) + other * abs(along.second)) / (one + other)
    let aside = min(1, faster / PairEvidence.aimed) * max(0, PairEvidence.straight - straightness)
    let pinch = -directed * along.first * along.second - PairEvidence.perCosineAside * aside
    let cosine = PairEvidence.cosine(first, second)
    let unequal = PairEvidence.resting * max(0, 1 - slower / faster / PairEvidence.equalSpeed)
    let drag = directed - PairEvidence.perCosineApart * max(0, 0.95 - cosine) - unequal
    let untrue = max(0, 0.85 + cosine) + max(0, abs(along.first) - 0.6) + max(0, abs(along.second) - 0.6)
    let turn = directed - PairEvidence.perCosineOfTurn * untrue - unequal
    return max(pinch, drag, turn)
  }

  /// Whether the touches move towards or away from each other, each within `angle` of the line between them.
  func isAlongLine(_ first: Vector, _ second: Vector, within angle: Angle) -> Bool {
    let along = (first: PairEvidence.cosine(first, line), second: PairEvidence.cosine(second, line))
    return along.first * along.second < 0 && min(abs(along.first), abs(along.second)) > angle.cosine
  }

  private static func cosine(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? a.dot(b) / lengths : 0
  }
}
