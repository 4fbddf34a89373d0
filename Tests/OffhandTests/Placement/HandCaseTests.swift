@testable import Offhand
import Testing

/// placement.md §4, cases 19 to 32: fingers and the hands behind them.
@Suite struct HandCaseTests {
  @Test func `placement 19 without a touch the standard strategy answers as the classic one`() {
    let environment = tablet()
    for (x, y) in [(100.0, 60.0), (3, 4), (210, 130)] {
      let request = OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: x, y: y, width: 5, height: 3), size: Size(width: 45, height: 30),
        bounds: environment.panel)
      var standard = StandardPlacement(environment: environment)
      var classic = ClassicPlacement(environment: environment)
      let answer = standard.place(request)
      let expected = classic.place(request)
      #expect(answer.rect == expected.rect)
      #expect(answer.side == expected.side)
    }
  }

  @Test func `placement 20 a palm beside a pen tells the side`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(Point(x: 100, y: 50), Point(x: 130, y: 120))
    stage.lift(1, as: .cancelled)
    #expect(stage.strategy.estimator.tracks[0].rightProbability > 0.9)
  }

  @Test func `placement 21 a tap of an unknown hand is answered away from both`() {
    var stage = standard(tablet(prior: 0.5))
    let finger = Point(x: 108, y: 80)
    stage.land(finger)
    let answer = stage.ask(1, .tap)
    #expect(answer.hidden < 0.2)
    #expect(answer.rect.distance(to: finger) >= 14)
  }

  @Test func `placement 22 an upright pinch is never answered between the fingers`() {
    for prior in [0.5, 0.9, 0.1] {
      var stage = standard(tablet(prior: prior))
      let fingers = [Point(x: 108, y: 45), Point(x: 108, y: 95)]
      stage.land(fingers)
      let answer = stage.ask(1, .pinch, .began)
      #expect(clears(answer.rect, fingers))
      #expect(!answer.rect.contains(Point(x: 108, y: 70)))
    }
  }

  @Test func `placement 23 a lying pinch is answered although the original's rule is silent`() {
    let fingers = [Point(x: 90, y: 70), Point(x: 130, y: 69)]
    #expect(SeedHandednessRule().hand(of: fingers[0], and: fingers[1]) == .unknown)
    var stage = standard(tablet())
    stage.land(fingers)
    let answer = stage.ask(1, .pinch, .began)
    #expect(clears(answer.rect, fingers))
    #expect(answer.hidden < 0.5)
  }

  @Test func `placement 24 fingers that cross do not change the hand`() {
    var environment = tablet(prior: 0.5)
    environment.posture = .handheld
    var stage = standard(environment)
    stage.land(Point(x: 125, y: 45), Point(x: 100, y: 95))
    let first = stage.ask(1, .pinch, .began)
    #expect(first.hand.side == .right)
    for step in 1...10 {
      let share = Double(step) / 10
      stage.move([Point(x: 125 - 25 * share, y: 45 + 50 * share), Point(x: 100 + 25 * share, y: 95 - 50 * share)])
      #expect(stage.ask(1, .pinch, .changed).rect == first.rect)
    }
    #expect(stage.strategy.hand.side == .right)
  }

  @Test func `placement 25 two contacts that merge move nothing`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(pinch(at: Point(x: 110, y: 70), span: 40))
    let first = stage.ask(1, .pinch, .began)
    let hand = stage.strategy.hand.side
    stage.move(pinch(at: Point(x: 110, y: 70), span: 12))
    #expect(stage.ask(1, .pinch, .changed).rect == first.rect)
    stage.lift(1)
    #expect(stage.ask(1, .pinch, .changed).rect == first.rect)
    #expect(stage.strategy.estimator.tracks.touchingCount == 1)
    #expect(stage.strategy.hand.side == hand)
  }

  @Test func `placement 26 a third finger in a pinch moves nothing`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 110, y: 70)))
    let first = stage.ask(1, .pinch, .began)
    stage.wait(50)
    stage.land(Point(x: 138, y: 50))
    #expect(stage.strategy.estimator.tracks.touchingCount == 1)
    #expect(stage.ask(1, .pinch, .changed).rect == first.rect)
  }

  @Test func `placement 27 five fingers leave room left of the thumb or far above`() {
    var stage = standard(tablet(hand: .right))
    let fingers = fiveFingers(index: Point(x: 120, y: 14))
    stage.land(fingers)
    let answer = stage.ask(1, .multi)
    #expect(clears(answer.rect, fingers))
    #expect(answer.hidden < 0.2)
    #expect(answer.rect.center.x < 120)
  }

  @Test func `placement 28 two hands with a finger each are two tracks and leave the middle above free`() {
    var stage = standard(tablet())
    let fingers = [Point(x: 18, y: 80), Point(x: 198, y: 80)]
    stage.land(fingers)
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hand.side == .both)
    let answer = stage.ask(1, .pinch, .began)
    #expect(answer.hidden < 0.2)
    #expect(answer.rect.center.y < 100)
  }

  @Test func `placement 29 the shadows of two hands add up`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 527, height: 296)
    var stage = standard(environment)
    stage.land([Point(x: 100, y: 92), Point(x: 120, y: 100), Point(x: 400, y: 100), Point(x: 420, y: 92)])
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 90, y: 160)) > 0.3)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 430, y: 160)) > 0.3)
  }

  @Test func `placement 30 two index fingers close together convince nobody`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(Point(x: 80, y: 70), Point(x: 140, y: 72))
    _ = stage.ask(1, .pinch, .began)
    #expect(stage.strategy.hand.confidence < 0.9)
  }

  @Test func `placement 31 a second hand that takes over a drag does not move the overlay`() {
    var stage = standard(tablet(hand: nil))
    stage.land(Point(x: 60, y: 70))
    let first = stage.ask(1, .drag, .began)
    stage.wait(100)
    stage.land(Point(x: 200, y: 70))
    _ = stage.ask(1, .drag, .changed)
    stage.lift(0)
    #expect(stage.ask(1, .drag, .changed).rect == first.rect)
  }

  @Test func `placement 32 a change of hands is seen after two gestures`() {
    var stage = standard(tablet(prior: 0.5))
    for hand in [Handedness.right, .right, .right, .left, .left] {
      stage.land(fiveFingers(index: Point(x: hand == .left ? 120 : 90, y: 12), hand: hand))
      stage.rest(60)
      if stage.time > Timestamp(seconds: 5.5) { #expect(stage.strategy.hand.side == .left) }
      stage.lift()
      stage.rest(1200)
    }
  }
}
