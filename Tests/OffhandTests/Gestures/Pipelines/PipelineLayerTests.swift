import Offhand
import OffhandTesting
import Testing

/// Counts frames, and leaves all else to the pipeline inside.
private struct CountingLayer<Base: GesturePipeline>: PipelineLayer {
  var base: Base
  var frames = 0

  mutating func process(_ frame: borrowing TouchFrame) {
    frames += 1
    base.process(frame)
  }
}

@Suite struct PipelineLayerTests {
  private static let script = Script {
    down(1, 50, 50, at: 0)
    drag(1, from: (50, 50), to: (90, 50), over: 8...80)
    down(2, 90, 80, at: 88)
  }

  private static let bare = Pipeline {
    PanGestureRecognizer()
    LongPressGestureRecognizer().named("press")
  }

  @Test func `a layer passes everything on but what it does itself`() throws {
    var inside = Player(Self.bare)
    var outside = Player(CountingLayer(base: Self.bare))
    inside.play(Self.script)
    outside.play(Self.script)
    #expect(outside.pipeline.frames > 5)
    #expect(outside.lines == inside.lines)
    #expect(outside.pipeline.names == [.pan, "press"])
    #expect(outside.pipeline.deadline == inside.pipeline.deadline)
    #expect(!outside.pipeline.isIdle)
    let event = try #require(outside.events.last)
    #expect(outside.pipeline.touches(of: event).map(\.id) == inside.pipeline.touches(of: event).map(\.id))
    outside.pipeline.hand = Hand(side: .left, confidence: 1)
    #expect(outside.pipeline.base.hand.side == .left)
    outside.pipeline.set(.translation(.zero), of: .pan)
    outside.pipeline.cancel(at: Timestamp(nanoseconds: 1_000_000_000))
    #expect(outside.pipeline.events.map(\.state) == [.cancelled])
    #expect(outside.pipeline.events[0].gesture.translation == .zero)
    #expect(outside.pipeline.isIdle)
  }
}

/// What stands around a pipeline hands everything on: values, hands, names, contacts.
@Suite struct WrappedPipelineTests {
  private static let panel = Rect(x: 0, y: 0, width: 300, height: 190)
  private static let environment = PanelSetup(panel: panel, posture: .kiosk, rightHandPrior: 0.5)

  /// Every kind of pipeline, around a pan.
  private static let kinds: [String: any GesturePipeline] = {
    let pan = Pipeline { PanGestureRecognizer().simultaneousWithAll() }
    return [
      "filtered": pan.filtered { JitterFilter() },
      "estimating": EstimatingPipeline(
        pan, estimator: BayesianHandEstimator(environment: environment)),
      "any": AnyPipeline(pan),
      "standard": StandardPipeline(outputs: [panel]),
    ]
  }()

  private struct Handed {
    var lines: [String]
    var translation: Vector
    var touches: [Touch.ID]
    var visited: [Touch.ID]
  }

  private func play(_ pipeline: any GesturePipeline) throws -> Handed {
    var pipeline = pipeline
    var assembler = TouchFrameAssembler()
    var events: [GestureEvent] = []
    let steps = [down(1, 50, 50, at: 0), down(2, 90, 50, at: 0)]
    for (number, dx) in [10.0, 12, 13].enumerated() {
      let time = Double(number + 1) * 8
      let moves = [move(1, to: 50 + dx, 50, at: time), move(2, to: 90 + dx, 50, at: time)]
      Script(steps: (number == 0 ? steps : []) + moves).forEachFrame(assembler: &assembler) {
        frame in
        pipeline.process(frame)
        events += pipeline.events.filter { $0.name == .pan }
      }
      if number == 1 { pipeline.set(.translation(Vector(dx: 100, dy: 0)), of: .pan) }
    }
    let last = try #require(events.last)
    var visited: [Touch.ID] = []
    pipeline.forEachTouch(of: last) { visited.append($0.id) }
    return Handed(
      lines: events.map { "\($0.name) \($0.state) \($0.milliseconds)" },
      translation: last.gesture.translation,
      touches: pipeline.touches(of: last).map(\.id), visited: visited.sorted())
  }

  @Test(arguments: ["filtered", "estimating", "any", "standard"])
  func `values, contacts and names are handed on`(kind: String) throws {
    let pipeline = try #require(Self.kinds[kind])
    let handed = try play(pipeline)
    #expect(handed.lines == ["pan began 8", "pan changed 16", "pan changed 24"])
    #expect((handed.translation - Vector(dx: 101, dy: 0)).length < 0.5)
    #expect(handed.touches.count == 2)
    #expect(handed.visited == handed.touches)
    #expect(pipeline.names.contains(.pan))
    #expect(pipeline.isIdle)
  }

  @Test(arguments: ["filtered", "any", "standard"])
  func `a hand that is told is in every answer`(kind: String) throws {
    var pipeline = try #require(Self.kinds[kind])
    pipeline.hand = Hand(side: .left, confidence: 1)
    #expect(pipeline.hand.side == .left)
    var player = LawPlay(pipeline)
    player.play(ArbitrationTests.drag)
    #expect(Set(player.events.map(\.gesture.hand.side)) == [.left])
  }

  @Test(arguments: ["filtered", "estimating", "any", "standard"])
  func `a break cancels and leaves nothing over`(kind: String) throws {
    var play = LawPlay(try #require(Self.kinds[kind]))
    play.play([down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8)])
    play.finish(at: Timestamp(nanoseconds: 20_000_000))
    #expect(play.violations.isEmpty)
    #expect(play.events.last?.state == .cancelled)
  }
}
