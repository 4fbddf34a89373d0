/// A stroke up or down a phone: a thumb turns about its base, and its stroke is bowed towards the hand that holds the device; a
/// finger of the other hand is drawn along the forearm, and its stroke leans.
///
/// Which digit it is has to be learned along with the side (`DigitHabit`), and one stroke says little (Design/HandModel.md "Evidence").
final class StrokeEvidence: HandEvidence {
  /// 0.85 nats: 70 %, the share of single strokes that are right.
  var cap: Double { 0.85 }
  /// The whole stroke so far is read: a longer one is the same source with more data, not another one.
  var aggregation: EvidenceAggregation { .latest }

  /// The ratio of the densities of such a stroke by a right and by a left hand, over both digits.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.isHandheld, situation.grip != .pen, situation.positions.count == 1,
      let stroke = StrokeReading(situation.path)
    else { return nil }
    let thumb = situation.thumbProbability
    let right = thumb * stroke.likelihood(ofThumb: 1) + (1 - thumb) * stroke.likelihood(ofFinger: 1)
    let left = thumb * stroke.likelihood(ofThumb: -1) + (1 - thumb) * stroke.likelihood(ofFinger: -1)
    return _log(right) - _log(left)
  }
}

/// The lean and the bow of a stroke up or down the panel, and the density of such a stroke for each digit of either hand.
///
/// The distributions are those of 845 strokes of people 1 to 5 in `shared/traces`, rounded. Half of all strokes follow a target and
/// not the hand, so the densities never fall to zero.
struct StrokeReading: Sendable {
  /// The least length of a stroke up or down, in millimetres, that is read.
  private static let leastTravel = 15.0
  /// The largest lean that is read; flatter strokes go across.
  private static let steepness = Angle(degrees: 37)
  private static let aimed = 0.35

  /// The lean of the straight line that fits best, from upright, positive where its lower end lies to the right.
  private let lean: Angle
  /// Half the curvature, per centimetre, positive where its centre lies to the right.
  private let bow: Double
  private let error: Double

  /// The reading of `path`; `nil` while it is short or runs across.
  init?(_ path: borrowing TouchPath) {
    guard path.travel >= StrokeReading.leastTravel, let lean = path.lean,
      abs(lean.radians) <= StrokeReading.steepness.radians, let bow = path.bow
    else { return nil }
    self.lean = lean
    self.bow = bow.value
    error = bow.error
  }

  /// The density of such a stroke by the thumb of a right hand (`side` 1) or of a left one (-1).
  func likelihood(ofThumb side: Double) -> Double {
    let free =
      density(lean + Angle(degrees: 5) * side, Angle(degrees: 8))
      * density(bow - side * 0.055, (0.035 * 0.035 + error * error).squareRoot())
    return (1 - StrokeReading.aimed) * free + aimedLikelihood
  }

  /// The density of such a stroke by a finger of a right hand (`side` 1) or of a left one (-1).
  func likelihood(ofFinger side: Double) -> Double {
    let free =
      density(lean - Angle(degrees: 6) * side, Angle(degrees: 9))
      * density(bow, (0.04 * 0.04 + error * error).squareRoot())
    return (1 - StrokeReading.aimed) * free + aimedLikelihood
  }

  private var aimedLikelihood: Double {
    StrokeReading.aimed * density(lean, Angle(degrees: 19)) * density(bow, (0.08 * 0.08 + error * error).squareRoot())
  }

  /// The normal density up to a constant factor.
  private func density(_ offset: Angle, _ deviation: Angle) -> Double { density(offset.radians, deviation.radians) }

  private func density(_ offset: Double, _ deviation: Double) -> Double {
    _exp(-0.5 * offset * offset / (deviation * deviation)) / deviation
  }
}

/// The path of one finger, condensed to the sums of a least-squares fit of x = A + B·y + C·y² over its samples.
struct TouchPath: Sendable {
  /// Millimetres a unit: lengths are summed in centimetres, so that the sums are of similar size.
  private static let unit = 10.0

  private var origin: UserPoint?
  private var last: UserPoint?
  private var count = 0.0
  private var y1 = 0.0, y2 = 0.0, y3 = 0.0, y4 = 0.0
  private var x1 = 0.0, xy1 = 0.0, xy2 = 0.0, x2 = 0.0
  private var lowest = 0.0, highest = 0.0

  /// The extent of the path up and down, in millimetres.
  var travel: Double { (highest - lowest) * TouchPath.unit }

  /// Adds a sample, unless its position equals that of the last one.
  mutating func add(_ position: UserPoint) {
    guard position != last else { return }
    last = position
    let start = origin ?? position
    origin = start
    let x = (position.x - start.x) / TouchPath.unit
    let y = (position.y - start.y) / TouchPath.unit
    let square = y * y
    count += 1
    y1 += y
    y2 += square
    y3 += square * y
    y4 += square * square
    x1 += x
    xy1 += x * y
    xy2 += x * square
    x2 += x * x
    lowest = min(lowest, y)
    highest = max(highest, y)
  }

  /// The lean of the straight line that fits best, from upright, positive where its lower end lies to the right; `nil` while the
  /// finger has not moved up or down.
  var lean: Angle? {
    guard count >= 3 else { return nil }
    let spread = y2 - y1 * y1 / count
    guard spread > 1e-9 else { return nil }
    return Angle(y: (xy1 - x1 * y1 / count) / spread, x: 1)
  }

  /// The bow C and its standard error, from the normal equations; `nil` while there are too few samples.
  ///
  /// A path that bows to the left opens to the right: C is positive, and its centre of curvature lies to the right.
  var bow: (value: Double, error: Double)? {
    guard count >= 5 else { return nil }
    let a11 = y2 - y1 * y1 / count
    let a12 = y3 - y1 * y2 / count
    let a22 = y4 - y2 * y2 / count
    let b1 = xy1 - x1 * y1 / count
    let b2 = xy2 - x1 * y2 / count
    let determinant = a11 * a22 - a12 * a12
    guard a11 > 1e-9, determinant > 1e-9 * a11 * a22, determinant > 0 else { return nil }
    let slope = (b1 * a22 - b2 * a12) / determinant
    let curve = (a11 * b2 - a12 * b1) / determinant
    let residual = max(0, (x2 - x1 * x1 / count) - slope * b1 - curve * b2)
    let error = (residual / (count - 3) * a11 / determinant).squareRoot()
    return (curve, error)
  }
}
