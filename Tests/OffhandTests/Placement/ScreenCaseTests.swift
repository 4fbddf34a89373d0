@testable import Offhand
import Testing

/// placement.md §4, cases 1 to 18: geometry and screen.
@Suite struct ScreenCaseTests {
  @Test func `placement 1 in the top left corner nothing goes under the palm`() {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 6, y: 6)
    stage.land(finger)
    let answer = stage.ask(1, .tap)
    #expect(stage.panel.contains(answer.rect))
    #expect(clears(answer.rect, [finger]))
    #expect(answer.hidden < 0.35)
  }

  @Test func `placement 2 in the top right corner a right hand leaves the left free`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 205, y: 12))
    #expect(stage.ask(1, .tap).rect.maxX < 196)
  }

  @Test func `placement 3 in the bottom right corner the overlay stands left or above`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 208, y: 128))
    let answer = stage.ask(1, .tap)
    #expect([.left, .above, .aboveLeft].contains(answer.side))
    #expect(answer.quality == .clear)
  }

  @Test func `placement 4 at the bottom edge the shadow beyond the screen counts for nothing`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 131))
    #expect(stage.ask(1, .tap).quality == .clear)
  }

  @Test func `placement 5 on a tiny screen the answer is inside and stays`() {
    var environment = tablet(prior: 0.5)
    environment.panel = Rect(x: 0, y: 0, width: 38, height: 38)
    var stage = standard(environment)
    stage.land(Point(x: 19, y: 19))
    let first = stage.ask(1, .tap)
    #expect(stage.panel.contains(first.rect))
    for _ in 0..<20 {
      stage.rest(30)
      #expect(stage.ask(1, .tap, .changed).rect == first.rect)
    }
  }

  @Test func `placement 6 where the wanted size finds no room the compact one is taken`() {
    var stage = standard(tablet(hand: .right))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    let answer = stage.ask(1, .multi) {
      $0.size = Size(width: 210, height: 130)
      $0.compactSize = Size(width: 30, height: 10)
    }
    #expect(answer.rect.size == Size(width: 30, height: 10))
    #expect(answer.reason == .compact)
  }

  @Test(arguments: PlacementPreset.allCases)
  func `placement 7 an overlay larger than the screen stands at the leading corner and says so`(preset: PlacementPreset)
  {
    var strategy = preset.strategy(in: tablet(hand: .right))
    let answer = strategy.place(
      OverlayRequest(id: Overlay.ID(rawValue: 1), size: Size(width: 400, height: 300), bounds: tablet().panel))
    #expect(answer.isClipped)
    #expect(answer.quality == .obstructed)
    #expect(answer.rect.minX >= 0 && answer.rect.minX < 2 && answer.rect.minY >= 0 && answer.rect.minY < 2)
  }

  @Test func `placement 8 a smallest size beyond the bounds does not trap`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 100, y: 60))
    let answer = stage.ask(1, .tap) {
      $0.size = Size(width: 400, height: 300)
      $0.minimumSize = Size(width: 300, height: 200)
    }
    #expect(answer.quality == .obstructed)
    #expect(answer.rect.origin == .origin)
  }

  @Test(arguments: PlacementPreset.allCases)
  func `placement 9 nothing to place and nowhere to place it give an empty answer`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet())
    let empty = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: 50, y: 40, width: 0, height: 0), size: .zero,
        bounds: tablet().panel))
    #expect(empty.rect == Rect(x: 50, y: 40, width: 0, height: 0))
    let nowhere = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 2), size: Size(width: 9, height: 9), bounds: Rect(x: 0, y: 0, width: 0, height: 0)))
    #expect(nowhere.rect.isFinite)
    #expect(nowhere.reason == .degenerate)
  }

  @Test func `placement 10 a keyboard that appears moves the overlay into what is left`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 110, y: 90)))
    _ = stage.ask(1, .pinch, .began)
    stage.rest(30)
    let left = Rect(x: 0, y: 0, width: 217, height: 60)
    let answer = stage.ask(1, .pinch, .changed) { $0.bounds = left }
    #expect(left.contains(answer.rect))
    stage.rest(30)
    #expect(stage.ask(1, .pinch, .changed) { $0.bounds = left }.rect == answer.rect)
  }

  @Test func `placement 11 on a turned output the answer turns along`() {
    var plain = standard(tablet(hand: .right))
    plain.land(Point(x: 100, y: 60))
    let upright = plain.ask(1, .tap).rect
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 136, height: 217)
    environment.userEdge = .left
    var stage = standard(environment)
    stage.land(Point(x: 76, y: 100))
    let turned = stage.ask(1, .tap) { $0.size = Size(width: 9, height: 20) }.rect
    #expect(abs(turned.minX - (136 - upright.maxY)) <= 1e-9)
    #expect(abs(turned.minY - upright.minX) <= 1e-9)
  }

  @Test func `placement 12 a turn of the output in mid-gesture keeps the hand`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    #expect(stage.strategy.hand.side == .right)
    stage.strategy.environment.posture = .monitor
    stage.rest(8)
    #expect(stage.strategy.hand.side == .right)
  }

  @Test func `placement 13 mirrored coordinates make the other hand of it`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(fiveFingers(index: Point(x: 110, y: 10), hand: .left))
    #expect(stage.strategy.hand.side == .left)
  }

  @Test func `placement 13 a sensor that is built in mirrored tells the right hand once its matrix is known`() throws {
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
    arguments: [
      (CalibrationMatrix.identity, 30.0), (CalibrationMatrix(-1, 0, 1, 0, 1, 0), -30),
      (CalibrationMatrix(1, 0, 0, 0, -1, 1), -30), (CalibrationMatrix(-1, 0, 1, 0, -1, 1), 30),
      (CalibrationMatrix(0, -1, 1, 1, 0, 0), -60), (CalibrationMatrix(0, 1, 0, 1, 0, 0), 60),
    ] as [(CalibrationMatrix, Double)])
  func `placement 13 a contact's ellipse is mirrored and turned with its place`(
    matrix: CalibrationMatrix, expected: Double
  ) throws {
    let panel = TouchPanel(sensorSize: Size(width: 217, height: 136), calibration: matrix)
    let shape = ContactShape(major: 12, minor: 8, orientationRadians: Float(Angle(degrees: 30).radians))
    let turned = OutputMapping(panel: panel, output: nil).shape(shape)
    let angle = try #require(turned.orientationRadians)
    #expect(abs(Angle(radians: Double(angle)).degrees - expected) < 1e-4)
    #expect(turned.major == 12 && turned.minor == 8)
  }

  @Test func `placement 14 a panel without a size divides by nothing`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 0, height: 0)
    var stage = standard(environment)
    stage.land(Point(x: 40, y: 30))
    let bounds = Rect(x: 0, y: 0, width: 200, height: 100)
    #expect(bounds.contains(stage.ask(1, .tap) { $0.bounds = bounds }.rect))
  }

  @Test func `placement 15 a finger beside the panel still casts a shadow on it`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: -12, y: 20))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 30, y: 80)) > 0.5)
  }

  @Test func `placement 16 places are not rounded to pixels`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 100.37, y: 60.11))
    let first = stage.ask(1, .tap).rect
    stage.move([Point(x: 100.39, y: 60.12)])
    #expect(stage.ask(1, .tap, .changed).rect == first)
  }

  @Test func `placement 17 an overlay stays on its own output`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 434, height: 136)
    var stage = standard(environment)
    stage.land(Point(x: 222, y: 60))
    let right = Rect(x: 217, y: 0, width: 217, height: 136)
    #expect(right.contains(stage.ask(1, .tap) { $0.bounds = right }.rect))
  }

  @Test(arguments: PlacementPreset.allCases)
  func `placement 18 an anchor that is partly gone keeps its overlay inside`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet(hand: .right))
    let answer = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: -30, y: 50, width: 40, height: 10),
        size: Size(width: 20, height: 9),
        bounds: tablet().panel))
    #expect(tablet().panel.contains(answer.rect))
  }

  @Test func `placement 18 an anchor that is gone hides its overlay after 150 ms, and it does not wander`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 60, y: 40))
    func ask(_ x: Double) -> Placement {
      stage.ask(1, .scroll, .changed) {
        $0.anchor = Rect(x: x, y: 50, width: 30, height: 10)
        $0.following = .follow
      }
    }
    _ = ask(100)
    let last = ask(20)
    #expect(last.isShown)
    stage.rest(8)
    let gone = ask(-80)
    #expect(gone.isShown && gone.rect == last.rect)
    stage.rest(149)
    #expect(ask(-90).isShown)
    stage.rest(1)
    let hidden = ask(-400)
    #expect(!hidden.isShown && hidden.rect == last.rect)
    stage.rest(8)
    #expect(ask(30).isShown)
  }
}
