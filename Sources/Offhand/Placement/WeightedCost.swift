/// Says how bad a place is. One job: from a place to a number, lower is better.
public protocol PlacementCost: Sendable {
  /// Which part of the shadows is looked at for places that all lie within `hull`.
  func view(of hull: Box, in situation: borrowing PlacementSituation) -> Box

  /// The cost of `candidate` under `shadows`, in which at least `view(of:in:)` is drawn.
  func cost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under shadows: borrowing OcclusionMap
  ) -> Double
}

/// A weighted sum of everything that makes a place bad (placement.md §2.6); all terms without dimension.
public struct WeightedCost: PlacementCost {
  /// The whole overlay hidden.
  public var hidden = 1.0
  /// Each millimetre from the anchor or the fingers' middle: a tenth of a small overlay hidden is worth 43 mm of way. More
  /// would keep overlays nearer, at the price of hiding more of them; in a pinch the mean way is then 18 to 20 mm.
  public var distance = 0.00235
  /// The most that distance may cost.
  public var distanceLimit = 0.5
  /// Covering a finger, or the anchor.
  public var covers = 1.5
  /// The whole of an interactive overlay out of reach.
  public var reach = 0.4
  /// The opposite of the preferred side.
  public var side = 0.05
  /// Standing at the bounds' edge without belonging there.
  public var docked = 0.03
  /// The whole overlay hidden a quarter of a second from now, if the fingers go on as they do.
  public var forecast = 0.3
  /// As much more of the overlay hidden as the whole of it, a quarter of a second from now, if the fingers go on parting. It counts
  /// like what is hidden now: they stay apart, and the overlay stays where it is, until the gesture ends. Of the fitted pinches
  /// that open by a third, a third less is hidden in the end, and overlays stand no farther off.
  public var parting = 1.0
  /// The whole overlay over something that should stay visible.
  public var crowd = 1.0
  /// Each millimetre from where it is, when it moves.
  public var move = 0.005
  /// Millimetres around the overlay that should also be free: hands are not held as their model is, and whoever moves a little
  /// must not hide at once what stood at the shadow's edge. Tried from 4 to 15 mm, each with less swelling of the shadow and the
  /// distance that keeps the mean way: from 9 on what single fingers hide falls by a quarter to a half on all built hands.
  public var margin = 9.5
  /// Millimetres that a finger's contact reaches.
  public var contactRadius = 4.0

  /// The standard weights.
  public init() {}

  /// The side of a square as large as an overlay of which a millimetre's way counts whole: to something larger, the same way
  /// is less.
  static let smallSide = 25.0
  /// Seconds for which the fingers' motion is foreseen.
  static let foresight = 0.25
  /// Millimetres a second below which nothing is foreseen.
  static let slowest = 30.0
  /// Millimetres beyond which nothing is foreseen: hands do not go on like that.
  static let farthest = 150.0
  /// How much larger a hand is foreseen at most: fingers that part have few centimetres to go.
  static let widest = 1.5

  /// Places with their margins, now and where they will seem to be a quarter of a second from now.
  public func view(of hull: Box, in situation: borrowing PlacementSituation) -> Box {
    let ahead = ahead(of: situation)
    return Box(
      x: hull.x - ahead.dx / 2, y: hull.y - ahead.dy / 2, width: hull.width + 2 * margin + abs(ahead.dx),
      height: hull.height + 2 * margin + abs(ahead.dy))
  }

  /// The weighted sum.
  public func cost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under shadows: borrowing OcclusionMap
  ) -> Double {
    visibleCost(of: candidate, in: situation) + shadowCost(of: candidate.box, in: situation, under: shadows)
  }

  private func visibleCost(of candidate: Candidate, in situation: borrowing PlacementSituation) -> Double {
    let box = candidate.box
    let away =
      situation.belongsToTouches
      ? box.distance(toX: situation.focus.x, y: situation.focus.y) : box.distance(to: situation.anchor)
    let isFar = situation.role == .loupe ? 2.0 : 1.0
    let extent = box.area.squareRoot()
    let nearness = extent > WeightedCost.smallSide ? WeightedCost.smallSide / extent : 1
    var cost = min(distanceLimit, distance * nearness * away) * isFar
    if coversSomething(box, situation) { cost += covers }
    if situation.role.isInteractive { cost += reach * min(1, max(0, (away - 60) / 60)) }
    if situation.preference != .zero {
      let offset = UserVector(dx: box.x - situation.anchor.x, dy: box.y - situation.anchor.y)
      let length = offset.length * situation.preference.length
      if length > 0 { cost += side * 0.5 * (1 - offset.dot(situation.preference) / length) }
    }
    if candidate.kind == .docked { cost += docked }
    for index in 0..<situation.obstacleCount {
      let overlap = box.overlap(with: situation.obstacles[index])
      if overlap > 0 { cost += crowd * (0.25 + overlap / box.area) }
    }
    if let current = situation.current {
      let offset = UserVector(dx: box.x - current.x, dy: box.y - current.y)
      cost += min(0.3, move * offset.length)
    }
    return cost
  }

  /// The cost of being hidden now and soon.
  private func shadowCost(
    of box: Box, in situation: borrowing PlacementSituation, under shadows: borrowing OcclusionMap
  ) -> Double {
    let (width, height) = (box.width + 2 * margin, box.height + 2 * margin)
    var share = shadows.hidden(centerX: box.x, centerY: box.y, width: width, height: height)
    if situation.role.beginsWithTitle {
      // The top quarter counts twice.
      let title = shadows.hidden(
        centerX: box.x, centerY: box.y - height * 3 / 8, width: width, height: height / 4)
      share = (share * 4 + title) / 5
    }
    var cost = hidden * share
    let ahead = ahead(of: situation)
    if ahead != .zero {
      cost +=
        forecast
        * shadows.hidden(
          centerX: box.x - ahead.dx, centerY: box.y - ahead.dy, width: box.width, height: box.height)
    }
    let growth = growth(of: situation)
    if growth > 1 {
      // A hand that has grown around the fingers' middle hides of the overlay what it hides now of one so much nearer and smaller.
      let focus = situation.focus
      let later = shadows.hidden(
        centerX: focus.x + (box.x - focus.x) / growth, centerY: focus.y + (box.y - focus.y) / growth,
        width: width / growth, height: height / growth)
      cost += parting * max(0, later - share)
    }
    return cost
  }

  /// How far the fingers will have gone. The shadow goes along with them: seen from it, the overlay goes back.
  private func ahead(of situation: borrowing PlacementSituation) -> UserVector {
    let speed = situation.velocity.length
    guard speed > WeightedCost.slowest, speed.isFinite else { return .zero }
    return situation.velocity * min(WeightedCost.foresight, WeightedCost.farthest / speed)
  }

  /// How much larger the shadow will be where the fingers go on parting: thumb and index take the hand's parts along.
  private func growth(of situation: borrowing PlacementSituation) -> Double {
    min(WeightedCost.widest, 1 + situation.parting * WeightedCost.foresight)
  }

  private func coversSomething(_ box: Box, _ situation: borrowing PlacementSituation) -> Bool {
    for index in 0..<situation.contactCount {
      if box.isWithin(contactRadius, of: situation.contacts[index]) { return true }
    }
    guard !situation.belongsToTouches else { return false }
    return box.overlap(with: situation.anchor) > 0
  }
}
