/// How a hand is put on the glass, as far as its shadow depends on it.
public enum Grip: String, Sendable, Hashable, CaseIterable {
  /// The index finger alone.
  case finger
  /// The thumb of the hand that holds the device.
  case thumb
  /// Thumb and index.
  case pinch
  /// Two or three fingers side by side, without the thumb.
  case chord
  /// Four or five contacts with the thumb apart.
  case spread
  /// Around a pen.
  case pen
  /// No hand: a mug, an elbow.
  case object
}

/// What a group of contacts means if they belong to a hand of a given side: which finger is which, and where the arm comes from.
///
/// Everything is read as of a right hand: for a left hand the contacts are mirrored before, so left and right cannot be
/// treated differently. Angles are degrees; the azimuth is the forearm's direction from straight below, positive from the
/// little finger's side. Its numbers start from what `scripts/fit-hand` prints for the poses of split `fit`;
/// where people are built otherwise than these, it says so.
public struct HandReading: Sendable {
  /// How the hand is put on the glass.
  public var grip: Grip
  /// The fingers that touch, from the index to the little finger, without the thumb.
  public private(set) var fingers = InlineArray<5, UserPoint>(repeating: .origin)
  /// How many fingers touch, without the thumb.
  public private(set) var fingerCount = 0
  /// The thumb, if it touches.
  public private(set) var thumb: UserPoint?
  /// The most likely azimuth.
  public private(set) var azimuth: Double
  /// Its standard deviation.
  public private(set) var deviation: Double
  /// The log density of what was seen of the azimuth; zero if nothing was.
  public private(set) var logLikelihood = 0.0

  /// Reads `contacts`, mirrored for a left hand, held as `grip` says, with what is known of the azimuth beforehand.
  init(_ contacts: TouchPositions, grip: Grip, azimuth: Double, deviation: Double) {
    self.grip = grip
    self.azimuth = azimuth
    self.deviation = deviation
    switch grip {
    case .pinch: readPinch(contacts)
    case .chord: readChord(contacts)
    case .spread: readSpread(contacts)
    case .thumb: thumb = contacts[0]
    case .finger, .pen: append(contacts[0])
    case .object: append(contacts.centroid)
    }
  }

  /// The index fingertip, from which the hand is measured.
  public var index: UserPoint { fingerCount > 0 ? fingers[0] : thumb ?? .origin }

  private mutating func append(_ place: UserPoint) {
    guard fingerCount < 5 else { return }
    fingers[fingerCount] = place
    fingerCount += 1
  }

  /// The axis from thumb to index leans away from the forearm: 38.5° less the azimuth, ±20° (515 fitted poses give the same
  /// within 2°). Of the two ways round, the more likely one holds.
  private mutating func readPinch(_ contacts: TouchPositions) {
    let first = contacts[0]
    let second = contacts[1]
    let expected = 38.5 - azimuth
    let forth = HandReading.wrapped(HandReading.axis(from: second, to: first) - expected)
    let back = HandReading.wrapped(HandReading.axis(from: first, to: second) - expected)
    let isFirstIndex = abs(forth) <= abs(back)
    append(isFirstIndex ? first : second)
    thumb = isFirstIndex ? second : first
    observe(offBy: -(isFirstIndex ? forth : back), deviation: 20)
    for extra in 2..<max(2, contacts.count) { append(contacts[extra]) }
  }

  /// Fingers side by side climb towards the little finger's side by about the azimuth (+36° ± 25° over all, ± 13° given it).
  ///
  /// Two of them by more: by 2° in the fitted poses, whose fingers are bent to one length, and by 26° where straight fingers lie
  /// flat (people's middle finger is 10.7 mm longer than the index, 22 mm off: placement.md §1.2). 8°, and ± 16°, holds both.
  ///
  /// Three of them by less. The 28 fitted poses say -6.5° ± 18.1°, of which two lie far off: the others say -10.9° ± 9.0°. Four
  /// hands built of people's lengths say 0° ± 7°. -5°, and ± 14°, holds all of these.
  private mutating func readChord(_ contacts: TouchPositions) {
    var order = contacts
    order.sort(along: azimuth)
    for place in 0..<order.count { append(order[place]) }
    let slope = HandReading.slope(from: order[0], to: order[order.count - 1])
    observe(
      offBy: HandReading.wrapped(slope - (order.count > 2 ? -5 : 8) - azimuth), deviation: order.count > 2 ? 14 : 16)
  }

  /// The thumb is the contact that is farthest from the others; the fingers' line and the way from the thumb to their middle
  /// tell the azimuth to ± 8° in the fitted poses; twice that is taken, because people are built differently.
  private mutating func readSpread(_ contacts: TouchPositions) {
    let apart = contacts.mostDistant
    thumb = contacts[apart]
    var others = contacts
    others.remove(at: apart)
    others.sort(along: azimuth)
    var middle = UserVector.zero
    for place in 0..<others.count {
      append(others[place])
      middle += others[place] - .origin
    }
    guard fingerCount > 1, let thumb else { return }
    let center = UserPoint.origin + middle / Double(fingerCount)
    let slope = HandReading.slope(from: fingers[0], to: fingers[fingerCount - 1])
    let axis = HandReading.axis(from: thumb, to: center)
    observe(offBy: HandReading.wrapped(30.8 + 0.275 * slope - 0.52 * axis - azimuth), deviation: 15)
  }

  /// Takes in a measurement of the azimuth that differs from the expectation by `offset`.
  private mutating func observe(offBy offset: Double, deviation noise: Double) {
    let prior = deviation * deviation
    let total = prior + noise * noise
    logLikelihood = -offset * offset / (2 * total) - 0.5 * _log(total)
    azimuth += offset * prior / total
    deviation = (prior * noise * noise / total).squareRoot()
  }

  /// The direction from one place to another, degrees clockwise from straight up.
  static func axis(from start: UserPoint, to end: UserPoint) -> Double {
    Angle(y: end.x - start.x, x: start.y - end.y).degrees
  }

  /// How steeply the way from one place to another climbs, in degrees.
  static func slope(from start: UserPoint, to end: UserPoint) -> Double {
    Angle(y: start.y - end.y, x: end.x - start.x).degrees
  }

  /// The same direction in -180°...180°.
  static func wrapped(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }
}

/// What two contacts tell besides their places: by their sizes which of them is the thumb, and by when and how they lie whether
/// they are a finger of each hand (placement.md cases 23 and 30).
struct FingerPair {
  /// How much likelier a contact is the thumb's for each millimetre that it is longer than the other, in nats: in
  /// `shared/traces` thumbs leave 16.4 ± 2.1 mm and index fingers 14.0 ± 1.7 (people 1 to 5; 6 to 10 the same to 0.5 mm).
  static let thumbGrowth = 0.67
  /// The most that sizes say, in nats: 82 %. In single people the thumb is the larger in 67 to 91 of 100 pairs.
  static let thumbCap = 1.5

  /// How likely two fingers that one hand could put down are of two: 2 %, in nats; nothing beyond a guess is known.
  static let rarity = -4.0
  /// The same where they lie side by side more than `wideSpan` apart, as two index fingers do: 5 %.
  static let wideRarity = -3.0
  /// In millimetres.
  static let wideSpan = 40.0
  /// Seconds within which a hand's own fingers land: 99 of 100 two-finger taps take less.
  static let togetherness = 0.1
  /// What fingers say that land more than `HandGrouping.landingGap` apart, in nats; it grows from `togetherness` on.
  static let lateness = 2.5
  /// Thumb and index of one hand turn 54° against each other at most (placement.md §1.2); what lies beyond 60° speaks of two hands.
  static let divergence = 60.0
  /// What that says, in nats. It is no verdict: the ellipses of one person's thumb and index lie so in 10 to 20 of 100 pairs of
  /// long ones, because an ellipse follows its finger badly; of two index fingers from either side perhaps half do.
  static let divergenceWeight = 1.3
  /// What ellipses say that do not, in nats.
  static let agreementWeight = -0.6
  /// What is less likely is not thought of: 3 %, in nats.
  static let leastOdds = -3.476

  /// How much likelier the first is the thumb, in nats.
  var firstThumbLogOdds = 0.0
  /// How likely they are a finger of each hand, 0 to 1.
  var twoHandsProbability = 0.0

  /// Reads two contacts that landed `delay` seconds apart; any other number of contacts is no pair and tells nothing.
  init(
    _ contacts: TouchPositions, first: ContactShape?, second: ContactShape?, apart delay: Double, _ trust: EllipseTrust
  ) {
    guard contacts.count == 2 else { return }
    if trust.trustsSize, let first, let second {
      let difference = Double(first.major - second.major) * FingerPair.thumbGrowth
      firstThumbLogOdds = min(max(difference, -FingerPair.thumbCap), FingerPair.thumbCap)
    }
    let offset = contacts[1] - contacts[0]
    // Of two exactly above each other neither is the left hand's.
    guard offset.dx != 0 else { return }
    let isWide = abs(offset.dx) > abs(offset.dy) && offset.length > FingerPair.wideSpan
    var odds = isWide ? FingerPair.wideRarity : FingerPair.rarity
    let late = (delay - FingerPair.togetherness) / (HandGrouping.landingGap - FingerPair.togetherness)
    odds += FingerPair.lateness * min(max(late, 0), 1)
    if trust.trustsOrientation, let angle = FingerPair.angle(first, second) {
      odds += angle > FingerPair.divergence ? FingerPair.divergenceWeight : FingerPair.agreementWeight
    }
    if odds > FingerPair.leastOdds { twoHandsProbability = HandTrack.probability(odds) }
  }

  /// By how much the long axes of two ellipses are turned against each other, 0 to 90 degrees; `nil` where one is nearly round.
  private static func angle(_ first: ContactShape?, _ second: ContactShape?) -> Double? {
    guard let first, let second, first.isElongated, second.isElongated, let one = first.orientationRadians,
      let other = second.orientationRadians
    else { return nil }
    return abs(Angle(radians: Double(one - other)).degrees.remainder(dividingBy: 180))
  }
}
