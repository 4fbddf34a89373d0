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
      let offset = abs(HandReading.wrapped(offset))
      let turned = 180 - offset
      return (1 - upperIsThumb) * _exp(-offset * offset / (2 * spread * spread))
        + upperIsThumb * _exp(-turned * turned / (2 * spread * spread))
    }
    let ratio = _log(likelihood(lean - mean)) - _log(likelihood(lean + mean))
    return min(max(ratio, -limit), limit)
  }
}

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

/// Four or five contacts with the thumb apart: their figure is that of a right hand or, mirrored, of a left one.
///
/// The figure is laid over the fingertips of the mean hand, turned and enlarged as fits best; which contact is the thumb
/// follows from what fits. On the poses of split `fit` the side is right in 57 of 58 hands, and on hands of other proportions
/// too: how far a thumb is spread changes a figure less than mirroring it. placement.md §1.0 gives 99 % for the order of fingers.
public struct ThumbSideEvidence: HandEvidence {
  /// 4 nats: 98 %.
  public var cap: Double { 4 }
  /// How far fingertips lie from where the mean hand has them, in millimetres: three times the 4.3 mm by which the fitted poses
  /// vary (`scripts/fit-hand`), because people are built differently.
  private static let deviation = 13.0
  /// A finger that lies this much nearer to the thumb than the middle of them, in millimetres, is none that can be told: no
  /// finger is that much shorter than its neighbours.
  private static let stray = 50.0
  /// The fingertips of the mean right hand whose forearm comes from straight below, clockwise from the thumb, in millimetres:
  /// what `scripts/fit-hand` finds in the poses of split `fit`.
  private static let figure: InlineArray<5, UserVector> = [
    UserVector(dx: -80, dy: 93.1), UserVector(dx: -11, dy: -24.8), UserVector(dx: 9, dy: -28.7),
    UserVector(dx: 30.1, dy: -23.4),
    UserVector(dx: 51.9, dy: -16.2),
  ]

  /// The evidence.
  public init() {}

  /// The ratio from how much better the contacts fit a right hand than a left one.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .spread, situation.contacts.count >= 4 else { return nil }
    let contacts = ThumbSideEvidence.withoutStrays(situation.contacts)
    guard contacts.count >= 4 else { return nil }
    let right = ThumbSideEvidence.mismatch(of: contacts)
    let left = ThumbSideEvidence.mismatch(of: contacts.mirrored)
    return (left - right) / (2 * ThumbSideEvidence.deviation * ThumbSideEvidence.deviation)
  }

  /// All contacts but the fingers that lie astray.
  private static func withoutStrays(_ contacts: TouchPositions) -> TouchPositions {
    let apart = contacts.mostDistant
    var distances = InlineArray<5, Double>(repeating: 0)
    for index in 0..<contacts.count { distances[index] = contacts[index].distance(to: contacts[apart]) }
    // Of three or four fingers one or two lie nearer than the middle one.
    var usual = 0.0
    for index in 0..<contacts.count where index != apart {
      var nearer = 0
      for other in 0..<contacts.count where other != apart && distances[other] < distances[index] { nearer += 1 }
      if nearer <= (contacts.count - 1) / 2 { usual = max(usual, distances[index]) }
    }
    var kept = contacts
    for index in (0..<contacts.count).reversed()
    where index != apart && distances[index] < usual - stray {
      kept.remove(at: index)
    }
    return kept
  }

  /// The least sum of squared distances from a right hand's fingertips, whichever finger is the first of them, and, with four
  /// contacts, whichever of the fingers does not touch.
  private static func mismatch(of contacts: TouchPositions) -> Double {
    let around = clockwise(contacts)
    let center = around.centroid
    var offsets = InlineArray<5, UserVector>(repeating: .zero)
    var extent = 0.0
    for index in 0..<around.count {
      offsets[index] = around[index] - center
      extent += offsets[index].lengthSquared
    }
    var most = 0.0
    // The thumb, at 0, always touches; 5 leaves nobody out.
    for absent in around.count == 5 ? 5..<6 : 1..<5 {
      most = max(most, likeness(of: offsets, around.count, without: absent))
    }
    return extent - most
  }

  /// By how much the figure lessens the sum of squares of `count` contacts around their middle, whichever of them is the thumb, the
  /// best turn and enlargement given.
  private static func likeness(of offsets: InlineArray<5, UserVector>, _ count: Int, without absent: Int) -> Double {
    var middle = UserVector.zero
    for finger in 0..<5 where finger != absent { middle += figure[finger] }
    middle = middle / Double(count)
    var wanted = InlineArray<5, UserVector>(repeating: .zero)
    var size = 0.0
    for place in 0..<count {
      wanted[place] = figure[place < absent ? place : place + 1] - middle
      size += wanted[place].lengthSquared
    }
    var most = 0.0
    for start in 0..<count {
      var (along, across) = (0.0, 0.0)
      for place in 0..<count {
        let offset = offsets[start + place < count ? start + place : start + place - count]
        along += wanted[place].dot(offset)
        across += wanted[place].cross(offset)
      }
      most = max(most, along * along + across * across)
    }
    return most / size
  }

  /// The contacts in their order around their middle.
  private static func clockwise(_ contacts: TouchPositions) -> TouchPositions {
    let center = contacts.centroid
    var turns = InlineArray<5, Double>(repeating: 0)
    var order = TouchPositions()
    for index in 0..<contacts.count {
      let turn = quarters(contacts[index] - center)
      var slot = order.count
      order.append(contacts[index])
      while slot > 0, turns[slot - 1] > turn {
        turns[slot] = turns[slot - 1]
        order.swap(slot, slot - 1)
        slot -= 1
      }
      turns[slot] = turn
    }
    return order
  }

  /// A number from 0 to 4 that grows with the direction of `offset`, clockwise; it needs no arc tangent.
  private static func quarters(_ offset: UserVector) -> Double {
    let sum = abs(offset.dx) + abs(offset.dy)
    guard sum > 0 else { return 0 }
    let share = offset.dx / sum
    return offset.dy >= 0 ? 1 - share : 3 + share
  }
}

/// The original's rule as one witness among others; not in the standard set, where `PinchAxisEvidence` says the same in shades.
public struct OriginalRuleEvidence: HandEvidence {
  /// 0.35 nats: on fitted poses, from all directions of the forearm, the rule is right in 58 % of its answers.
  public var cap: Double { 0.35 }
  /// The rule.
  public var rule: OriginalHandednessRule

  /// The evidence of `rule`.
  public init(_ rule: OriginalHandednessRule = OriginalHandednessRule()) { self.rule = rule }

  /// The cap where the rule answers.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.contacts.count >= 2 else { return nil }
    let (first, second) = (situation.contacts[0], situation.contacts[1])
    switch rule.hand(of: Point(x: first.x, y: first.y), and: Point(x: second.x, y: second.y)) {
    case .right: return cap
    case .left: return -cap
    case .both, .unknown: return nil
    }
  }
}
