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
  /// What fingers say that land more than `ContactGrouping.landingGap` apart, in nats; it grows from `togetherness` on.
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
    _ contacts: ContactList, first: ContactShape?, second: ContactShape?, apart delay: Double, _ trust: EllipseTrust
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
    let late = (delay - FingerPair.togetherness) / (ContactGrouping.landingGap - FingerPair.togetherness)
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
