/// A stroke up or down a phone: a thumb turns about its base, and its way is bowed towards the hand that holds the device; a
/// finger of the other hand is drawn along the forearm, and its way leans.
///
/// Of 845 recorded strokes (`shared/traces`, five people) the sign of the bow is right in 89 % of the thumb's and in 48 % of the
/// fingers'; the lean is right in 76 % of the fingers' free strokes, but in 22 % of the thumb's. So which digit it is has
/// to be learned along with the side (`DigitHabit`), and one stroke says little.
public struct StrokeEvidence: HandEvidence {
  /// 0.85 nats: 70 %, what a single stroke is right in.
  public var cap: Double { 0.85 }
  /// What is read is the whole stroke so far: a longer one is not another witness, but the same one who has seen more.
  public var hold: EvidenceHold { .latest }

  /// The evidence.
  public init() {}

  /// How much likelier a right hand draws such a stroke, whichever digit it is.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.isHandheld, situation.grip != .pen, situation.contacts.count == 1,
      let stroke = StrokeReading(situation.path)
    else {
      return nil
    }
    let thumb = situation.thumbProbability
    let right = thumb * stroke.likelihood(ofThumb: 1) + (1 - thumb) * stroke.likelihood(ofFinger: 1)
    let left = thumb * stroke.likelihood(ofThumb: -1) + (1 - thumb) * stroke.likelihood(ofFinger: -1)
    return _log(right) - _log(left)
  }
}
