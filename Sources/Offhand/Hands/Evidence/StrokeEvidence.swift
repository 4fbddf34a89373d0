/// A stroke up or down a phone: a thumb turns about its base, and its way is bowed towards the hand that holds the device; a
/// finger of the other hand is drawn along the forearm, and its way leans.
///
/// Of 845 recorded strokes (`shared/traces`, five people) the sign of the bow is right in 89 % of the thumb's and in 48 % of the
/// fingers'; the lean is right in 76 % of the fingers' free strokes, but in 22 % of the thumb's. So which digit it is has
/// to be learned along with the side (`DigitHabit`), and one stroke says little.
public struct StrokeEvidence: HandEvidence {
  /// 0.85 nats: 70 %, what a single stroke is right in.
  public var cap: Double { 0.85 }
  /// What is read is the whole stroke so far: a longer one is not another witness, but the same one who has seen more.
  public var hold: EvidenceHold { .latest }

  /// The evidence.
  public init() {}

  /// How much likelier a right hand draws such a stroke, whichever digit it is.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.isHandheld, situation.grip != .pen, situation.contacts.count == 1,
      let stroke = StrokeReading(situation.path)
    else {
      return nil
    }
    let thumb = situation.thumbProbability
    let right = thumb * stroke.likelihood(ofThumb: 1) + (1 - thumb) * stroke.likelihood(ofFinger: 1)
    let left = thumb * stroke.likelihood(ofThumb: -1) + (1 - thumb) * stroke.likelihood(ofFinger: -1)
    return _log(right) - _log(left)
  }
}

/// The lean and the bow of a stroke up or down the panel, and how likely each digit of either hand draws such a one.
///
/// The distributions are those of 845 strokes of people 1 to 5 in `shared/traces`, rounded; what a target asks for (half of all
/// strokes) has no hand in it, so the likelihoods never fall to nothing.
struct StrokeReading: Sendable {
  /// How far a stroke goes at least up or down before it can be read, in millimetres.
  static let travel = 15.0
  /// The most that a stroke leans, in degrees: flatter ones go across.
  static let steepness = 37.0
  /// The share of strokes that are aimed at something.
  private static let aimed = 0.35

  /// The lean of the straight line that fits best, in degrees from upright, positive where its lower end lies to the right.
  let lean: Double
  /// Half the curvature, per centimetre, positive where its centre lies to the right.
  let bow: Double
  /// The standard error of the bow.
  let error: Double

  /// What can be read of `path`; `nil` while it is short, or goes across.
  init?(_ path: borrowing TouchPath) {
    guard path.travel >= StrokeReading.travel, let lean = path.lean, abs(lean) <= StrokeReading.steepness,
      let bow = path.bow
    else { return nil }
    self.lean = lean
    self.bow = bow.value
    error = bow.error
  }

  /// The density of such a stroke by the thumb of a right hand (`side` 1) or of a left one (-1).
  func likelihood(ofThumb side: Double) -> Double {
    let free = density(lean + side * 5, 8) * density(bow - side * 0.055, (0.035 * 0.035 + error * error).squareRoot())
    return (1 - StrokeReading.aimed) * free + aimedLikelihood
  }

  /// The density of such a stroke by a finger of a right hand or of a left one.
  func likelihood(ofFinger side: Double) -> Double {
    let free = density(lean - side * 6, 9) * density(bow, (0.04 * 0.04 + error * error).squareRoot())
    return (1 - StrokeReading.aimed) * free + aimedLikelihood
  }

  private var aimedLikelihood: Double {
    StrokeReading.aimed * density(lean, 19) * density(bow, (0.08 * 0.08 + error * error).squareRoot())
  }

  /// The normal density, but for a constant.
  private func density(_ offset: Double, _ deviation: Double) -> Double {
    _exp(-0.5 * offset * offset / (deviation * deviation)) / deviation
  }
}

/// The way of one finger, condensed so that its bow can be told: sums for x = A + B·y + C·y² over the samples.
public struct TouchPath: Sendable {
  /// Lengths are taken in centimetres, so that the sums stay of one size.
  static let unit = 10.0

  private var origin: UserPoint?
  private var last: UserPoint?
  private var count = 0.0
  private var y1 = 0.0, y2 = 0.0, y3 = 0.0, y4 = 0.0
  private var x1 = 0.0, xy1 = 0.0, xy2 = 0.0, x2 = 0.0
  private var lowest = 0.0, highest = 0.0

  /// A path of no samples.
  public init() {}

  /// How far the finger went up and down, in millimetres.
  public var travel: Double { (highest - lowest) * TouchPath.unit }

  /// Adds a sample; one at the same place as the last says nothing new.
  public mutating func add(_ place: UserPoint) {
    guard place != last else { return }
    last = place
    let start = origin ?? place
    origin = start
    let x = (place.x - start.x) / TouchPath.unit
    let y = (place.y - start.y) / TouchPath.unit
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

  /// The lean of the straight line that fits best, in degrees from upright, positive where its lower end lies to the right;
  /// `nil` while nothing has moved up or down.
  public var lean: Double? {
    guard count >= 3 else { return nil }
    let spread = y2 - y1 * y1 / count
    guard spread > 1e-9 else { return nil }
    return Angle(y: (xy1 - x1 * y1 / count) / spread, x: 1).degrees
  }

  /// The bow C and its standard error, from the normal equations; `nil` while there are too few samples to tell.
  ///
  /// A path that bows to the left opens to the right: C is positive, and its centre of curvature lies to the right.
  public var bow: (value: Double, error: Double)? {
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
