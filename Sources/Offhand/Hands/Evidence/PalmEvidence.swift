/// A palm that rests on the glass is the hand itself: it lies below the fingers, on the little finger's side.
public struct PalmEvidence: HandEvidence {
  /// 3 nats: 95 %.
  public var cap: Double { 3 }

  /// The evidence.
  public init() {}

  /// Up to the cap where the palm lies 20 mm or more to the side, 40 to 140 mm away and below.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard let palm = situation.palm, palm.dy > 0, palm.length >= 40, palm.length <= 140 else { return nil }
    return cap * palm.dx / 20
  }
}
