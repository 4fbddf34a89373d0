/// Two or three fingers side by side: their line climbs towards the little finger's side.
///
/// 36° ± 25° for two fingers and 25° ± 22° for three (placement.md §2.2): 97 % and 91 % right by the sign alone.
public struct ChordSlopeEvidence: HandEvidence {
  /// 3 nats, 95 %, for two fingers; three reach 2.3.
  public var cap: Double { 3 }

  /// The evidence.
  public init() {}

  /// The ratio from how steeply the line of the fingers climbs to the right.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .chord, situation.contacts.count >= 2 else { return nil }
    var leftmost = situation.contacts[0]
    var rightmost = leftmost
    for index in 1..<situation.contacts.count {
      let place = situation.contacts[index]
      if place.x < leftmost.x { leftmost = place }
      if place.x > rightmost.x { rightmost = place }
    }
    let width = rightmost.x - leftmost.x
    guard width > 0 else { return 0 }
    let slope = Angle(y: leftmost.y - rightmost.y, x: width).degrees
    return situation.contacts.count == 2 ? slope * 0.115 : min(max(slope * 0.103, -2.3), 2.3)
  }
}
