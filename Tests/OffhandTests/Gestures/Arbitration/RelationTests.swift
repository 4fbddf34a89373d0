import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Who keeps whom from beginning, and what changes between frames and inside of answers.
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

  /// Plays frames of a drag, and asks for `change` in each answer.
  private func drag<Recognizers: RecognizerGroup>(
    _ pipeline: Pipeline<Recognizers>, along way: [Step] = ArbitrationTests.drag,
    _ change: (GestureEvent, inout PipelineChanges) -> Void
  ) -> [GestureEvent] {
    var pipeline = pipeline
    var assembler = TouchFrameAssembler()
    var events: [GestureEvent] = []
    Script(steps: way).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame) { event, changes in
        events.append(event)
        change(event, &changes)
      }
    }
    return events
  }

  @Test(.recognition("B7")) func `a value that an answer sets counts from the next frame on`() throws {
    let events = drag(Pipeline { PanGestureRecognizer() }) { event, changes in
      if event.state != .ended { changes.set(.translation(.zero), of: .pan) }
    }
    let way = events.reduce(0) { $0 + $1.gesture.translation.dx }
    #expect(events.count > 10)
    #expect(abs(way - (20 - 3.4)) < 1.9)
    #expect(events.allSatisfy { $0.gesture.translation.dx < 2 })
  }

  @Test func `Leave that an answer gives holds from the next beginning on`() {
    let pipeline = Pipeline {
      PanGestureRecognizer()
      SwipeGestureRecognizer()
    }
    let again = [down(1, 50, 50, at: 1000)] + OffhandTesting.drag(1, from: (50, 50), to: (70, 50), over: 1000...1160)
    let events = drag(pipeline, along: ArbitrationTests.drag + again) { event, changes in
      if event.state == .ended { changes.allow(.swipe, with: .pan) }
    }
    #expect(events.filter { $0.name == .swipe }.map { $0.timestamp.nanoseconds > 1_000_000_000 } == [true])
  }

  @Test func `A wait that an answer asks for holds from the next beginning on, and a circle is refused`() {
    var pipeline = Pipeline {
      TapGestureRecognizer()
      LongPressGestureRecognizer().simultaneousWithAll()
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    let script = Script {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 600)
      up(2, at: 650)
      up(1, at: 700)
      down(1, 50, 50, at: 2000)
      up(1, at: 2050)
    }
    var assembler = TouchFrameAssembler()
    var lines: [String] = []
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame) { event, changes in
        lines.append("\(event.name) \(event.state) \(event.milliseconds)")
        if event.name == .longPress && event.state == .began {
          changes.require(.tap, toFail: .doubleTap)
          changes.require(.doubleTap, toFail: .tap)
        }
      }
    }
    pipeline.advance(to: Timestamp(nanoseconds: 4_000_000_000)) { event, _ in
      lines.append("\(event.name) \(event.state) \(event.milliseconds)")
    }
    #expect(lines == ["long-press began 500", "long-press ended 700", "tap recognized 2350"])
  }
}
