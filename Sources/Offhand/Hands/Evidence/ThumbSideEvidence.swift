/// Four or five contacts with the thumb apart: the thumb lies on the index finger's side of the others.
///
/// Measured on fitted poses: the thumb lies 82 ± 21 mm beside the middle of the fingers' line, on the thumb's side in 57 of 58
/// hands; placement.md §1.0 gives 99 %.
public struct ThumbSideEvidence: HandEvidence {
  /// 4 nats: 98 %.
  public var cap: Double { 4 }

  /// The evidence.
  public init() {}

  /// The ratio from where the thumb lies along the line of the other fingers.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .spread, situation.contacts.count >= 4 else { return nil }
    let apart = situation.contacts.mostDistant
    var fingers = situation.contacts
    fingers.remove(at: apart)
    let center = fingers.centroid
    let thumb = situation.contacts[apart] - center
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for index in 0..<fingers.count {
      let offset = fingers[index] - center
      xx += offset.dx * offset.dx
      yy += offset.dy * offset.dy
      xy += offset.dx * offset.dy
    }
    let turn = Angle(y: 2 * xy, x: xx - yy) * 0.5
    let line = Vector(dx: turn.cosine, dy: turn.sine)
    let across = line.turnedClockwise
    // Seen with the fingers up and the thumb below, the line's right end is the one clockwise of up.
    let below = thumb.dot(across)
    let lateral = thumb.dot(line) * (below < 0 ? -1 : 1)
    let share = situation.contacts.count == 5 ? 0.37 : 0.25
    return -share * lateral
  }
}
