/// The axis between thumb and index, which leans away from the forearm.
///
/// It depends on side and forearm together (Design/HandModel.md "Lines of people's pinches"). Fingers that have crossed give no further
/// evidence. Either finger may be the thumb, also the upper one: for a horizontal axis both are equally likely, so it gives no evidence
/// unless the larger contact is known to be the thumb's (Design/Placing.md case 23).
final class PinchAxisEvidence: HandEvidence {
  /// A normal distribution of the lean of a right hand's axis, clockwise from upright.
  private struct Lean {
    var mean: Angle
    var deviation: Angle

    /// The density at `lean`, per radian, without the factor that all share.
    func density(_ lean: Angle) -> Double {
      let offset = (lean - mean).wrapped.radians / deviation.radians
      return _exp(-offset * offset / 2) / deviation.radians
    }
  }

  /// 2.5 nats.
  var cap: Double { 2.5 }

  /// Within this angle of the expected axes of both hands, the reverse of an axis is less likely by more than a thousand to one.
  private static let standing = Angle(degrees: 60)
  /// The most nats where the user may sit at any side, so that an axis says little.
  private static let approachableLimit = 1.0
  /// The share of hands whose axes lie as people's do; the others' lie as the posed hand's. An assumption: half and half.
  private static let peopleShare = 0.5
  /// The axes of people at a desk whose fingers land within `nearSpan`, and beyond `farSpan`: 139 and 124 pinches of 19 people.
  private static let near = Lean(mean: Angle(degrees: 23), deviation: Angle(degrees: 17))
  private static let far = Lean(mean: Angle(degrees: 42), deviation: Angle(degrees: 17))
  /// In millimetres.
  private static let nearSpan = 32.0
  private static let farSpan = 44.0

  /// The log-likelihood ratio of a right to a left hand, given how far the axis between the two fingers leans to the right.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .pinch, !situation.isCrossed, situation.positions.count >= 2 else { return nil }
    let first = situation.positions[0]
    let second = situation.positions[1]
    let isFirstUpper = first.y <= second.y
    let rise = isFirstUpper ? second.y - first.y : first.y - second.y
    let shift = isFirstUpper ? first.x - second.x : second.x - first.x
    guard rise > 0 || shift != 0 else { return 0 }
    let lean = Angle(y: shift, x: rise)
    let expected = situation.expectedAzimuth
    let mean = max(Angle(degrees: 6), Angle(degrees: 38.5) - (expected.right + expected.left) * 0.5)
    let posed = Lean(mean: mean, deviation: Angle(degrees: situation.isHandheld ? 19 : 25))
    let upperIsThumb = HandTrack.probability(isFirstUpper ? situation.firstThumbLogOdds : -situation.firstThumbLogOdds)
    let (isHandheld, isApproachable) = (situation.isHandheld, situation.isApproachable)
    if isHandheld || isApproachable {
      let limit = isHandheld ? cap : PinchAxisEvidence.approachableLimit
      return min(max(PinchAxisEvidence.ratio(lean, posed, upperIsThumb: upperIsThumb), -limit), limit)
    }
    let people = PinchAxisEvidence.people(at: situation.landingSpan)
    let share = PinchAxisEvidence.peopleShare
    func density(_ lean: Angle) -> Double { share * people.density(lean) + (1 - share) * posed.density(lean) }
    func likelihood(_ lean: Angle) -> Double {
      (1 - upperIsThumb) * density(lean) + upperIsThumb * density(lean + Angle(radians: .pi))
    }
    return _log(likelihood(lean)) - _log(likelihood(-lean))
  }

  private static func ratio(_ lean: Angle, _ axes: Lean, upperIsThumb: Double) -> Double {
    // The reverse of a standing axis is practically impossible: what remains is the ratio of two normal densities.
    guard abs(lean.radians) + axes.mean.radians > standing.radians else {
      return 2 * axes.mean.radians * lean.radians / (axes.deviation.radians * axes.deviation.radians)
    }
    func likelihood(_ offset: Angle) -> Double {
      let offset = abs(offset.wrapped.radians)
      let reversed = .pi - offset
      let variance = 2 * axes.deviation.radians * axes.deviation.radians
      return (1 - upperIsThumb) * _exp(-offset * offset / variance)
        + upperIsThumb * _exp(-reversed * reversed / variance)
    }
    return _log(likelihood(lean - axes.mean)) - _log(likelihood(lean + axes.mean))
  }

  /// The axes of people whose fingers landed `span` mm apart.
  private static func people(at span: Double) -> Lean {
    let share = min(max((span - nearSpan) / (farSpan - nearSpan), 0), 1)
    return Lean(mean: near.mean + (far.mean - near.mean) * share, deviation: near.deviation)
  }
}

/// The line of two or three fingers side by side, which climbs towards the little finger's side.
///
/// 36° ± 25° for two fingers and 25° ± 22° for three (Design/HandModel.md "Evidence"): 97 % and 91 % right by the sign alone.
final class ChordSlopeEvidence: HandEvidence {
  /// 3 nats, 95 %, for two fingers; three reach 2.3.
  var cap: Double { 3 }

  /// The ratio by how steeply the line of the fingers climbs to the right: 0.115 nats a degree for two, 0.103 for three.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .chord, situation.positions.count >= 2 else { return nil }
    var leftmost = situation.positions[0]
    var rightmost = leftmost
    for index in 1..<situation.positions.count {
      let position = situation.positions[index]
      if position.x < leftmost.x { leftmost = position }
      if position.x > rightmost.x { rightmost = position }
    }
    let width = rightmost.x - leftmost.x
    guard width > 0 else { return 0 }
    let slope = Angle(y: leftmost.y - rightmost.y, x: width).degrees
    return situation.positions.count == 2 ? slope * 0.115 : min(max(slope * 0.103, -2.3), 2.3)
  }
}

/// The figure of four or five touches with the thumb apart: that of a right hand or, mirrored, of a left one.
///
/// The figure is laid over the fingertips of the mean hand, turned and scaled for the best fit; which touch is the thumb follows from
/// the fit (Design/HandModel.md "Evidence").
final class ThumbSideEvidence: HandEvidence {
  /// 4 nats: 98 %.
  var cap: Double { 4 }
  /// The standard deviation in millimetres of fingertips from those of the mean hand: three times the 4.3 mm by which the fitted
  /// poses vary (`scripts/fit-fingers.py`), because people are built differently.
  private static let deviation = 13.0
  /// A finger that lies this much nearer to the thumb than the median finger, in millimetres, is ignored: no finger is that much
  /// shorter than its neighbours.
  private static let stray = 50.0
  /// The fingertips of the mean right hand with its forearm straight below, clockwise from the thumb, in millimetres: what
  /// `scripts/fit-fingers.py` finds in the poses of split `fit`.
  private static let figure: InlineArray<5, UserVector> = [
    UserVector(dx: -80, dy: 93.1), UserVector(dx: -11, dy: -24.8), UserVector(dx: 9, dy: -28.7),
    UserVector(dx: 30.1, dy: -23.4), UserVector(dx: 51.9, dy: -16.2),
  ]

  /// The log likelihood ratio of a right hand to a left one, in nats; `nil` for fewer than four fingers.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.grip == .spread, situation.positions.count >= 4 else { return nil }
    let positions = ThumbSideEvidence.withoutStrays(situation.positions)
    guard positions.count >= 4 else { return nil }
    let right = ThumbSideEvidence.mismatch(of: positions)
    let left = ThumbSideEvidence.mismatch(of: positions.mirrored)
    return (left - right) / (2 * ThumbSideEvidence.deviation * ThumbSideEvidence.deviation)
  }

  /// All positions except those of fingers too near to the thumb.
  private static func withoutStrays(_ positions: TouchPositions) -> TouchPositions {
    let apart = positions.mostDistant
    var distances = InlineArray<5, Double>(repeating: 0)
    for index in 0..<positions.count { distances[index] = positions[index].distance(to: positions[apart]) }
    // Of three or four fingers one or two lie nearer than the middle one.
    var usual = 0.0
    for index in 0..<positions.count where index != apart {
      var nearer = 0
      for other in 0..<positions.count where other != apart && distances[other] < distances[index] { nearer += 1 }
      if nearer <= (positions.count - 1) / 2 { usual = max(usual, distances[index]) }
    }
    var kept = positions
    for index in (0..<positions.count).reversed() where index != apart && distances[index] < usual - stray {
      kept.remove(at: index)
    }
    return kept
  }

  /// The least sum of squared distances from a right hand's fingertips, over the touch that is the thumb and, with four touches, the
  /// finger that does not touch.
  private static func mismatch(of positions: TouchPositions) -> Double {
    let around = clockwise(positions)
    let center = around.centroid
    var offsets = InlineArray<5, UserVector>(repeating: .zero)
    var extent = 0.0
    for index in 0..<around.count {
      offsets[index] = around[index] - center
      extent += offsets[index].lengthSquared
    }
    var most = 0.0
    // The thumb, at 0, always touches; 5 stands for no absent finger.
    for absent in around.count == 5 ? 5..<6 : 1..<5 {
      most = max(most, likeness(of: offsets, around.count, without: absent))
    }
    return extent - most
  }

  /// The part of the sum of squares of `count` positions around their centroid that the figure explains, over the touch that is the
  /// thumb, with the best turn and scale.
  private static func likeness(of offsets: InlineArray<5, UserVector>, _ count: Int, without absent: Int) -> Double {
    var middle = UserVector.zero
    for finger in 0..<5 where finger != absent { middle += figure[finger] }
    middle = middle / Double(count)
    var wanted = InlineArray<5, UserVector>(repeating: .zero)
    var size = 0.0
    for finger in 0..<count {
      wanted[finger] = figure[finger < absent ? finger : finger + 1] - middle
      size += wanted[finger].lengthSquared
    }
    var most = 0.0
    for start in 0..<count {
      var (along, across) = (0.0, 0.0)
      for finger in 0..<count {
        let offset = offsets[start + finger < count ? start + finger : start + finger - count]
        along += wanted[finger].dot(offset)
        across += wanted[finger].cross(offset)
      }
      most = max(most, along * along + across * across)
    }
    return most / size
  }

  /// The positions in clockwise order around their centroid.
  private static func clockwise(_ positions: TouchPositions) -> TouchPositions {
    let center = positions.centroid
    var turns = InlineArray<5, Double>(repeating: 0)
    var order = TouchPositions()
    for index in 0..<positions.count {
      let turn = quarters(positions[index] - center)
      var free = order.count
      order.append(positions[index])
      while free > 0, turns[free - 1] > turn {
        turns[free] = turns[free - 1]
        order.swap(free, free - 1)
        free -= 1
      }
      turns[free] = turn
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
