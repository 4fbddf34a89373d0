/// A single thumb on a phone reaches best on its own side.
public struct HoldingSideEvidence: HandEvidence {
  /// 0.8 nats: 69 %.
  public var cap: Double { 0.8 }

  /// The evidence.
  public init() {}

  /// The cap at the side edges, nothing in the middle.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.posture == .thumbs, situation.grip == .thumb, situation.halfPanel.width > 0 else { return nil }
    return cap * situation.contacts[0].x / situation.halfPanel.width
  }
}
