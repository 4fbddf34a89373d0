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
