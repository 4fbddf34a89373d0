import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct TouchRelayTests {
  /// What the layer below sees of `steps`, as lines such as `moved 8`.
  static func relay(_ pipeline: some GesturePipeline, _ steps: [Step], until end: Double = 5000) -> [String] {
    deliveries(pipeline, steps, until: end).map { "\($0.touch.phase) \($0.timestamp.nanoseconds / 1_000_000)" }
  }

  /// What the layer below sees of `steps`.
  static func deliveries(_ pipeline: some GesturePipeline, _ steps: [Step], until end: Double) -> [TouchRelay.Delivery]
  {
    var pipeline = pipeline
    var relay = TouchRelay()
    var assembler = TouchFrameAssembler()
    var deliveries: [TouchRelay.Delivery] = []
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      relay.relay(frame, after: pipeline)
      deliveries += relay.deliveries
    }
    pipeline.advance(to: Timestamp(nanoseconds: Int64(end * 1e6)))
    relay.relay(upTo: Timestamp(nanoseconds: Int64(end * 1e6)), after: pipeline)
    return deliveries + relay.deliveries
  }

  @Test(.recognition("J11")) func `a captured finger is cancelled once`() {
    let lines = Self.relay(
      Pipeline { PanGestureRecognizer() },
      [
        down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 8), move(1, to: 55, 50, at: 16), move(1, to: 56, 50, at: 24),
        up(1, at: 32),
      ])
    #expect(lines == ["began 0", "moved 8", "cancelled 16"])
  }

  @Test func `a frame that is noted and then relayed as a whole is delivered once`() {
    var (pipeline, relay) = (Pipeline { LongPressGestureRecognizer() }, TouchRelay())
    var assembler = TouchFrameAssembler()
    var deliveries: [TouchRelay.Delivery] = []
    Script(steps: [down(1, 50, 50, at: 0), move(1, to: 55, 50, at: 8), up(1, at: 16)])
      .forEachFrame(assembler: &assembler) { frame in
        pipeline.process(frame)
        relay.note(frame)
        relay.relay(frame, after: pipeline)
        deliveries += relay.deliveries
      }
    #expect(deliveries.map(\.touch.phase) == [.began, .moved, .ended])
  }

  @Test(.recognition("J11")) func `a recognizer that fails captures nothing`() {
    let lines = Self.relay(
      Pipeline { LongPressGestureRecognizer() },
      [down(1, 50, 50, at: 0), move(1, to: 55, 50, at: 8), up(1, at: 16)])
    #expect(lines == ["began 0", "moved 8", "ended 16"])
  }

  /// A tap waits for a second one, and its lift with it; a touch on no target lands in its slot meanwhile.
  @Test func `a touch that is taken after its lift ends before the next one in its slot lands`() throws {
    var photos = TargetPipeline<AnyPipeline>()
    try photos.add(
      1, region: Rect(x: 0, y: 0, width: 100, height: 100),
      AnyPipeline(
        Pipeline {
          TapGestureRecognizer(taps: 2).named(.doubleTap)
          TapGestureRecognizer().requires(toFail: .doubleTap)
        }))
    let taps = [down(0, 50, 50, at: 0), up(0, at: 60), down(0, 200, 50, at: 160), up(0, at: 220)]
    #expect(
      Self.deliveries(photos, taps, until: 360).map {
        "\($0.touch.id.rawValue) \($0.touch.phase) \($0.timestamp.nanoseconds / 1_000_000)"
      }
        == ["1 began 0", "1 cancelled 60", "2 began 160", "2 ended 220"])
    let pair = [
      down(0, 50, 50, at: 0), down(1, 70, 50, at: 0), up(1, at: 35), down(1, 280, 150, at: 45), up(0, at: 60),
    ]
    let slots = Self.deliveries(StandardPipeline().byHand(), pair, until: 61).filter { $0.touch.slot == 1 }
    #expect(slots.map(\.touch.phase) == [.began, .cancelled, .began])
  }

  @Test(.recognition("J12")) func `what was delayed comes in order with its own stamps`() {
    let lines = Self.relay(
      Pipeline { SwipeGestureRecognizer(maximumDuration: .milliseconds(200)).with { $0.delaysTouchesBegan = true } },
      [
        down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 100), move(1, to: 52, 50, at: 208),
        move(1, to: 53, 50, at: 216),
        up(1, at: 224),
      ])
    #expect(lines == ["began 0", "moved 100", "moved 208", "moved 216", "ended 224"])
    let held = Self.relay(
      Pipeline { SwipeGestureRecognizer().with { $0.delaysTouchesBegan = true } },
      [down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 100)], until: 400)
    #expect(held.isEmpty)
  }

  @Test func `a finger is not held back for others that do not come`() {
    let three = Pipeline { PanGestureRecognizer(touches: 3...3).with { $0.delaysTouchesBegan = true } }
    let resting = [down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 100)]
    #expect(Self.relay(three, resting, until: 149.9).isEmpty)
    #expect(Self.relay(three, resting, until: 150) == ["began 0", "moved 100"])
    let dragging = [down(1, 50, 50, at: 0), move(1, to: 52.4, 50, at: 8), move(1, to: 52.6, 50, at: 16)]
    #expect(Self.relay(three, Array(dragging.prefix(2)), until: 17).isEmpty)
    #expect(Self.relay(three, dragging, until: 17) == ["began 0", "moved 8", "moved 16"])
  }

  @Test func `fingers that land within 150 ms are held back until they have moved together`() {
    let three = Pipeline { PanGestureRecognizer(touches: 3...3).with { $0.delaysTouchesBegan = true } }
    for (last, begins) in [(149.0, true), (151, false)] {
      let steps = together(
        [down(1, 50, 50, at: 0), down(2, 70, 50, at: 60), down(3, 90, 50, at: last)]
          + (1...3).map { move($0, to: 30 + 20 * Double($0), 60, at: 160) })
      #expect(play(three) { steps }.transitions.contains("pan began") == begins)
      #expect(Self.relay(three, steps).isEmpty == begins)
    }
  }

  @Test func `a tap of two fingers that lift one after the other is held back and recognized`() {
    let tap = Pipeline { TapGestureRecognizer(touches: 2...2).with { $0.delaysTouchesBegan = true } }
    let steps = [down(1, 50, 50, at: 0), down(2, 70, 50, at: 50), up(1, at: 180), up(2, at: 240)]
    #expect(play(tap) { steps }.lines == ["tap recognized 240"])
    #expect(Self.relay(tap, steps).isEmpty)
  }

  @Test func `a lift that a source reports twice is delivered once`() {
    var relay = TouchRelay()
    var pipeline = Pipeline { TapGestureRecognizer(taps: 2) }
    var deliveries: [TouchRelay.Delivery] = []
    for (phase, time) in [(Touch.Phase.began, Int64(0)), (.ended, 60), (.ended, 68)] {
      let frame = TouchFrame([Touch(1, phase, 50)], at: time)
      pipeline.process(frame)
      relay.relay(frame, after: pipeline)
      deliveries += relay.deliveries
    }
    let end = Timestamp.zero + .seconds(1)
    pipeline.advance(to: end)
    relay.relay(upTo: end, after: pipeline)
    deliveries += relay.deliveries
    #expect(deliveries.map(\.touch.phase) == [.began, .ended])
  }

  @Test func `The lift of a tap that may become a double tap is held back`() {
    let doubleTap = Pipeline { TapGestureRecognizer(taps: 2) }
    #expect(Self.relay(doubleTap, [down(1, 50, 50, at: 0), up(1, at: 60)], until: 200) == ["began 0"])
    #expect(Self.relay(doubleTap, [down(1, 50, 50, at: 0), up(1, at: 60)]) == ["began 0", "ended 60"])
  }

  @Test func `a lift is not held back for fingers that stay down`() {
    let three = Pipeline { PanGestureRecognizer(touches: 3...3) }
    let steps = [down(1, 50, 50, at: 0), down(2, 70, 50, at: 8), up(1, at: 60)]
    #expect(Self.relay(three, steps, until: 100) == ["began 0", "began 8", "ended 60"])
  }

  @Test func `a finger in the slot of one whose lift is held back comes after that lift`() {
    let doubleTap = Pipeline { TapGestureRecognizer(taps: 2) }
    let tap = [down(1, 50, 50, at: 0), up(1, at: 60)]
    let again = [down(1, 50, 50, at: 200), move(1, to: 70, 50, at: 216)]
    #expect(Self.relay(doubleTap, tap + again.prefix(1), until: 208) == ["began 0"])
    #expect(Self.relay(doubleTap, tap + again, until: 217) == ["began 0", "ended 60", "began 200", "moved 216"])
    #expect(Self.relay(doubleTap, tap + [down(2, 50, 50, at: 200)], until: 208) == ["began 0", "began 200"])
    #expect(Self.relay(doubleTap, tap + again.prefix(1) + [up(1, at: 260)]) == ["began 0", "cancelled 60"])
  }

  @Test func `A touch that is missing from a frame is cancelled`() {
    var relay = TouchRelay()
    var pipeline = Pipeline { LongPressGestureRecognizer() }
    var frame = TouchFrame([Touch(1, .began, 50)])
    pipeline.process(frame)
    relay.relay(frame, after: pipeline)
    #expect(relay.deliveries.map(\.touch.phase) == [.began])
    frame = TouchFrame([], at: 8)
    pipeline.process(frame)
    relay.relay(frame, after: pipeline)
    #expect(relay.deliveries.map(\.touch.phase) == [.cancelled])
  }

  @Test(arguments: [false, true]) func `A cancelled touch takes those of its client with it, and no others`(
    isLate: Bool
  ) {
    var relay = TouchRelay()
    let pipeline = Pipeline { LongPressGestureRecognizer() }
    let places: [(UInt64, Double)] = [(1, 50), (2, 90), (3, 20), (4, 70)]
    relay.relay(TouchFrame(places.map { Touch($0, .began, $1) }), after: pipeline)
    for (id, client) in [(UInt64(1), UInt64(7)), (2, 7), (3, 8)] {
      relay.setClient(client, of: Touch.ID(rawValue: id))
    }
    let phase = isLate ? Touch.Phase.ended : .moved
    relay.relay(
      TouchFrame([Touch(1, phase, 50), Touch(2, .cancelled, 90), Touch(3, .moved, 21), Touch(4, .moved, 71)], at: 8),
      after: pipeline)
    let taken = relay.deliveries.filter { $0.touch.phase == .cancelled }.map(\.touch.id.rawValue)
    #expect(taken == (isLate ? [2] : [1, 2]))
    #expect(relay.deliveries.last { $0.touch.id.rawValue == 3 }?.touch.phase == .moved)
    // Nothing more comes of them.
    relay.relay(
      TouchFrame([Touch(1, .moved, 52), Touch(3, .moved, 22), Touch(4, .moved, 72)], at: 16), after: pipeline)
    #expect(relay.deliveries.map(\.touch.id.rawValue) == [3, 4])
  }

  @Test func `A cancelled pipeline takes every touch from the layer below that knows it`() {
    var relay = TouchRelay()
    var pipeline = Pipeline { SwipeGestureRecognizer().with { $0.delaysTouchesBegan = true } }
    var frame = TouchFrame([Touch(1, .began, 50), Touch(2, .began, 90)])
    pipeline.process(frame)
    relay.relay(frame, after: pipeline)
    #expect(relay.deliveries.map(\.touch.id.rawValue) == [1, 2], "a swipe of one finger fails with two")
    frame.settle()
    frame.append(Touch(3, .began, 20))
    frame.timestamp = .zero + .milliseconds(8)
    pipeline.process(frame)
    pipeline.cancel(at: frame.timestamp)
    relay.cancel(at: frame.timestamp)
    #expect(relay.deliveries.map(\.touch.phase) == [.cancelled, .cancelled])
    #expect(relay.deliveries.map(\.touch.id.rawValue) == [1, 2])
    relay.relay(upTo: frame.timestamp + .seconds(1), after: pipeline)
    #expect(relay.deliveries.isEmpty)
  }

  /// Leaves frames as they are.
  private struct NoFilter: TouchFilter {
    mutating func filter(_ frame: inout TouchFrame) {}
    mutating func reset() {}
  }

  /// Recognizers that capture touches, hold them back, and hold lifts back.
  private static func pipeline() -> Pipeline<some RecognizerGroup> {
    Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      TapGestureRecognizer(touches: 2...3).named("several").with { $0.isExclusive = false }
      LongPressGestureRecognizer(touches: 3).with { $0.delaysTouchesBegan = true }
      PanGestureRecognizer(touches: 2...2).with { $0.cancelsTouches = false }
      SwipeGestureRecognizer().with { $0.delaysTouchesBegan = true }
      PinchGestureRecognizer(slop: 8)
    }
  }

  @Test(.recognition("N20")) func `every pipeline relays the same touches as the recognizers alone`() {
    var deliveries = 0
    for seed in UInt64(1)...60 {
      var touches = RandomTouches(seed: seed)
      let steps = touches.sequence(reports: 150)
      let plain = Self.deliveries(Self.pipeline(), steps, until: 1e6)
      deliveries += plain.count
      let panel = PanelSetup(panel: Rect(x: 0, y: 0, width: 300, height: 190))
      let layers: [(String, any GesturePipeline)] = [
        ("filtered", Self.pipeline().filtered { NoFilter() }),
        ("any", AnyPipeline(Self.pipeline())),
        ("estimating", EstimatingPipeline(Self.pipeline(), estimator: BayesianHandEstimator(environment: panel))),
        (
          "estimating any",
          EstimatingPipeline(AnyPipeline(Self.pipeline()), estimator: BayesianHandEstimator(environment: panel))
        ),
      ]
      for (name, layer) in layers {
        #expect(Self.deliveries(layer, steps, until: 1e6) == plain, "\(name), seed \(seed)")
      }
    }
    #expect(deliveries > 10_000)
  }
}
