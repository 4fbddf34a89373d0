import DesignCases
@testable import Offhand
import Testing

/// Design/Placing.md cases 33 to 45 without those of phones: where users stand, and hands that are not alone on the glass.
@Suite struct UserCaseTests {
  @Test(.placement("33")) func `a user at the opposite edge is supported`() {
    var environment = tablet(prior: 0.5)
    environment.userEdge = .top
    var stage = standard(environment)
    let fingers = fiveFingers(index: Point(x: 90, y: 10)).map { Point(x: 217 - $0.x, y: 136 - $0.y) }
    stage.land(fingers)
    #expect(stage.strategy.hand.side == .right)
  }

  @Test(.placement("34")) func `a user at a side edge is supported`() {
    var environment = tablet(prior: 0.5)
    environment.panel = Rect(x: 0, y: 0, width: 136, height: 217)
    environment.userEdge = .left
    var stage = standard(environment)
    stage.land(fiveFingers(index: Point(x: 90, y: 10)).map { Point(x: 136 - $0.y, y: $0.x) })
    #expect(stage.strategy.hand.side == .right)
  }

  @Test(.placement("33", "34"), arguments: [ScreenEdge.bottom, .top, .left, .right], [Handedness.left, .right])
  func `at a table a whole hand shows at which edge its user stands`(edge: ScreenEdge, hand: Handedness) {
    var environment = tablet(prior: 0.5)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 800, height: 800)
    var stage = standard(environment)
    let user = UserFrame(panel: environment.panel, edge: edge)
    stage.land(fiveFingers(index: Point(x: 0, y: 60), hand: hand).map { user.outward(UserPoint(x: $0.x, y: $0.y)) })
    let placement = stage.place(1, .multi, .began)
    #expect(stage.strategy.estimator.userEdge == edge)
    #expect(stage.strategy.hand.side == hand)
    // The forearm lies between the fingers and the user, not beyond them.
    #expect(stage.strategy.hiddenProbability(at: user.outward(UserPoint(x: hand == .left ? -20 : 20, y: 150))) > 0.5)
    #expect(stage.strategy.hiddenProbability(at: user.outward(UserPoint(x: 0, y: -60))) < 0.2)
    #expect(stage.panel.contains(placement.rect))
    // They stay as long as they touch, and a moment longer.
    stage.rest(25_000)
    stage.lift()
    stage.wait(500)
    stage.land(Point(x: 400, y: 400))
    #expect(stage.strategy.estimator.userEdge == edge)
    // Who comes after twenty idle seconds may stand anywhere.
    stage.lift()
    stage.rest(21_000)
    stage.land(Point(x: 400, y: 400))
    #expect(stage.strategy.estimator.userEdge == .bottom)
  }

  @Test(.placement("34")) func `two fingers are too little evidence to leave the stated edge`() {
    var environment = tablet(prior: 0.5)
    environment.posture = .tabletop
    var stage = standard(environment)
    stage.land(Point(x: 100, y: 40), Point(x: 102, y: 62))
    #expect(stage.strategy.estimator.userEdge == .bottom)
  }

  @Test(.placement("35")) func `the hands of several users are distinguished, up to four`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 900, height: 600)
    var stage = standard(environment)
    stage.land((0..<7).map { Point(x: 60 + Double($0) * 125, y: Double($0 % 2) * 300 + 100) })
    #expect(stage.strategy.estimator.tracks.touchingCount == 4)
    #expect(stage.panel.contains(stage.place(1, .tap).rect))
  }

  @Test(.placement("35"), arguments: [Posture.tabletop, .monitor])
  func `what another person's hand hides counts half, at tables and walls`(posture: Posture) {
    var environment = tablet(hand: .right)
    environment.posture = posture
    environment.panel = Rect(x: 0, y: 0, width: 1200, height: 400)
    environment.viewpoint = .orthographic
    environment.statedAzimuth = Angle(degrees: 0)
    func hidden(by places: [Point], for owner: Point, of rect: Rect) -> Double {
      var stage = standard(environment)
      stage.land(places)
      return stage.place(1, .drag, .began) {
        $0.gesture?.location = owner
        $0.bounds = rect
      }.hidden
    }
    let (own, near, far) = (Point(x: 200, y: 150), Point(x: 700, y: 150), Point(x: 900, y: 150))
    func palm(of finger: Point) -> Rect {
      Rect(center: finger + Vector(dx: 15, dy: 110), size: Size(width: 20, height: 9))
    }
    let isPublic = posture == .tabletop
    #expect(hidden(by: [own, far], for: own, of: palm(of: own)) > 0.95)
    #expect(hidden(by: [own, far], for: far, of: palm(of: far)) > 0.95, "whose gesture it is")
    let others = hidden(by: [own, far], for: own, of: palm(of: far))
    #expect(isPublic ? abs(others - 0.5) < 0.01 : others > 0.95)
    // Both hands of one person count whole.
    #expect(hidden(by: [own, near], for: own, of: palm(of: near)) > 0.95)
  }

  @Test(.placement("39")) func `a thumb that holds the tablet is not part of the gesture`() {
    var stage = standard(tablet())
    stage.land(Point(x: 6, y: 70))
    stage.rest(700)
    stage.land(pinch(at: Point(x: 120, y: 70)))
    let placement = stage.place(1, .pinch, .began)
    #expect(stage.strategy.estimator.tracks.touchingCount == 1)
    #expect(stage.strategy.hand.side != .both)
    #expect(stage.strategy.estimator.tracks.count == 1, "who holds it is no hand over the glass")
    #expect(stage.strategy.estimator.tracks[0].positions.count == 2)
    var alone = standard(tablet())
    alone.land(pinch(at: Point(x: 120, y: 70)))
    #expect(
      alone.place(1, .pinch, .began).rect == placement.rect, "the middle of the gesture is that of its own fingers")
  }

  @Test(.placement("40")) func `a palm is evidence and does not move the overlay`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(Point(x: 100, y: 40))
    let first = stage.place(1, .drag, .began)
    stage.wait(40)
    stage.land(Point(x: 140, y: 110))
    stage.lift(1, as: .cancelled)
    #expect(stage.strategy.estimator.tracks[0].rightProbability > 0.9)
    #expect(stage.place(1, .drag, .changed).rect == first.rect)
  }

  @Test(.placement("40")) func `a palm that was sensed hides what it covers for a second`() {
    var environment = tablet(hand: .right)
    environment.viewpoint = .orthographic
    var stage = standard(environment)
    let spot = Point(x: 40, y: 100)
    stage.land(Point(x: 100, y: 40))
    #expect(stage.strategy.hiddenProbability(at: spot) < 0.1)
    stage.wait(40)
    stage.land(spot)
    stage.lift(1, as: .cancelled)
    #expect(stage.strategy.hiddenProbability(at: spot) > 0.99)
    stage.rest(1100)
    stage.rest(10)
    #expect(stage.strategy.hiddenProbability(at: spot) < 0.1)
  }

  @Test(.placement("41")) func `a tiny contact of an untrusted device is a finger`() {
    var stage = standard(tablet(hand: .right))
    stage.land([Point(x: 100, y: 60)], shape: ContactShape(major: 2, minor: 2))
    let tiny = stage.place(1, .tap).rect
    var plain = standard(tablet(hand: .right))
    plain.land(Point(x: 100, y: 60))
    #expect(plain.place(1, .tap).rect == tiny)
  }

  @Test(.placement("42")) func `the estimated hand size stays within that of human hands`() {
    var child = standard(tablet(prior: 0.5))
    let middle = Point(x: 100, y: 60)
    child.land(fiveFingers(index: middle).map { middle + ($0 - middle) * 0.75 })
    #expect(child.strategy.estimator.tracks[0].scale < 0.9)
    #expect(child.strategy.estimator.tracks[0].scale >= 0.65)
    child.lift()
    for _ in 0..<12 {
      child.rest(400)
      child.land(fiveFingers(index: middle).map { middle + ($0 - middle) * 0.3 })
      child.lift()
    }
    child.land(middle)
    #expect(child.strategy.estimator.tracks[child.strategy.estimator.tracks.count - 1].scale < 0.6505)
    #expect(child.strategy.estimator.tracks[child.strategy.estimator.tracks.count - 1].scale >= 0.65)
    var grown = standard(tablet(prior: 0.5))
    grown.land(fiveFingers(index: middle).map { middle + ($0 - middle) * 1.4 })
    for _ in 0..<9 { grown.rest(20) }
    #expect(grown.strategy.estimator.tracks[0].scale > 1)
    #expect(grown.strategy.estimator.tracks[0].scale <= 1.2)
  }

  @Test(.placement("43")) func `a mug is not a hand`() {
    var stage = standard(tablet())
    for index in 0..<30 {
      stage.land([Point(x: 50 + Double(index), y: 60)], shape: ContactShape(major: Float(8 + index % 5), minor: 7))
      stage.lift()
      stage.rest(400)
    }
    stage.land([Point(x: 100, y: 60)], shape: ContactShape(major: 36, minor: 34))
    #expect(stage.strategy.estimator.tracks[0].grip == .object)
  }

  @Test(.placement("44")) func `the occlusion of hands can be switched off`() {
    var environment = tablet()
    environment.occluders = .contactsOnly
    var stage = standard(environment)
    stage.land(Point(x: 100, y: 40))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 100)) == 0)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 102, y: 40)) == 1)
  }

  @Test(.placement("45")) func `the forearm's direction can be stated`() {
    for (degrees, isStraight) in [(80.0, false), (0, true)] {
      var environment = tablet(hand: .right)
      environment.statedAzimuth = Angle(degrees: degrees)
      var stage = standard(environment)
      stage.land(Point(x: 60, y: 30))
      let aside = stage.strategy.hiddenProbability(at: Point(x: 200, y: 50))
      let below = stage.strategy.hiddenProbability(at: Point(x: 70, y: 130))
      #expect(isStraight ? below > 0.9 && aside < 0.1 : aside >= 0.5 && below < 0.3)
    }
  }

  @Test(.placement("45")) func `at a kiosk the side at which the user stands is learned, and forgotten`() {
    var environment = tablet(hand: .right)
    environment.posture = .kiosk
    environment.panel = Rect(x: 0, y: 0, width: 700, height: 400)
    var stage = standard(environment)
    let usual = expectedAzimuth(&stage)
    // Five pinches whose axis leans to the left by 30 degrees: the forearm comes from far to the right.
    for _ in 0..<5 {
      stage.land(Point(x: 335, y: 180), Point(x: 365, y: 232))
      _ = stage.place(1, .pinch, .began)
      stage.lift()
      stage.rest(1000)
    }
    let learned = expectedAzimuth(&stage)
    #expect(learned > usual + 10)
    #expect(learned <= usual + 30)
    stage.rest(21_000)
    #expect(expectedAzimuth(&stage) == usual)
  }

  /// The expected forearm azimuth for a single finger in the middle.
  private func expectedAzimuth(_ stage: inout Stage<StandardPlacement>) -> Double {
    stage.land(Point(x: 350, y: 200))
    defer {
      stage.lift()
      stage.rest(500)
    }
    return stage.strategy.estimator.tracks[stage.strategy.estimator.tracks.count - 1].right.azimuth.degrees
  }
}
