/// The grip of a hand on the glass, as far as what it hides depends on it.
public enum Grip: String, Sendable, Hashable, CaseIterable {
  /// The index finger alone.
  case finger
  /// The thumb of the hand that holds the device.
  case thumb
  /// Thumb and index.
  case pinch
  /// Two or three fingers side by side, without the thumb.
  case chord
  /// Four or five touches with the thumb apart.
  case spread
  /// Around a pen.
  case pen
  /// No hand: a mug, an elbow.
  case object

  /// The long axis of the largest contact in millimetres from which on it is no finger's.
  private static let largestFinger = 30.0
  /// The distance in millimetres between two touches below which they are side by side whatever their direction.
  private static let closePair = 27.0
  /// The largest distance in millimetres between two fingers side by side: at most 48 in the fitted poses.
  private static let widePair = 50.0
  /// The largest diameter in millimetres of three or four touches without a thumb: fingers span at most 77 in the fitted poses, and
  /// the thumb lies more than 100 off.
  private static let fingersDiameter = 88.0

  /// The grip of a hand that has no pen: the recognizers' hint decides, and distances where there is none.
  ///
  /// `major` is the long axis of the largest contact in millimetres; `nil` if the device does not measure it.
  init(of positions: TouchPositions, major: Double?, in posture: Posture, hint: GestureKind?) {
    if let major, major > Grip.largestFinger {
      self = .object
      return
    }
    switch positions.count {
    case 1: self = posture == .thumbs ? .thumb : .finger
    case 2:
      switch hint {
      case .pinch, .rotate: self = .pinch
      case .multi: self = .chord
      default: self = Grip.areSideBySide(positions[0], positions[1]) ? .chord : .pinch
      }
    case 3, 4: self = positions.diameter > Grip.fingersDiameter ? .spread : .chord
    default: self = .spread
    }
  }

  /// Whether two fingers lie side by side: close, or flatter than 45°.
  private static func areSideBySide(_ first: UserPoint, _ second: UserPoint) -> Bool {
    let offset = second - first
    return offset.length < closePair || (offset.length < widePair && abs(offset.dy) < abs(offset.dx))
  }
}

/// What the touches of a hand mean if it is of a given side: which finger is which, and where the forearm comes from.
///
/// Everything is read as of a right hand: the positions of a left hand are mirrored first, so left and right cannot be treated
/// differently. The azimuth is the forearm's direction from straight below, positive from the little finger's side. The constants
/// start from what `scripts/fit-fingers.py` prints for the poses of split `fit`; where people are built differently, the comment says so.
package struct HandReading: Sendable {
  let grip: Grip
  /// The fingers that touch, from the index to the little finger, without the thumb.
  private(set) var fingers = TouchPositions()
  private(set) var thumb: UserPoint?
  private(set) var azimuth: Angle
  private(set) var deviation: Angle
  /// The log density of the observed azimuth (per radian); zero if none was observed.
  private(set) var logLikelihood = 0.0

  /// Reads `positions`, mirrored for a left hand, held as `grip` says, with the azimuth and its deviation expected beforehand.
  init(_ positions: TouchPositions, grip: Grip, azimuth: Angle, deviation: Angle) {
    self.grip = grip
    self.azimuth = azimuth
    self.deviation = deviation
    switch grip {
    case .pinch: readPinch(positions)
    case .chord: readChord(positions)
    case .spread: readSpread(positions)
    case .thumb: thumb = positions[0]
    case .finger, .pen: fingers.append(positions[0])
    case .object: fingers.append(positions.centroid)
    }
  }

  /// The index fingertip, from which the hand is measured.
  var index: UserPoint { fingers.count > 0 ? fingers[0] : thumb ?? .origin }

  /// The axis from thumb to index leans away from the forearm: 38.5° less the azimuth, ±20° (515 fitted poses give the same
  /// within 2°). The likelier of the two directions holds.
  private mutating func readPinch(_ positions: TouchPositions) {
    let first = positions[0]
    let second = positions[1]
    let expected = Angle(degrees: 38.5) - azimuth
    let forth = (HandReading.axis(from: second, to: first) - expected).wrapped
    let back = (HandReading.axis(from: first, to: second) - expected).wrapped
    let isFirstIndex = abs(forth.radians) <= abs(back.radians)
    fingers.append(isFirstIndex ? first : second)
    thumb = isFirstIndex ? second : first
    observe(offset: -(isFirstIndex ? forth : back), deviation: Angle(degrees: 20))
    for extra in 2..<max(2, positions.count) { fingers.append(positions[extra]) }
  }

  /// Fingers side by side climb towards the little finger's side by about the azimuth, two of them by 8° ± 16° more, three by 5° ± 14°
  /// less (Design/HandModel.md "Evidence").
  private mutating func readChord(_ positions: TouchPositions) {
    fingers = positions
    fingers.sort(along: azimuth)
    let slope = HandReading.slope(from: fingers[0], to: fingers[fingers.count - 1])
    let isOfTwo = fingers.count <= 2
    observe(
      offset: (slope - Angle(degrees: isOfTwo ? 8 : -5) - azimuth).wrapped, deviation: Angle(degrees: isOfTwo ? 16 : 14)
    )
  }

  /// The thumb is the touch farthest from the others; the fingers' slope and the axis from the thumb to their centroid give the
  /// azimuth to ± 8° in the fitted poses; about twice that is taken, because people are built differently.
  private mutating func readSpread(_ positions: TouchPositions) {
    let apart = positions.mostDistant
    let thumb = positions[apart]
    self.thumb = thumb
    fingers = positions
    fingers.remove(at: apart)
    fingers.sort(along: azimuth)
    guard fingers.count > 1 else { return }
    let slope = HandReading.slope(from: fingers[0], to: fingers[fingers.count - 1])
    let axis = HandReading.axis(from: thumb, to: fingers.centroid)
    observe(
      offset: (Angle(degrees: 30.8) + slope * 0.275 - axis * 0.52 - azimuth).wrapped, deviation: Angle(degrees: 15))
  }

  /// Applies a measurement of the azimuth that differs from the expected one by `offset`.
  private mutating func observe(offset: Angle, deviation noise: Angle) {
    let (offset, noise) = (offset.radians, noise.radians)
    let prior = deviation.radians * deviation.radians
    let total = prior + noise * noise
    logLikelihood = -offset * offset / (2 * total) - 0.5 * _log(total)
    azimuth = Angle(radians: azimuth.radians + offset * prior / total)
    deviation = Angle(radians: (prior * noise * noise / total).squareRoot())
  }

  /// The direction from one position to another, clockwise from straight up.
  private static func axis(from start: UserPoint, to end: UserPoint) -> Angle {
    Angle(y: end.x - start.x, x: start.y - end.y)
  }

  /// How steeply the line from one position to another climbs.
  private static func slope(from start: UserPoint, to end: UserPoint) -> Angle {
    Angle(y: start.y - end.y, x: end.x - start.x)
  }
}

/// The evidence of two touches besides their positions: by their sizes, which of them is the thumb; by their
/// ellipses, whether they are a finger of each hand (Design/Placing.md cases 23 and 30).
struct FingerPair {
  /// The log odds that a contact is the thumb's for each millimetre that it is longer than the other, in nats: in
  /// `shared/traces` thumbs leave 16.4 ± 2.1 mm and index fingers 14.0 ± 1.7 (people 1 to 5; 6 to 10 the same to 0.5 mm).
  private static let thumbGrowth = 0.67
  /// The largest log odds from sizes, in nats: 82 %. In single people the thumb is the larger in 67 to 91 of 100 pairs.
  private static let thumbCap = 1.5

  /// The log odds that two fingers that one hand could put down are of two hands: 2 %; an assumption, nothing is measured.
  private static let rarity = -4.0
  /// The same where they lie side by side more than `wideSpan` apart, as two index fingers do: 5 %.
  private static let wideRarity = -3.0
  /// In millimetres.
  private static let wideSpan = 40.0
  /// Thumb and index of one hand turn 54° against each other at most (Design/HandModel.md "Lengths of hands"); more than 60° speaks for two hands.
  private static let divergence = Angle(degrees: 60)
  /// Evidence of such ellipses in nats. It is small: the ellipses of one person's thumb and index lie so in 10 to 20 of 100 pairs
  /// of long ones, because an ellipse follows its finger badly; of two index fingers from either side perhaps half do.
  private static let divergenceWeight = 1.3
  /// Evidence of ellipses that do not diverge, in nats.
  private static let agreementWeight = -0.6
  /// Log odds below which two hands are not considered: 3 %.
  private static let leastOdds = -3.476

  /// The log odds that the first touch is the thumb, in nats.
  private(set) var firstThumbLogOdds = 0.0
  /// The probability that they are a finger of each hand, 0 to 1.
  private(set) var twoHandsProbability = 0.0

  /// Reads two touches with the shapes `first` and `second`; any other number of positions is no pair and gives zeros. That one lands late
  /// says nothing: people pan, and then add a finger.
  init(_ positions: TouchPositions, first: ContactShape?, second: ContactShape?, shapes: borrowing LandedShapes) {
    guard positions.count == 2 else { return }
    if shapes.trustsSize, let first, let second {
      let difference = Double(first.major - second.major) * FingerPair.thumbGrowth
      firstThumbLogOdds = min(max(difference, -FingerPair.thumbCap), FingerPair.thumbCap)
    }
    let offset = positions[1] - positions[0]
    // Of two touches exactly above each other neither is the left hand's.
    guard offset.dx != 0 else { return }
    let isWide = abs(offset.dx) > abs(offset.dy) && offset.length > FingerPair.wideSpan
    var odds = isWide ? FingerPair.wideRarity : FingerPair.rarity
    if shapes.trustsOrientation, let angle = FingerPair.angle(between: first, and: second) {
      odds += angle > FingerPair.divergence ? FingerPair.divergenceWeight : FingerPair.agreementWeight
    }
    if odds > FingerPair.leastOdds { twoHandsProbability = HandTrack.probability(odds) }
  }

  /// The angle between the long axes of two ellipses, 0 to 90°; `nil` where one is nearly round.
  private static func angle(between first: ContactShape?, and second: ContactShape?) -> Angle? {
    guard let first, let second, first.isElongated, second.isElongated, let one = first.orientationRadians,
      let other = second.orientationRadians
    else { return nil }
    return Angle(radians: abs(Double(one - other).remainder(dividingBy: .pi)))
  }
}
