import DesignCases
import Testing
@testable import Offhand

/// Design/Placing.md cases 19 to 32: fingers and the hands behind them.
@Suite struct HandCaseTests {
  @Test(.placement("19")) func `without touches the standard strategy places like the classic one`() {
    let environment = tablet()
    for (x, y) in [(100.0, 60.0), (3, 4), (210, 130)] {
      let request = OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: x, y: y, width: 5, height: 3), size: Size(width: 45, height: 30),
        bounds: environment.panel)
      var standard = StandardPlacement(environment: environment)
      var classic = ClassicPlacement(environment: environment)
      let placement = standard.place(request)
      let expected = classic.place(request)
      #expect(placement.rect == expected.rect)
      #expect(placement.side == expected.side)
    }
  }

  @Test(.placement("21"), .recognition("N38")) func `for a tap of an unknown hand the overlay is clear of both hands`()
  {
    var stage = standard(tablet(prior: 0.5))
    let finger = Point(x: 108, y: 80)
    stage.land(finger)
    let placement = stage.place(1, .tap)
    #expect(placement.hidden <= 0.05)
    #expect(placement.rect.distance(to: finger) >= 14)
    #expect(placement.side == .above)
    #expect(placement.rect.center.x == finger.x)
  }

  @Test(.placement("22"), .recognition("L1")) func `in an upright pinch the overlay is never between the fingers`() {
    for prior in [0.5, 0.9, 0.1] {
      var stage = standard(tablet(prior: prior))
      let fingers = [Point(x: 108, y: 45), Point(x: 108, y: 95)]
      stage.land(fingers)
      let placement = stage.place(1, .pinch, .began)
      #expect(clears(placement.rect, fingers))
      #expect(!placement.rect.contains(Point(x: 108, y: 70)))
      #expect(placement.hidden <= 0.1)
      // The axis says nothing, so the prior decides, but not alone; where that says nothing either, far below is free of both hands.
      if prior > 0.5 { #expect(placement.rect.maxX < 108) }
      if prior < 0.5 { #expect(placement.rect.minX > 108) }
      if prior == 0.5 { #expect(placement.rect.minY > 95 + 24) }
    }
  }

  @Test func `beside the first pinch of a left-hander neither hand hides the overlay`() {
    for (place, span) in [(Point(x: 108, y: 70), 50.0), (Point(x: 80, y: 60), 60), (Point(x: 150, y: 66), 40)] {
      let fingers = pinch(at: place, hand: .left, span: span)
      var stage = standard(tablet())
      stage.land(fingers)
      let placement = stage.place(1, .pinch, .began)
      let right = stage.strategy.tracks[0].rightProbability
      #expect((0.2...0.8).contains(right))
      #expect(placement.rect.distance(to: place) < 100)
      var expected = 0.0
      for (hand, probability) in [(Handedness.right, right), (.left, 1 - right)] {
        var known = standard(tablet(hand: hand))
        known.land(fingers)
        known.strategy.note(.pinch)
        let hidden = known.strategy.hiddenFraction(of: placement.rect)
        #expect(hidden <= 0.15, "\(hand) at \(place)")
        expected += probability * hidden
      }
      #expect(abs(placement.hidden - expected) < 0.005, "doubt is no part of what is told")
    }
  }

  @Test func `beside a pinch of a known hand the overlay is where it is without any doubt`() {
    for hand in [Handedness.right, .left] {
      for x in [40.0, 108, 180] {
        let fingers = pinch(at: Point(x: x, y: 66), hand: hand)
        var stage = standard(tablet(hand: hand))
        var certain = stage
        certain.strategy.occlusion.largestDoubt = 0
        stage.land(fingers)
        certain.land(fingers)
        #expect(stage.place(1, .pinch, .began) == certain.place(1, .pinch, .began))
      }
    }
  }

  @Test(.placement("23")) func `a horizontal pinch has a placement although the original's rule has no result`() {
    let fingers = [Point(x: 90, y: 70), Point(x: 130, y: 69)]
    #expect(OriginalHandednessRule().hand(of: fingers[0], and: fingers[1]) == .unknown)
    for (prior, hand) in [(0.9, Handedness.right), (0.1, .left)] {
      var stage = standard(tablet(prior: prior))
      stage.land(fingers)
      let placement = stage.place(1, .pinch, .began)
      #expect(clears(placement.rect, fingers))
      #expect(placement.hidden < 0.1)
      #expect(placement.hand.side == hand)
    }
  }

  @Test(.placement("24")) func `fingers that cross do not change the hand`() {
    var environment = tablet(prior: 0.5)
    environment.posture = .handheld
    var stage = standard(environment)
    stage.land(Point(x: 125, y: 45), Point(x: 100, y: 95))
    let first = stage.place(1, .pinch, .began)
    #expect(first.hand.side == .right)
    for step in 1...10 {
      let share = Double(step) / 10
      stage.move([Point(x: 125 - 25 * share, y: 45 + 50 * share), Point(x: 100 + 25 * share, y: 95 - 50 * share)])
      #expect(stage.place(1, .pinch, .changed).rect == first.rect)
    }
    // Fingers that rest so crossed say no more than they did: not even for as long as a change of mind takes.
    for _ in 0..<20 { stage.rest(20) }
    #expect(stage.strategy.hand.side == .right)
    #expect(stage.strategy.hand.confidence >= first.hand.confidence)
  }

  @Test(.placement("24")) func `an index finger that moves below the thumb is still the index finger`() {
    var environment = tablet(prior: 0.65)
    environment.posture = .handheld
    var stage = standard(environment)
    let thumb = Point(x: 100, y: 75)
    // It leans so little that all later witnesses would count for more.
    stage.land(Point(x: 102, y: 45), thumb)
    let first = stage.place(1, .pinch, .began)
    #expect(first.hand.side == .right)
    // By place alone the thumb would now be the upper finger of a left hand.
    for step in 1...40 { stage.move([Point(x: 102 + Double(step) / 2, y: 45 + Double(step) * 1.6), thumb], after: 16) }
    #expect(stage.strategy.hand.side == .right)
    #expect(stage.strategy.hand.confidence >= first.hand.confidence)
    #expect(stage.place(1, .pinch, .changed).rect == first.rect)
  }

  @Test(.placement("25")) func `two touches that merge do not move the overlay`() {
    var environment = tablet(prior: 0.5)
    environment.posture = .handheld
    var stage = standard(environment)
    stage.land(pinch(at: Point(x: 110, y: 70), span: 40))
    let first = stage.place(1, .pinch, .began)
    let hand = stage.strategy.hand.side
    #expect(hand == .right)
    stage.move(pinch(at: Point(x: 110, y: 70), span: 12))
    #expect(stage.place(1, .pinch, .changed).rect == first.rect)
    stage.lift(1)
    #expect(stage.place(1, .pinch, .changed).rect == first.rect)
    #expect(stage.strategy.estimator.tracks.touchingCount == 1)
    #expect(stage.strategy.hand.side == hand)
  }

  @Test(.placement("26")) func `a third finger in a pinch does not move the overlay`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 110, y: 70)))
    let first = stage.place(1, .pinch, .began)
    stage.wait(50)
    stage.land(Point(x: 138, y: 50))
    #expect(stage.strategy.estimator.tracks.touchingCount == 1)
    #expect(stage.place(1, .pinch, .changed).rect == first.rect)
  }

  @Test(arguments: [nil, Handedness.right, .left])
  func `a menu of a long press opens within 12 mm of its fingertip`(hand: Handedness?) {
    for (place, isAnchored) in [
      (Point(x: 108, y: 70), true), (Point(x: 108, y: 70), false), (Point(x: 90, y: 90), true),
    ] {
      var stage = standard(tablet(hand: hand))
      stage.land(place)
      let menu = stage.place(1, .press) {
        ($0.role, $0.size) = (.menu, Size(width: 42, height: 29))
        if isAnchored { $0.anchor = Rect(origin: place, size: .zero) }
      }
      let tip = Rect(x: place.x - 9, y: place.y - 12, width: 18, height: 21)
      #expect(menu.quality == .clear && !menu.rect.intersects(tip))
      #expect(menu.rect.intersects(tip.grown(by: 12)))
    }
  }

  @Test(.placement("27")) func `five fingers leave room left of the thumb or far above`() {
    var stage = standard(tablet(hand: .right))
    let fingers = fiveFingers(index: Point(x: 120, y: 14))
    stage.land(fingers)
    let placement = stage.place(1, .multi)
    #expect(clears(placement.rect, fingers))
    #expect(placement.quality == .clear)
    #expect(placement.rect.center.x < 120)
    stage.strategy.remove(Overlay.ID(rawValue: 1))
    let menu = stage.place(2, .multi) {
      $0.role = .menu
      $0.size = Size(width: 45, height: 30)
    }
    #expect(menu.quality == .clear)
    #expect(menu.rect.maxX < fingers[0].x)
    #expect(menu.rect.distance(to: fingers[4]) >= 20, "beyond the thumb")
  }

  @Test(.placement("27")) func `an overlay that is far away has a leader line, unless it is a HUD`() {
    for (role, needsLine) in [(OverlayRole.popover, true), (.hud, false)] {
      var stage = standard(tablet(hand: .right))
      stage.land(fiveFingers(index: Point(x: 150, y: 14)))
      let placement = stage.place(1, .multi) {
        $0.role = role
        $0.size = Size(width: 30, height: 20)
        $0.reserved = [Rect(x: 60, y: 0, width: 157, height: 136)]
      }
      #expect(placement.rect.maxX <= 60)
      #expect(placement.reason == .leader)
      #expect(placement.needsLeader == needsLine)
    }
  }

  @Test(.placement("28")) func `two hands with one finger each are two tracks and leave the top middle free`() {
    var stage = standard(tablet())
    let fingers = [Point(x: 18, y: 80), Point(x: 198, y: 80)]
    stage.land(fingers)
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hand.side == .both)
    let placement = stage.place(1, .pinch, .began)
    #expect(placement.quality == .clear)
    #expect(placement.rect.maxY < 80)
    #expect(placement.rect.minX > 18 && placement.rect.maxX < 198)
    // Both forearms lie across what is below.
    for x in [60.0, 108, 150] { #expect(stage.strategy.hiddenProbability(at: Point(x: x, y: 125)) > 0.2) }
    #expect(stage.strategy.hiddenProbability(at: Point(x: 108, y: 20)) < 0.1)
  }

  @Test(.placement("29")) func `the occlusions of two hands add up`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 527, height: 296)
    var stage = standard(environment)
    stage.land([Point(x: 100, y: 92), Point(x: 120, y: 100), Point(x: 400, y: 100), Point(x: 420, y: 92)])
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 90, y: 160)) > 0.3)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 430, y: 160)) > 0.3)
    // An overlay belongs to the hand whose gesture it comments on.
    for (id, own, other) in [(1, 110.0, 410.0), (2, 410, 110)] {
      let rect = stage.place(id, .multi) { $0.gesture?.location = Point(x: own, y: 96) }.rect
      #expect(rect.distance(to: Point(x: own, y: 96)) < 60)
      #expect(rect.distance(to: Point(x: other, y: 96)) > 150)
    }
  }

  @Test(.placement("30")) func `two index fingers close together leave the hand uncertain`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(Point(x: 80, y: 70), Point(x: 140, y: 72))
    _ = stage.place(1, .pinch, .began)
    #expect(stage.strategy.hand.confidence < 0.9)
  }

  @Test(.placement("31")) func `a second hand that takes over a drag does not move the overlay`() {
    var stage = standard(tablet(hand: nil))
    stage.land(Point(x: 60, y: 70))
    let first = stage.place(1, .drag, .began)
    stage.wait(100)
    stage.land(Point(x: 200, y: 70))
    _ = stage.place(1, .drag, .changed)
    stage.lift(0)
    #expect(stage.place(1, .drag, .changed).rect == first.rect)
  }

  @Test(.placement("32"))
  func `what was learned about a hand decays without touches: half of it in twenty seconds on a desk`() {
    func confidence(after seconds: Int, in posture: Posture) -> Double {
      var environment = tablet(prior: 0.5)
      environment.posture = posture
      var stage = standard(environment)
      stage.land(fiveFingers(index: Point(x: 90, y: 12)))
      stage.rest(60)
      stage.lift()
      stage.rest(seconds * 1000)
      stage.land(Point(x: 108, y: 68))
      return stage.strategy.estimator.tracks[stage.strategy.estimator.tracks.count - 1].logOdds
    }
    let fresh = confidence(after: 1, in: .flatTablet)
    #expect(fresh > 1.2)
    #expect(abs(confidence(after: 20, in: .flatTablet) / fresh - 0.5) < 0.07)
    #expect(confidence(after: 120, in: .flatTablet) < 0.05)
    #expect(abs(confidence(after: 5, in: .handheld) / confidence(after: 1, in: .handheld) - 0.5) < 0.12)
  }

  @Test(.placement("32")) func `a change of hands is detected after two gestures`() {
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

/// Design/Placing.md cases 13 and 14: a sensor that is mounted mirrored or rotated, and a panel of unknown size.
@Suite struct CalibrationCaseTests {
  @Test(.placement("13")) func `a mirrored sensor gives the correct hand once its matrix is known`() throws {
    let glass = Size(width: 217, height: 136)
    let fingers = fiveFingers(index: Point(x: 110, y: 10))
    // What the mirrored sensor counts, in 0...1 from its own left.
    let counted = fingers.map { (x: 1 - $0.x / glass.width, y: $0.y / glass.height) }
    func hand(_ matrix: CalibrationMatrix) -> Handedness {
      let mapping = OutputMapping(panel: TouchPanel(sensorSize: glass, calibration: matrix), output: nil)
      var stage = standard(tablet(prior: 0.5))
      stage.land(
        counted.map { count in
          let place = matrix.apply(x: count.x, y: count.y)
          return mapping.point(x: place.x, y: place.y)
        })
      return stage.strategy.hand.side
    }
    #expect(hand(CalibrationMatrix(-1, 0, 1, 0, 1, 0)) == .right)
    #expect(hand(.identity) == .left)
  }

  @Test(
    .placement("13"),
    arguments: [
      (CalibrationMatrix.identity, 30.0), (CalibrationMatrix(-1, 0, 1, 0, 1, 0), -30),
      (CalibrationMatrix(1, 0, 0, 0, -1, 1), -30), (CalibrationMatrix(-1, 0, 1, 0, -1, 1), 30),
      (CalibrationMatrix(0, -1, 1, 1, 0, 0), -60), (CalibrationMatrix(0, 1, 0, 1, 0, 0), 60),
    ] as [(CalibrationMatrix, Double)])
  func `a contact's ellipse is mirrored and rotated with its position`(
    matrix: CalibrationMatrix, expected: Double
  ) throws {
    let panel = TouchPanel(sensorSize: Size(width: 217, height: 136), calibration: matrix)
    let shape = ContactShape(major: 12, minor: 8, orientationRadians: Float(Angle(degrees: 30).radians))
    let turned = OutputMapping(panel: panel, output: nil).shape(shape)
    let angle = try #require(turned.orientationRadians)
    #expect(abs(Angle(radians: Double(angle)).degrees - expected) < 1e-4)
    #expect(turned.major == 12 && turned.minor == 8)
  }

  @Test(.placement("14")) func `a panel without a size causes no division by zero`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 0, height: 0)
    var stage = standard(environment)
    stage.land(Point(x: 40, y: 30))
    let bounds = Rect(x: 0, y: 0, width: 200, height: 100)
    let placement = stage.place(1, .tap) { $0.bounds = bounds }
    #expect(bounds.contains(placement.rect))
    #expect(clears(placement.rect, [Point(x: 40, y: 30)]))
    // The hand is there all the same; of a number that is none nothing would be hidden.
    #expect(stage.strategy.hiddenProbability(at: Point(x: 70, y: 90)) > 0.5)
  }

  /// 96 pixels per inch, 3.78 per millimetre, are assumed (Design/Recognizing.md "Units"): a screen without a size is a projector or a
  /// virtual machine on a desk's monitor (3.6 to 4.3), while phones and tablets (5 to 6.5) report their size.
  @Test(
    .placement("14"),
    arguments: [
      Size.zero, Size(width: 1, height: 1), Size(width: 16_000, height: 9000), Size(width: .nan, height: 90),
    ])
  func `an implausible size is replaced, and the replacement is marked as assumed`(size: Size) {
    #expect(!Size.isPlausible(size))
    #expect(TouchPanel(sensorSize: size).sensorSize == nil)
    let surface = SurfaceGeometry(assumedFromPixelWidth: 1920, pixelHeight: 1080)
    #expect(surface.provenance == .assumed)
    #expect(abs(surface.size.width - 508) < 1e-9)
    #expect(abs(surface.pixelsPerMillimetreX * 25.4 - 96) < 1e-9)
    let none = SurfaceGeometry(size: .zero, pixelWidth: 1920, pixelHeight: 1080, provenance: .output)
    #expect(none.pixelsPerMillimetreX == 0 && none.point(pixelX: 3, pixelY: 4) == .origin)
  }
}
