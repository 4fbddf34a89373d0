import Testing

@testable import Offhand

/// placement.md §4, cases 36 to 38 and 46: phones in a hand, in two, and on a table.
@Suite struct PhoneCaseTests {
  @Test func `placement 36 a thumb that holds the phone has neither palm nor forearm on the glass`() {
    var environment = tablet(prior: 0.9)
    environment.panel = Rect(x: 0, y: 0, width: 68, height: 150)
    environment.posture = .thumbs
    var stage = standard(environment)
    stage.land(Point(x: 50, y: 90))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 15, y: 120)) < 0.1)
    #expect(stage.ask(1, .tap).quality == .clear)
  }

  @Test(arguments: [Handedness.right, .left])
  func `placement 36 the fingers that hold a phone reach 8 mm around its other edge`(hand: Handedness) {
    func stage(_ width: Double, _ height: Double) -> Stage<StandardPlacement> {
      var environment = tablet(hand: hand)
      environment.panel = Rect(x: 0, y: 0, width: width, height: height)
      environment.posture = .thumbs
      var stage = standard(environment)
      stage.land(Point(x: hand == .right ? 50 : width - 50, y: 90))
      return stage
    }
    func inward(_ distance: Double) -> Double { hand == .right ? distance : 68 - distance }
    var phone = stage(68, 150)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(7.5), y: 100)) > 0.9)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(8.5), y: 100)) < 0.1)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(4), y: 30)) < 0.1, "above them the edge is free")
    // What people see goes to the other side or above, and not under the fingers there.
    let answer = phone.ask(1, .tap)
    #expect(answer.quality == .clear)
    #expect(hand == .right ? answer.rect.center.x < 50 : answer.rect.center.x > 18)
    // A hand does not close around a broad one.
    var broad = stage(150, 68)
    #expect(broad.strategy.hiddenProbability(at: Point(x: hand == .right ? 4 : 146, y: 40)) < 0.1)
  }

  @Test func `placement 37 two thumbs leave the top middle free`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 150, height: 68)
    environment.posture = .thumbs
    var stage = standard(environment)
    stage.land(Point(x: 15, y: 45), Point(x: 135, y: 45))
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 75, y: 10)) < 0.1)
  }

  @Test func `placement 38 on a cradled phone the forearm comes from the bottom corner`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 68, height: 150)
    environment.posture = .handheld
    var stage = standard(environment)
    stage.land(Point(x: 34, y: 60))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 58, y: 140)) > 0.6)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 8, y: 140)) < 0.4)
  }

  @Test func `placement 46 where nobody knows the user's edge the forearm may come from further round`() {
    var known = standard(tablet(hand: .right))
    known.land(Point(x: 108, y: 68))
    var environment = tablet(hand: .right)
    environment.posture = .unknown
    var unknown = standard(environment)
    unknown.land(Point(x: 108, y: 68))
    #expect(unknown.strategy.estimator.tracks[0].right.deviation > known.strategy.estimator.tracks[0].right.deviation)
  }

  @Test
  func `placement 46 a phone on a table is poked from any side, so overlays stand above the finger and further off`() {
    func gap(_ posture: Posture) -> Double {
      var sum = 0.0
      for x in [25.0, 35, 45] {
        for y in [70.0, 100] {
          var environment = tablet(prior: 0.9)
          environment.panel = Rect(x: 0, y: 0, width: 70, height: 150)
          environment.posture = posture
          environment.viewpoint = .orthographic
          var stage = standard(environment)
          stage.land(Point(x: x, y: y))
          let answer = stage.ask(1, .tap)
          #expect([.above, .aboveLeft, .aboveRight].contains(answer.side))
          sum += answer.rect.distance(to: Point(x: x, y: y))
          if posture == .faceUp { #expect(stage.strategy.estimator.tracks[0].right.deviation == 40) }
        }
      }
      return sum / 6
    }
    #expect(gap(.faceUp) > gap(.handheld))
  }
}
