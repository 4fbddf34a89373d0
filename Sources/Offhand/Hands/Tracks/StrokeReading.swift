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
