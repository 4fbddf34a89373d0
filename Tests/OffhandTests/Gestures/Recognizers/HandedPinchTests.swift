import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Design/Recognizing.md "Hand cases", as a pipeline's answers tell it; `HandednessCaseTests` has those of rule and estimator alone.
@Suite struct HandedPinchTests {
  private static let rule = OriginalHandednessRule(horizontalTolerance: 5, verticalTolerance: 4)
  private static let seed = Pipeline {
    HandedPinchGestureRecognizer(PinchGestureRecognizer(touches: 2...3), mode: .seed(rule))
  }

  private static func continuous(
    edge: ScreenEdge = .bottom
  ) -> EstimatingPipeline<Pipeline<ConfiguredRecognizer<HandedPinchGestureRecognizer>>, BayesianHandEstimator> {
    EstimatingPipeline(
      Pipeline { HandedPinchGestureRecognizer() },
      estimator: BayesianHandEstimator(
        environment: PanelSetup(
          panel: Rect(x: 0, y: 0, width: 150, height: 150), posture: .handheld, rightHandPrior: 0.5, userEdge: edge)))
  }

  /// Two fingers that part from the middle between `index` and `thumb` until they are there.
  private static func pinch(_ index: Point, _ thumb: Point) -> [Step] {
    let start = (
      Point(x: index.x * 0.7 + thumb.x * 0.3, y: index.y * 0.7 + thumb.y * 0.3),
      Point(x: index.x * 0.3 + thumb.x * 0.7, y: index.y * 0.3 + thumb.y * 0.7)
    )
    return [down(1, start.0.x, start.0.y, at: 0), down(2, start.1.x, start.1.y, at: 0)]
      + together(
        drag(1, from: (start.0.x, start.0.y), to: (index.x, index.y), over: 0...240),
        drag(2, from: (start.1.x, start.1.y), to: (thumb.x, thumb.y), over: 0...240))
  }

  private static func sides(_ player: Player<some GesturePipeline>) -> [Handedness] {
    var sides: [Handedness] = []
    for event in player.events where event.gesture.hand.side != sides.last { sides.append(event.gesture.hand.side) }
    return sides
  }

  @Test(.recognition("K1"), arguments: [(5.0, 100.0), (-5, 100), (100, 4), (-100, 4)])
  func `the pinch of the original has no hand at exact equality, and one a step beyond`(dx: Double, dy: Double) {
    for (across, downwards, isBeyond) in [(dx, dy, false), (dx.nextAway, dy.nextAway, true)] {
      let played = play(Self.seed) {
        down(1, 0, 0, at: 0)
        down(2, across / 2, downwards / 2, at: 0)
        move(2, to: across, downwards, at: 8)
      }
      let side = played.first("handed-pinch", .began)?.gesture.hand.side
      #expect(side == (isBeyond ? (dx > 0 ? .left : .right) : .unknown))
    }
  }

  @Test(.recognition("K2")) func `of three fingers those count that landed first, whatever their slots`() {
    let played = play(Self.seed) {
      down(7, 60, 20, at: 0)
      down(3, 20, 60, at: 8)
      down(1, 110, 90, at: 16)
      move(1, to: 140, 110, at: 24)
    }
    #expect(Self.sides(played) == [.right])
  }

  @Test(.recognition("K2")) func `those count that landed first, also where another finger has lifted before`() {
    var pipeline = Self.seed
    // Keeps a finger that rests at the right out.
    pipeline.delegate = Answers(receives: { $1.position.x < 200 })
    let played = play(pipeline) {
      down(4, 250, 20, at: 0)
      down(7, 60, 20, at: 8)
      down(3, 20, 60, at: 16)
      up(4, at: 24)
      down(1, 110, 90, at: 32)
      move(1, to: 140, 110, at: 40)
    }
    #expect(Self.sides(played) == [.right])
  }

  @Test(.recognition("K3")) func `the original's hand is asked once, and kept however the fingers cross`() {
    let played = play(Self.seed) {
      down(1, 60, 20, at: 0)
      down(2, 30, 60, at: 0)
      drag(1, from: (60, 20), to: (80, 10), over: 0...80)
      drag(1, from: (80, 10), to: (5, 90), over: 80...400)
      up(1, at: 408)
      up(2, at: 408)
    }
    #expect(Self.sides(played) == [.right])
    let next = play(Self.seed) {
      down(1, 30, 20, at: 0)
      down(2, 60, 60, at: 0)
      drag(2, from: (60, 60), to: (80, 90), over: 0...80)
    }
    #expect(Self.sides(next) == [.left])
  }

  @Test(.recognition("K4")) func `a pinch that becomes clear says so once, with its confidence`() throws {
    let played = play(Self.continuous()) {
      down(1, 70, 60, at: 0)
      down(2, 70, 90, at: 0)
      together(
        drag(1, from: (70, 60), to: (70, 50), over: 0...80), drag(2, from: (70, 90), to: (70, 100), over: 0...80))
      together(
        drag(1, from: (70, 50), to: (40, 45), over: 80...320), drag(2, from: (70, 100), to: (100, 95), over: 80...320))
    }
    #expect(Self.sides(played) == [.unknown, .left])
    #expect(try #require(played.last("handed-pinch")).gesture.hand.confidence > 0.65)
  }

  @Test(.recognition("K5")) func `evidence that turns round changes the answer at most once, and not before 120 ms`()
    throws
  {
    let played = play(Self.continuous()) {
      Self.pinch(Point(x: 95, y: 45), Point(x: 55, y: 95))
      for round in 0..<4 {
        let start = 240 + Double(round) * 400
        let (from, to) = round % 2 == 0 ? (95.0, 55.0) : (55.0, 95.0)
        together(
          drag(1, from: (from, 45), to: (to, 45), over: start...(start + 80)),
          drag(2, from: (150 - from, 95), to: (150 - to, 95), over: start...(start + 80)))
        together(
          drag(1, from: (to, 45), to: (to, 42), over: (start + 80)...(start + 400)),
          drag(2, from: (150 - to, 95), to: (150 - to, 98), over: (start + 80)...(start + 400)))
      }
    }
    let sides = Self.sides(played).filter { $0 != .unknown }
    #expect(sides.first == .right)
    #expect(sides.count <= 2)
    let turned = played.events.first { $0.gesture.hand.side == .left }?.timestamp
    if let turned { #expect(turned.seconds(since: .zero) >= 0.24 + 0.12) }
  }

  @Test(.recognition("K6")) func `from the opposite side the hand is right where the user's edge is known`() {
    let (index, thumb) = (Point(x: 95, y: 45), Point(x: 55, y: 95))
    let upright = play(Self.continuous()) { Self.pinch(index, thumb) }
    let opposite = play(Self.continuous(edge: .top)) {
      Self.pinch(Point(x: 150 - index.x, y: 150 - index.y), Point(x: 150 - thumb.x, y: 150 - thumb.y))
    }
    #expect(Self.sides(upright).last == .right)
    #expect(Self.sides(opposite) == Self.sides(upright))
  }

  @Test(.recognition("K7")) func `a left hand's pinch on an output that is turned by 90 degrees is a left hand's`() {
    let (index, thumb) = (Point(x: 55, y: 45), Point(x: 95, y: 95))
    let turned = play(Self.continuous(edge: .left)) {
      Self.pinch(Point(x: 150 - index.y, y: index.x), Point(x: 150 - thumb.y, y: thumb.x))
    }
    #expect(Self.sides(turned).last == .left)
  }

  /// A minute later, because a hand (Design/HandModel.md "Belief over time") may be remembered for a while, with a half-life of 5 s in the hand.
  @Test(.recognition("K10"))
  func `after a cancel the hand is unknown, and a later gesture starts with an unknown hand`() {
    let played = play(Self.continuous()) {
      Self.pinch(Point(x: 95, y: 45), Point(x: 55, y: 95))
      cancelAll(at: 250)
      down(1, 75, 60, at: 60_000)
      down(2, 75, 90, at: 60_000)
      move(2, to: 75, 96, at: 60_008)
    }
    #expect(played.last("handed-pinch", .cancelled) != nil)
    #expect(played.last("handed-pinch", .began)?.gesture.hand.side == .unknown)
  }

  @Test(.recognition("K12"))
  func `panels of 132 and 163 points to the inch tell the same hand of the same millimetres`() {
    let steps = Self.pinch(Point(x: 95, y: 45), Point(x: 55, y: 95))
    let answers = [132.0, 163.0].map { density in
      let surface = SurfaceGeometry(
        size: Size(width: 150, height: 150), pixelWidth: 150 * density / 25.4, pixelHeight: 150 * density / 25.4,
        provenance: .device)
      var player = Player(Self.continuous())
      player.play(
        Script(steps: steps).mapped { place in
          surface.point(pixelX: place.x * surface.pixelsPerMillimetreX, pixelY: place.y * surface.pixelsPerMillimetreY)
        })
      return player
    }
    #expect(Self.sides(answers[0]).last == .right)
    #expect(answers[0].lines == answers[1].lines)
    #expect(Self.sides(answers[0]) == Self.sides(answers[1]))
  }
}

extension Double {
  /// The next number away from zero.
  fileprivate var nextAway: Double { self < 0 ? nextDown : nextUp }
}
