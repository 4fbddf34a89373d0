import DesignCases
import Offhand
import OffhandTesting
import Testing

/// What the page for people from UIKit shows, so that it stays true: each cell of its right-hand columns is compiled here.
@Suite struct ComingFromUIKitTests {
  static let bounds = Rect(x: 0, y: 0, width: 217, height: 136)

  @Test func `the shape of it: answers are read, and the deadline says when to wake`() throws {
    var pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      PanGestureRecognizer().simultaneous(with: .pinch, .rotation)
      PinchGestureRecognizer().simultaneous(with: .rotation)
      RotationGestureRecognizer()
    }
    var scale = 1.0
    var selected: Point?
    func read() {
      for event in pipeline.events {
        switch (event.name, event.state) {
        case (.pinch, .began), (.pinch, .changed): scale = event.gesture.scale
        case (.tap, .recognized): selected = event.gesture.location
        default: break
        }
      }
    }
    var assembler = TouchFrameAssembler()
    Script {
      down(1, 60, 60, at: 0)
      down(2, 80, 60, at: 0)
      move(2, to: 102, 60, at: 8)
      up(1, at: 16)
      up(2, at: 16)
      down(3, 20, 20, at: 1000)
      up(3, at: 1050)
    }
    .forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      read()
    }
    #expect(abs(scale - 42.0 / 22) < 1e-9)
    let wake = try #require(pipeline.deadline)
    #expect(wake.seconds == 1.35)
    pipeline.advance(to: wake)
    read()
    #expect(selected == Point(x: 20, y: 20))
    #expect(pipeline.deadline == nil)
  }

  @Test func `properties have the names and the places that the page gives them`() throws {
    let settings = Pipeline {
      TapGestureRecognizer(touches: 2...2, taps: 3)
      LongPressGestureRecognizer(touches: 2, taps: 1, minimumPressDuration: .milliseconds(400), allowableMovement: 3)
      PanGestureRecognizer(touches: 1...2, slopPolicy: .included).with {
        $0.cancelsTouches = false
        $0.delaysTouchesBegan = true
        $0.delaysTouchesEnded = false
      }
      SwipeGestureRecognizer(touches: 3)
      SwipeGestureRecognizer(directions: [.left, .right]).named("page")
      ScreenEdgePanGestureRecognizer(from: .left, of: [Self.bounds])
      HandedPinchGestureRecognizer()
    }
    #expect(settings.names.map(\.description).contains("page"))

    var player = Player(Pipeline { PanGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    let event = try #require(player.last(.pan))
    #expect(player.pipeline.touches(of: event).map(\.position) == [Point(x: 60, y: 50)])
    #expect(player.pipeline.state(of: .pan) == .active)
    #expect(event.gesture.fingers == 1)
    #expect(event.gesture.anchorLocation.distance(to: event.gesture.location) < 2)
    player.pipeline.set(.translation(.zero), of: .pan)
    player.pipeline.set(.scale(1), of: .pan)
    player.pipeline.set(.rotation(.zero), of: .pan)
    player.change { $0.disable(.pan) }
    #expect(player.lines == ["pan began 8", "pan cancelled 8"])
    player.change { $0.enable(.pan, adopting: .allFingers) }
    player.play(Script(steps: [up(1, at: 16), down(1, 50, 50, at: 24), move(1, to: 60, 50, at: 32)]))
    #expect(player.transitions.last == "pan began")
    let error = #expect(throws: RelationError.self) { try player.pipeline.require(.pan, toFail: .pan) }
    #expect(error != nil)
  }

  /// Every question of the page, each with the answer that changes something.
  final class Owner: GestureDelegate {
    func answer(_ question: GestureQuestion) -> Bool? {
      switch question {
      case .begins(_, let gesture): gesture.translation.length < 100
      case .receives(_, let touch): touch.position.y < 100
      case .areSimultaneous(let recognizer, _): recognizer == .swipe
      case .waits(_, let other): other == .longPress
      case .prevents: false
      }
    }
  }

  @Test func `one delegate decides for all recognizers of a pipeline`() {
    var pipeline = Pipeline {
      PanGestureRecognizer().doesNotPrevent("other")
      PanGestureRecognizer().named("other").isNotPrevented(by: .pan).priority(-1)
      LongPressGestureRecognizer().overrides(.pan)
    }
    pipeline.delegate = Owner()
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      down(2, 50, 120, at: 16)
      move(2, to: 60, 120, at: 24)
    }
    #expect(played.lines.prefix(2) == ["pan began 8", "other began 8"])
    #expect(played.lines.count == 2, "the second finger is received by nobody")
  }

  @Test func `a change of the pipeline takes effect at once, and its events are those it caused`() {
    var pipeline = Pipeline { PanGestureRecognizer() }
    var relay = TouchRelay()
    var states: [GestureState] = []
    var below: [Touch.Phase] = []
    var assembler = TouchFrameAssembler()
    Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8), move(1, to: 70, 50, at: 16)])
      .forEachFrame(assembler: &assembler) { frame in
        pipeline.process(frame)
        states += pipeline.events.map(\.state)
        if !pipeline.events.isEmpty {
          pipeline.disable(.pan)
          states += pipeline.events.map(\.state)
        }
        relay.relay(frame, after: pipeline)
        below += relay.deliveries.map(\.touch.phase)
      }
    #expect(states == [.began, .cancelled])
    #expect(below.first == .began)
    #expect(below.contains(.cancelled))
  }

  @Test func `every gesture can say whose hand it is`() {
    let pipeline = EstimatingPipeline(
      StandardPipeline(outputs: [Self.bounds]),
      estimator: BayesianHandEstimator(
        environment: PanelSetup(panel: Self.bounds, posture: .flatTablet, rightHandPrior: 0.5)))
    let played = play(pipeline) {
      down(1, 120, 40, at: 0)
      down(2, 80, 90, at: 8)
      together(
        drag(1, from: (120, 40), to: (140, 20), over: 8...200), drag(2, from: (80, 90), to: (75, 96), over: 8...200))
    }
    #expect(played.last(.pinch)?.gesture.hand.side == .right)
  }

  @Test func `views come, move and go`() throws {
    let (photo, badge) = (Rect(x: 0, y: 0, width: 60, height: 40), Rect(x: 60, y: 0, width: 10, height: 10))
    let pose = Similarity(scale: 1.5, rotation: Angle(degrees: 90), translation: Vector(dx: 100, dy: 20))
    var views = TargetPipeline<AnyPipeline>()
    try views.add(1, region: photo, placement: pose, AnyPipeline(Pipeline { TransformGestureRecognizer() }))
    try views.add(2, region: badge, placement: pose, AnyPipeline(Pipeline { TapGestureRecognizer() }))
    var player = Player(views)
    let (start, tapped) = (pose.apply(Point(x: 30, y: 20)), pose.apply(badge.center))
    player.play(Script(steps: [down(1, start.x, start.y, at: 0), move(1, to: start.x + 10, start.y, at: 8)]))
    let gesture = try #require(player.events.last).gesture
    #expect(player.events.map(\.target) == [1])
    let own = gesture.converted(to: try #require(player.pipeline.placement(of: 1)))
    #expect(abs(own.location.x - 30) < 1e-9 && abs(own.location.y - (20 - 10 / 1.5)) < 1e-9)
    player.play(Script(steps: [up(1, at: 16)]))
    let moved = pose.followed(by: Similarity(translation: Vector(dx: 10, dy: 0)))
    for id in 1...2 { try player.pipeline.place(id, placement: moved) }
    player.pipeline.bringToFront(1)
    player.play(Script(steps: [down(2, tapped.x + 10, tapped.y, at: 1000), up(2, at: 1060)]))
    #expect(player.events.last?.target == 2 && player.events.last?.name == .tap)
    player.pipeline.remove(2, at: .zero + .seconds(2))
    player.play(Script(steps: [down(3, tapped.x + 10, tapped.y, at: 3000), up(3, at: 3060)]))
    #expect(player.events.last?.timestamp == .zero + .milliseconds(1060))
  }

  @Test(.recognition("N50")) func `a value may be set in the loop, by index, or as a change`() {
    let script = Script {
      down(1, 60, 60, at: 0)
      down(2, 80, 60, at: 0)
      (1...20).map { move(2, to: 80 + 2 * Double($0), 60, at: Double($0) * 8) }
    }
    typealias Pinch = Pipeline<ConfiguredRecognizer<PinchGestureRecognizer>>
    func product(_ read: (inout Pinch, borrowing TouchFrame) -> Double) -> Double {
      var pipeline = Pipeline { PinchGestureRecognizer() }
      var assembler = TouchFrameAssembler()
      var product = 1.0
      script.forEachFrame(assembler: &assembler) { product *= read(&pipeline, $0) }
      return product
    }
    let inLoop = product { pipeline, frame in
      pipeline.process(frame)
      var scale = 1.0
      for event in pipeline.events {
        scale *= event.gesture.scale
        pipeline.set(.scale(1), of: event)
      }
      return scale
    }
    let byIndex = product { pipeline, frame in
      pipeline.process(frame)
      var scale = 1.0
      for index in pipeline.events.indices {
        let event = pipeline.events[index]
        scale *= event.gesture.scale
        pipeline.set(.scale(1), of: event)
      }
      return scale
    }
    #expect(abs(inLoop - 60.0 / 22) < 1e-9)
    #expect(abs(byIndex - inLoop) < 1e-9)
  }
}
