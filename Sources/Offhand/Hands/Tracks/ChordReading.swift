/// What a group of contacts means if they belong to a hand of a given side: which finger is which, and where the arm comes from.
///
/// Everything is read as of a right hand: for a left hand the contacts are mirrored before, so left and right cannot be
/// treated differently. Angles are degrees; the azimuth is the forearm's direction from straight below, positive from the
/// little finger's side. Its numbers start from what `scripts/fit-hand` prints for the poses of split `fit`;
/// where people are built otherwise than these, it says so.
public struct ChordReading: Sendable {
  /// How the hand is put on the glass.
  public var grip: Grip
  /// The fingers that touch, from the index to the little finger, without the thumb.
  public private(set) var fingers = InlineArray<5, Point>(repeating: .origin)
  /// How many fingers touch, without the thumb.
  public private(set) var fingerCount = 0
  /// The thumb, if it touches.
  public private(set) var thumb: Point?
  /// The most likely azimuth.
  public private(set) var azimuth: Double
  /// Its standard deviation.
  public private(set) var deviation: Double
  /// The log density of what was seen of the azimuth; zero if nothing was.
  public private(set) var logLikelihood = 0.0

  /// Reads `contacts`, mirrored for a left hand, held as `grip` says, with what is known of the azimuth beforehand.
  init(_ contacts: ContactList, grip: Grip, azimuth: Double, deviation: Double) {
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
  public var index: Point { fingerCount > 0 ? fingers[0] : thumb ?? .origin }

  private mutating func append(_ place: Point) {
    guard fingerCount < 5 else { return }
    fingers[fingerCount] = place
    fingerCount += 1
  }

  /// The axis from thumb to index leans away from the forearm: 38.5° less the azimuth, ±20° (515 fitted poses give the same
  /// within 2°). Of the two ways round, the more likely one holds.
  private mutating func readPinch(_ contacts: ContactList) {
    let first = contacts[0]
    let second = contacts[1]
    let expected = 38.5 - azimuth
    let forth = ChordReading.wrapped(ChordReading.axis(from: second, to: first) - expected)
    let back = ChordReading.wrapped(ChordReading.axis(from: first, to: second) - expected)
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
  private mutating func readChord(_ contacts: ContactList) {
    var order = contacts
    order.sort(along: azimuth)
    for place in 0..<order.count { append(order[place]) }
    let slope = ChordReading.slope(from: order[0], to: order[order.count - 1])
    observe(
      offBy: ChordReading.wrapped(slope - (order.count > 2 ? -5 : 8) - azimuth), deviation: order.count > 2 ? 14 : 16)
  }

  /// The thumb is the contact that is farthest from the others; the fingers' line and the way from the thumb to their middle
  /// tell the azimuth to ± 8° in the fitted poses; twice that is taken, because people are built differently.
  private mutating func readSpread(_ contacts: ContactList) {
    let apart = contacts.mostDistant
    thumb = contacts[apart]
    var others = contacts
    others.remove(at: apart)
    others.sort(along: azimuth)
    var middle = Vector.zero
    for place in 0..<others.count {
      append(others[place])
      middle += others[place] - .origin
    }
    guard fingerCount > 1, let thumb else { return }
    let center = Point.origin + middle / Double(fingerCount)
    let slope = ChordReading.slope(from: fingers[0], to: fingers[fingerCount - 1])
    let axis = ChordReading.axis(from: thumb, to: center)
    observe(offBy: ChordReading.wrapped(30.8 + 0.275 * slope - 0.52 * axis - azimuth), deviation: 15)
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
  static func axis(from start: Point, to end: Point) -> Double {
    Angle(y: end.x - start.x, x: start.y - end.y).degrees
  }

  /// How steeply the way from one place to another climbs, in degrees.
  static func slope(from start: Point, to end: Point) -> Double {
    Angle(y: start.y - end.y, x: end.x - start.x).degrees
  }

  /// The same direction in -180°...180°.
  static func wrapped(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }
}
