import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Who keeps whom from beginning, and what changes between frames.
@Suite struct RelationTests {
  /// A pan and a swipe that a drag both make; whether the swipe, which comes later, gets through.
  private func swipes(_ pipeline: some GesturePipeline) -> Bool {
    play(pipeline) { ArbitrationTests.drag }.transitions.contains("swipe recognized")
  }

  @Test(.recognition("J5")) func `prevention can be left off from either side`() {
    #expect(
      !swipes(
        Pipeline {
          PanGestureRecognizer()
          SwipeGestureRecognizer()
        }))
    #expect(
      swipes(
        Pipeline {
          PanGestureRecognizer().doesNotPrevent(.swipe)
          SwipeGestureRecognizer()
        }))
    #expect(
      swipes(
        Pipeline {
          PanGestureRecognizer()
          SwipeGestureRecognizer().isNotPrevented(by: .pan)
        }))
  }

  @Test(.recognition("J5")) func `what does not prevent others is still prevented by them`() {
    #expect(
      !swipes(
        Pipeline {
          PanGestureRecognizer()
          SwipeGestureRecognizer().doesNotPrevent(.pan)
        }))
  }

  @Test(.recognition("J5")) func `options can be given in any order`() {
    #expect(
      swipes(
        Pipeline {
          PanGestureRecognizer().named("drag").priority(1).doesNotPrevent(.swipe)
          SwipeGestureRecognizer().named(.swipe).priority(2).isNotPrevented(by: "drag")
        }))
  }

  @Test(.recognition("J17")) func `leave to be on together can be given and taken back`() throws {
    var pipeline = Pipeline {
      PanGestureRecognizer()
      SwipeGestureRecognizer()
    }
    try pipeline.allow(.swipe, with: .pan)
    #expect(swipes(pipeline))
    try pipeline.disallow(.pan, with: .swipe)
    #expect(!swipes(pipeline))
    #expect(throws: RelationError.self) { try pipeline.allow(.swipe, with: "nobody") }
    #expect(throws: RelationError.self) { try pipeline.disallow("nobody", with: .pan) }
  }

  @Test(.recognition("J17")) func `a wait can be dropped`() throws {
    var pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    try pipeline.release(.tap, from: .doubleTap)
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
    }
    #expect(played.lines == ["tap recognized 60"])
    #expect(throws: RelationError.self) { try pipeline.release(.tap, from: "nobody") }
  }

  @Test(.recognition("B7")) func `a value that is set counts from the next frame on`() throws {
    var pipeline = Pipeline { PanGestureRecognizer() }
    var assembler = TouchFrameAssembler()
    var steps: [Double] = []
    Script(steps: ArbitrationTests.drag).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      steps += pipeline.events.map(\.gesture.translation.dx)
      pipeline.set(.translation(.zero), of: .pan)
    }
    #expect(steps.count > 10)
    #expect(abs(steps.reduce(0, +) - (20 - 3.4)) < 1.9)
    #expect(steps.allSatisfy { $0 < 2 })
  }
}
