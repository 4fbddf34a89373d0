/// Thumb and index: the axis from the lower to the upper finger leans away from the forearm.
///
/// It tells side and forearm together, so alone it tells little: where the forearm comes from 40° to the side, a right hand's
/// axis stands upright like a left hand's. Handheld, where the arm comes from below, it tells most. On a desk the posed hand's
/// axis leans 4.5° to its side and people's more (`shared/traces`), hence the least lean of 6°. Fingers that have crossed say
/// nothing more.
///
/// Either finger may be the thumb, the upper one too: of an axis that lies that is as likely, so it says nothing unless the larger
/// contact is known to be the thumb's (placement.md case 23).
public struct PinchAxisEvidence: HandEvidence {
  /// 2.5 nats, which only a handheld device reaches; 1 nat on a desk.
  public var cap: Double { 2.5 }

  /// An axis that leans so far from where either hand's is expected, in degrees, stands: the other way round it is less likely by
  /// more than a thousand to one.
  private static let standing = 60.0

  /// The evidence.
  public init() {}

  /// The ratio from how far the axis leans to the right: normal distributions around mirrored means, ±25°.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .pinch, !situation.isCrossed, situation.contacts.count >= 2 else { return nil }
    let first = situation.contacts[0]
    let second = situation.contacts[1]
    let isFirstUpper = first.y <= second.y
    let rise = isFirstUpper ? second.y - first.y : first.y - second.y
    let shift = isFirstUpper ? first.x - second.x : second.x - first.x
    guard rise > 0 || shift != 0 else { return 0 }
    let lean = Angle(y: shift, x: rise).degrees
    let expected = situation.expectedAzimuth
    let mean = max(6, 38.5 - (expected.right + expected.left) / 2)
    let spread = situation.isHandheld ? 19.0 : 25.0
    let limit = situation.isHandheld ? cap : 1
    // Of an axis that stands the other way round is as good as impossible: what is left is the ratio of two normal densities.
    guard abs(lean) + mean > PinchAxisEvidence.standing else {
      return min(max(2 * mean * lean / (spread * spread), -limit), limit)
    }
    let upperIsThumb = HandTrack.probability(
      isFirstUpper ? situation.firstThumbLogOdds : -situation.firstThumbLogOdds)
    func likelihood(_ offset: Double) -> Double {
      let offset = abs(ChordReading.wrapped(offset))
      let turned = 180 - offset
      return (1 - upperIsThumb) * _exp(-offset * offset / (2 * spread * spread))
        + upperIsThumb * _exp(-turned * turned / (2 * spread * spread))
    }
    let ratio = _log(likelihood(lean - mean)) - _log(likelihood(lean + mean))
    return min(max(ratio, -limit), limit)
  }
}
