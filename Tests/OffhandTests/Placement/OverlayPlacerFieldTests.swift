import Testing

@testable import Offhand

/// The field of shadows is cast and drawn no more often than it has to be, and nobody can tell.
@Suite struct OverlayPlacerFieldTests {
  private func placer(_ places: [Point]) -> Stage<StandardPlacement> {
    var stage = standard(tablet(prior: 0.9))
    stage.land(places)
    return stage
  }

  @Test func `what a rectangle hides is the same whether more was drawn before or not`() {
    let places = pinch(at: Point(x: 108, y: 68))
    let small = Rect(x: 110, y: 80, width: 20, height: 9)
    var fresh = placer(places)
    var used = placer(places)
    _ = used.strategy.hiddenFraction(of: Rect(x: 20, y: 20, width: 180, height: 110))
    let expected = fresh.strategy.hiddenFraction(of: small)
    #expect(expected > 0)
    #expect(used.strategy.hiddenFraction(of: small) == expected)
  }

  @Test func `what lies beyond the part that was drawn is drawn when it is asked for`() {
    var stage = placer(pinch(at: Point(x: 108, y: 68)))
    _ = stage.strategy.hiddenFraction(of: Rect(x: 0, y: 0, width: 10, height: 5))
    #expect(stage.strategy.hiddenFraction(of: Rect(x: 110, y: 90, width: 40, height: 30)) > 0.5)
  }

  @Test func `fingers that moved cast another shadow, and so do other surroundings and another model`() {
    let place = Point(x: 75, y: 100)
    var stage = placer(pinch(at: Point(x: 60, y: 68)))
    let before = stage.strategy.hiddenProbability(at: place)
    stage.move(pinch(at: Point(x: 120, y: 68)))
    let after = stage.strategy.hiddenProbability(at: place)
    #expect(before != after)
    stage.strategy.environment.shadows = .contactsOnly
    #expect(stage.strategy.hiddenProbability(at: place) == 0)
    stage.strategy.environment.shadows = .hands
    #expect(stage.strategy.hiddenProbability(at: place) == after)
    stage.strategy.shadow.swelling = 60
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 5)) > 0)
  }
}
