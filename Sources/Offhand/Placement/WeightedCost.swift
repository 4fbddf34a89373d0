/// Rates positions: the lower the cost, the better.
public protocol PlacementCost: Sendable {
  /// Returns the region of the occlusion map that `cost` reads for candidates that all lie inside `hull`.
  func view(of hull: Box, in situation: borrowing PlacementSituation) -> Box

  /// Returns the cost of a candidate. `map` is valid at least inside `view(of:in:)`.
  func cost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under map: borrowing OcclusionMap
  ) -> Double
}

/// A weighted sum of all cost terms (Design/Placing.md "Cost"). Costs have no unit; 1 is an overlay that is entirely hidden.
public struct WeightedCost: PlacementCost {
  var hidden = 1.0
  /// Cost per mm between the overlay and its anchor or the middle of the touches: a tenth of a small overlay hidden is worth 43 mm.
  /// A larger value would keep overlays nearer and hide more of them; in a pinch the mean distance is then 18 to 20 mm.
  var distance = 0.00235
  /// Further cost per mm of a menu or popover more than `near` mm from a fingertip that is alone: it has to be seen to belong to that.
  /// Measured from 0 to .008 (Design/Placing.md "Menus beside a fingertip").
  var pull = 0.005
  /// The distance in mm from the fingertip within which nothing pulls.
  var near = 11.0
  /// The largest cost of distance.
  var distanceLimit = 0.5
  /// Cost of covering a touch or the anchor.
  var covering = 1.5
  /// Cost of an interactive overlay that is out of reach.
  var reach = 0.4
  /// Cost of the side opposite to the preferred one.
  var side = 0.05
  /// Cost of a position at the edge of the bounds, away from the anchor.
  var docked = 0.03
  /// Weight of the fraction hidden 250 ms ahead, if the touches keep their velocity.
  var forecast = 0.3
  /// Weight of the extra fraction hidden 250 ms ahead while the touches spread. As large as `hidden`, because they stay apart and
  /// the overlay stays where it is until the gesture ends. Of the fitted pinches that open by a third, a third less is hidden in
  /// the end, and overlays are no farther away.
  var spread = 1.0
  /// Weight of the fraction that covers an obstacle.
  var crowding = 1.0
  /// Cost per mm from the present position.
  var move = 0.005
  /// Margin in mm around the overlay that should be free too: hands deviate from their model, and a small movement must not hide an
  /// overlay at the edge of the occlusion. Measured from 4 to 15 mm, each with less swelling of the occlusion and the `distance`
  /// that keeps the mean distance: from 9 mm on, single fingers hide a quarter to a half less, for all hand sizes.
  var margin = 9.5
  /// The radius in mm within which an overlay covers a touch.
  var touchRadius = 4.0

  /// The standard weights.
  public init() {}

  /// Edge in mm of a square as large as the largest overlay for which distance counts fully; it counts less for larger ones.
  private static let smallSide = 25.0
  /// The time by which the motion of the touches is extrapolated, in seconds.
  private static let foresight = 0.25
  /// The speed in mm/s up to which motion is not extrapolated.
  private static let slowest = 30.0
  /// The largest extrapolated displacement in mm: hands do not keep their velocity for longer.
  private static let farthest = 150.0
  /// The largest extrapolated growth of the hand, as a factor: spreading touches have only a few centimetres left.
  private static let widest = 1.5

  /// Returns the hull with margins, now and 250 ms ahead.
  public func view(of hull: Box, in situation: borrowing PlacementSituation) -> Box {
    let ahead = displacementAhead(in: situation)
    return Box(
      x: hull.x - ahead.dx / 2, y: hull.y - ahead.dy / 2, width: hull.width + 2 * margin + abs(ahead.dx),
      height: hull.height + 2 * margin + abs(ahead.dy))
  }

  /// Returns the weighted sum.
  public func cost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under map: borrowing OcclusionMap
  ) -> Double {
    positionCost(of: candidate, in: situation) + occlusionCost(of: candidate.box, in: situation, under: map)
  }

  /// The part of the cost that does not depend on the hand.
  private func positionCost(of candidate: Candidate, in situation: borrowing PlacementSituation) -> Double {
    let box = candidate.box
    let away =
      situation.belongsToTouches
      ? box.distance(toX: situation.focus.x, y: situation.focus.y) : box.distance(to: situation.anchor)
    let roleFactor = situation.role == .loupe ? 2.0 : 1.0
    let extent = box.area.squareRoot()
    let sizeFactor = extent > WeightedCost.smallSide ? WeightedCost.smallSide / extent : 1
    var apart = distance * sizeFactor * away
    if situation.role.isInteractive, situation.finger != nil {
      apart += pull * max(0, box.distance(to: situation.clearance) - near)
    }
    var cost = min(distanceLimit, apart) * roleFactor
    if covers(box, situation) { cost += covering }
    if situation.role.isInteractive { cost += reach * min(1, max(0, (away - 60) / 60)) }
    if situation.preference != .zero {
      let offset = UserVector(dx: box.x - situation.anchor.x, dy: box.y - situation.anchor.y)
      let length = offset.length * situation.preference.length
      if length > 0 { cost += side * 0.5 * (1 - offset.dot(situation.preference) / length) }
    }
    if candidate.kind == .docked { cost += docked }
    for index in 0..<situation.obstacleCount {
      let overlap = box.overlap(with: situation.obstacles[index])
      if overlap > 0 { cost += crowding * (0.25 + overlap / box.area) }
    }
    if let current = situation.current {
      let offset = UserVector(dx: box.x - current.x, dy: box.y - current.y)
      cost += min(0.3, move * offset.length)
    }
    return cost
  }

  /// The cost of being hidden now and 250 ms ahead.
  private func occlusionCost(
    of box: Box, in situation: borrowing PlacementSituation, under map: borrowing OcclusionMap
  ) -> Double {
    let (width, height) = (box.width + 2 * margin, box.height + 2 * margin)
    var fraction = map.hidden(centerX: box.x, centerY: box.y, width: width, height: height)
    if situation.role.beginsWithTitle {
      // The top quarter has double weight.
      let title = map.hidden(centerX: box.x, centerY: box.y - height * 3 / 8, width: width, height: height / 4)
      fraction = (fraction * 4 + title) / 5
    }
    var cost = hidden * fraction
    let ahead = displacementAhead(in: situation)
    if ahead != .zero {
      // The occlusion moves with the touches: relative to it, the overlay moves back.
      cost +=
        forecast
        * map.hidden(centerX: box.x - ahead.dx, centerY: box.y - ahead.dy, width: box.width, height: box.height)
    }
    let growth = growthAhead(in: situation)
    if growth > 1 {
      // Scaling the hand up around the focus is the same as scaling the overlay down towards the focus by that factor.
      let focus = situation.focus
      let later = map.hidden(
        centerX: focus.x + (box.x - focus.x) / growth, centerY: focus.y + (box.y - focus.y) / growth,
        width: width / growth, height: height / growth)
      cost += spread * max(0, later - fraction)
    }
    return cost
  }

  /// The extrapolated displacement of the touches, in mm.
  private func displacementAhead(in situation: borrowing PlacementSituation) -> UserVector {
    let speed = situation.velocity.length
    guard speed > WeightedCost.slowest, speed.isFinite else { return .zero }
    return situation.velocity * min(WeightedCost.foresight, WeightedCost.farthest / speed)
  }

  /// The extrapolated growth of the occluded region while the touches spread, as a factor: thumb and index finger take the rest of
  /// the hand along.
  private func growthAhead(in situation: borrowing PlacementSituation) -> Double {
    min(WeightedCost.widest, 1 + situation.spreadRate * WeightedCost.foresight)
  }

  /// Whether a box covers a touch or the anchor.
  private func covers(_ box: Box, _ situation: borrowing PlacementSituation) -> Bool {
    for index in 0..<situation.touchCount where box.isWithin(touchRadius, of: situation.touches[index]) { return true }
    guard !situation.belongsToTouches else { return false }
    return box.overlap(with: situation.anchor) > 0
  }
}
