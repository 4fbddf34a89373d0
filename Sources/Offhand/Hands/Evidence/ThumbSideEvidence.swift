/// Four or five contacts with the thumb apart: seen from the thumb, the fingers lie farther off the nearer the little finger.
///
/// On the poses of split `fit` the distance grows by 12.9 ± 3.8 mm a standard deviation of the fingers' directions, the right
/// way round in 57 of 58 hands; placement.md §1.0 gives 99 % for the order of fingers.
public struct ThumbSideEvidence: HandEvidence {
  /// 4 nats: 98 %.
  public var cap: Double { 4 }
  /// A finger that lies this much nearer to the thumb than the middle of them, in millimetres, is none that can be told.
  private static let stray = 40.0

  /// The evidence.
  public init() {}

  /// The ratio from how the distance grows around the thumb, twice as broad as fitted: people's hands differ more.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .spread, situation.contacts.count >= 4 else { return nil }
    let thumb = situation.contacts[situation.contacts.mostDistant]
    let fingers = ThumbSideEvidence.fingers(of: situation.contacts, from: thumb)
    guard fingers.count >= 3 else { return nil }
    let ahead = fingers.centroid - thumb
    var (turns, distances) = (0.0, 0.0)
    var (square, product) = (0.0, 0.0)
    let count = Double(fingers.count)
    for index in 0..<fingers.count {
      let offset = fingers[index] - thumb
      turns += ThumbSideEvidence.turn(of: offset, from: ahead)
      distances += offset.length
    }
    for index in 0..<fingers.count {
      let offset = fingers[index] - thumb
      let turn = ThumbSideEvidence.turn(of: offset, from: ahead) - turns / count
      square += turn * turn
      product += turn * (offset.length - distances / count)
    }
    guard square > 0 else { return 0 }
    return 0.4 * product / (square * count).squareRoot()
  }

  /// All contacts but the thumb and those that lie astray.
  private static func fingers(of contacts: ContactList, from thumb: Point) -> ContactList {
    var fingers = contacts
    fingers.remove(at: contacts.mostDistant)
    // Half of the fingers lie farther off than the middle distance, and half nearer.
    var usual = 0.0
    for index in 0..<fingers.count {
      let distance = fingers[index].distance(to: thumb)
      var nearer = 0
      for other in 0..<fingers.count where fingers[other].distance(to: thumb) < distance { nearer += 1 }
      if nearer <= fingers.count / 2 { usual = max(usual, distance) }
    }
    for index in (0..<fingers.count).reversed() where fingers[index].distance(to: thumb) < usual - stray {
      fingers.remove(at: index)
    }
    return fingers
  }

  /// How far `offset` is turned clockwise from `ahead`, in degrees.
  private static func turn(of offset: Vector, from ahead: Vector) -> Double {
    Angle(y: ahead.dx * offset.dy - ahead.dy * offset.dx, x: ahead.dot(offset)).degrees
  }
}
