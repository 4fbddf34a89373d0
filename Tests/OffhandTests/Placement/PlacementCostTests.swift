import DesignCases
import Testing
@testable import Offhand

/// The terms of the cost (Design/Placing.md "Cost"), each alone: in a whole placement one often masks another.
@Suite struct PlacementCostTests {
  private let cost = WeightedCost()

  /// The situation of an overlay that belongs to `finger`.
  private func situation(
    _ role: OverlayRole = .hud, size: Size = Size(width: 40, height: 40), finger: Point = Point(x: 108, y: 68)
  ) -> PlacementSituation {
    var stage = standard(tablet(hand: .right))
    stage.land(finger)
    return stage.strategy.situation(
      for: OverlayRequest(id: Overlay.ID(rawValue: 1), role: role, size: size, bounds: stage.panel))
  }

  private func shadow(_ piece: OcclusionPiece?) -> OcclusionMap {
    var field = OcclusionField()
    if let piece { field.append(piece) }
    var map = OcclusionMap()
    map.draw(field, minX: -120, minY: -80, maxX: 120, maxY: 80)
    return map
  }

  private func cost(_ box: Box, in situation: borrowing PlacementSituation, under map: OcclusionMap) -> Double {
    cost.cost(of: Candidate(box, kind: .near, rank: 1), in: situation, under: map)
  }

  @Test(.placement("6", "7"), arguments: [OverlayRole.menu, .popover])
  func `the title and the first rows count twice`(role: OverlayRole) {
    let box = Box(x: -60, y: 0, width: 40, height: 40)
    func hiding(atY y: Double, _ role: OverlayRole) -> Double {
      let bar = OcclusionPiece(x: -90, y: y, radius: 6, endX: -30, endY: y, endRadius: 6)
      return cost(box, in: situation(role), under: shadow(bar)) - cost(box, in: situation(role), under: shadow(nil))
    }
    #expect(hiding(atY: -16, role) > 1.4 * hiding(atY: 16, role))
    #expect(abs(hiding(atY: -16, .hud) - hiding(atY: 16, .hud)) < 1e-9)
  }

  @Test(.placement("G8")) func `a position on a finger costs more than any free one`() {
    let situation = situation(size: Size(width: 20, height: 9))
    let covering = cost(Box(x: 5, y: 0, width: 20, height: 9), in: situation, under: shadow(nil))
    let farthest = cost(Box(x: -98, y: -63, width: 20, height: 9), in: situation, under: shadow(nil))
    #expect(covering > 1)
    #expect(farthest < covering)
  }

  @Test(.placement("58")) func `what spreading fingers will hide counts, and nothing while they close`() {
    let bar = OcclusionPiece(x: -40, y: 0, radius: 8, endX: -40, endY: 0, endRadius: 8)
    let beyond = Box(x: -72, y: 0, width: 14, height: 9)
    func extra(_ rate: Double) -> Double {
      var stage = standard(tablet(hand: .right))
      stage.land(Point(x: 108.5, y: 68))
      let situation = stage.strategy.situation(
        for: OverlayRequest(
          id: Overlay.ID(rawValue: 1), size: Size(width: 14, height: 9), bounds: stage.panel,
          gesture: GestureHint(.pinch, logScaleVelocity: rate)))
      return cost(beyond, in: situation, under: shadow(bar)) - cost(beyond, in: situation, under: shadow(nil))
    }
    #expect(extra(0) == 0)
    #expect(extra(1.6) > 0.2)
    #expect(extra(-1.6) == 0)
    #expect(extra(.nan) == 0 && extra(.infinity) == 0)
  }

  @Test(.placement("5")) func `every edge and every corner of the bounds is a candidate, whatever is near the fingers`()
  {
    var places: [Candidate] = []
    RingCandidates().generate(for: situation(size: Size(width: 20, height: 9)), into: &places)
    let docked = Set(places.filter { $0.kind == .docked }.map { Point(x: $0.box.x, y: $0.box.y) })
    let (x, y) = ((217.0 - 20) / 2, (136.0 - 9) / 2)
    let expected = [(-x, -y), (0, -y), (x, -y), (-x, 0), (x, 0), (-x, y), (0, y), (x, y)].map {
      Point(x: $0.0, y: $0.1)
    }
    #expect(docked == Set(expected))
  }

  @Test func `a loupe belongs beside what it enlarges, and a menu by its fingertip and within reach`() {
    func cost(_ role: OverlayRole, at x: Double) -> Double {
      self.cost(
        Box(x: x, y: 0, width: 20, height: 9), in: situation(role, size: Size(width: 20, height: 9)), under: shadow(nil)
      )
    }
    #expect(abs(cost(.loupe, at: -60) - 2 * cost(.tooltip, at: -60)) < 1e-9)
    #expect(cost(.menu, at: -28) == cost(.hud, at: -28))
    #expect(cost(.menu, at: -40) - cost(.hud, at: -40) > 0.04)
    #expect(cost(.menu, at: -98) - cost(.hud, at: -98) > 0.1)
  }

  @Test func `a position costs by its distance from the present one, so that overlays do not move for little`() {
    var staying = situation(size: Size(width: 20, height: 9))
    let box = Box(x: -40, y: 0, width: 20, height: 9)
    let free = cost(box, in: staying, under: shadow(nil))
    for (x, extra) in [(-40.0, 0.0), (-60, 0.1), (-90, 0.25), (40, 0.3)] {
      staying.current = Box(x: x, y: 0, width: 20, height: 9)
      #expect(abs(cost(box, in: staying, under: shadow(nil)) - free - extra) < 1e-9)
    }
  }

  @Test func `of two free positions the nearer one costs less, and distance costs at most half a hidden overlay`() {
    let situation = situation(size: Size(width: 20, height: 9))
    let costs = [30.0, 60, 90].map { cost(Box(x: -$0, y: 0, width: 20, height: 9), in: situation, under: shadow(nil)) }
    #expect(costs[0] < costs[1] && costs[1] < costs[2])
    #expect(costs[2] < 0.5)
  }
}

/// The occlusion is computed and rasterized only when it has changed, without a visible difference.
@Suite struct HandOcclusionTests {
  private func placer(_ places: [Point]) -> Stage<StandardPlacement> {
    var stage = standard(tablet(prior: 0.9))
    stage.land(places)
    return stage
  }

  @Test func `the hidden fraction of a rectangle is the same whether a larger region was rasterized before or not`() {
    let places = pinch(at: Point(x: 108, y: 68))
    let small = Rect(x: 110, y: 80, width: 20, height: 9)
    var fresh = placer(places)
    var used = placer(places)
    _ = used.strategy.hiddenFraction(of: Rect(x: 20, y: 20, width: 180, height: 110))
    let expected = fresh.strategy.hiddenFraction(of: small)
    #expect(expected > 0)
    #expect(used.strategy.hiddenFraction(of: small) == expected)
  }

  @Test func `a region beyond the rasterized one is rasterized on demand`() {
    var stage = placer(pinch(at: Point(x: 108, y: 68)))
    _ = stage.strategy.hiddenFraction(of: Rect(x: 0, y: 0, width: 10, height: 5))
    #expect(stage.strategy.hiddenFraction(of: Rect(x: 110, y: 90, width: 40, height: 30)) > 0.5)
  }

  @Test func `touches that moved, another panel setup and another model change the occlusion`() {
    let place = Point(x: 75, y: 100)
    var stage = placer(pinch(at: Point(x: 60, y: 68)))
    let before = stage.strategy.hiddenProbability(at: place)
    stage.move(pinch(at: Point(x: 120, y: 68)))
    let after = stage.strategy.hiddenProbability(at: place)
    #expect(before != after)
    stage.strategy.environment.occluders = .contactsOnly
    #expect(stage.strategy.hiddenProbability(at: place) == 0)
    stage.strategy.environment.occluders = .hands
    #expect(stage.strategy.hiddenProbability(at: place) == after)
    stage.strategy.occlusion.swelling = 60
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 5)) > 0)
  }

  @Test func `a new panel setup discards what lifted hands hid`() {
    let rect = Rect(x: 110, y: 80, width: 20, height: 9)
    var stage = placer(pinch(at: Point(x: 108, y: 68)))
    #expect(stage.strategy.hiddenFraction(of: rect) > 0)
    stage.strategy.environment.reducesMotion = true
    stage.strategy.reset()
    #expect(stage.strategy.hiddenFraction(of: rect) == 0)
  }
}
