/// The original's rule as one witness among others; not in the standard set, where `PinchAxisEvidence` says the same in shades.
public struct SeedRuleEvidence: HandEvidence {
  /// 0.35 nats: on fitted poses, from all directions of the forearm, the rule is right in 58 % of its answers.
  public var cap: Double { 0.35 }
  /// The rule.
  public var rule: SeedHandednessRule

  /// The evidence of `rule`.
  public init(_ rule: SeedHandednessRule = SeedHandednessRule()) { self.rule = rule }

  /// The cap where the rule answers.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.contacts.count >= 2 else { return nil }
    switch rule.hand(of: situation.contacts[0], and: situation.contacts[1]) {
    case .right: return cap
    case .left: return -cap
    case .both, .unknown: return nil
    }
  }
}
