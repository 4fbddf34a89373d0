/// One reason to take a hand for a right or a left one. A source adds one file; the laws of evidence run on it by one line.
public protocol HandEvidence: Sendable {
  /// The most that this source may say, in nats, either way.
  var cap: Double { get }
  /// What counts of all that this source says in a gesture.
  var hold: EvidenceHold { get }

  /// The log-likelihood ratio of right to left, in nats; `nil` where the source has nothing to say.
  ///
  /// Must change its sign, and nothing else, when left and right are exchanged.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double?
}

extension HandEvidence {
  /// The strongest word.
  public var hold: EvidenceHold { .strongest }

  /// What the source says, held to its cap.
  func capped(in situation: borrowing HandSituation) -> Double? {
    guard let ratio = logLikelihoodRatio(in: situation), ratio.isFinite else { return nil }
    return min(max(ratio, -cap), cap)
  }
}
