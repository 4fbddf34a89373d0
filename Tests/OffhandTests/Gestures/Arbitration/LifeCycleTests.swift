import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Answers what it is told to, whether the life cycle allows it or not.
struct Obstinate: GestureRecognizer {
  static var name: GestureName { "obstinate" }
  var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }
  var answers: [Recognition]
  private var count = 0

  init(_ answers: [Recognition]) { self.answers = answers }

  mutating func recognize(
    _ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    count += 1
    return count <= answers.count ? answers[count - 1] : .unchanged
  }

  func gesture(_ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Gesture { Gesture() }
  mutating func reset() { count = 0 }
}

@Suite struct LifeCycleTests {
  private static let beside = Pipeline {
    SwipeGestureRecognizer().simultaneousWithAll()
    PanGestureRecognizer().simultaneousWithAll()
  }

  private static let cases = [
    ScriptCase(
      "the life cycle leads back only through an end", PinchGestureRecognizer(),
      [
        down(1, 80, 50, at: 0), down(2, 100, 50, at: 0), move(2, to: 110, 50, at: 8), up(2, at: 16), up(1, at: 24),
      ], "pinch began 8", "pinch ended 24"),
    ScriptCase("a discrete gesture has no beginning", SwipeGestureRecognizer(), drag, "swipe recognized 48"),
    ScriptCase(
      "a finger that is taken away makes no tap", TapGestureRecognizer(), [down(1, 50, 50, at: 0), cancel(1, at: 80)]),
    ScriptCase(
      "a contact that jumps is another contact", beside,
      [down(1, 10, 10, at: 0), move(1, to: 120, 80, at: 8), up(1, at: 16)]),
  ]

  @Test(.recognition("B2", "B10", "A7", "A4"), arguments: cases)
  func `beginnings and ends`(row: ScriptCase) { row.expectLines() }

  #if DEBUG
    @Test(.recognition("B1")) func `changed before began stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        _ = play(Pipeline { Obstinate([.changed]) }) { down(1, 50, 50, at: 0) }
      }
    }
  #else
    @Test(.recognition("B1")) func `changed before began is refused in a release`() {
      let played = play(Pipeline { Obstinate([.changed]) }) { down(1, 50, 50, at: 0) }
      #expect(played.lines.isEmpty)
      #expect(played.pipeline.state(of: "obstinate") == .possible)
    }
  #endif

  @Test(.recognition("B3")) func `what failed stays failed until its fingers are gone`() {
    var player = Player(Pipeline { LongPressGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8), move(1, to: 50, 50, at: 16)]))
    #expect(player.pipeline.state(of: .longPress) == .failed)
    player.wait(until: 2000)
    player.play(Script(steps: [up(1, at: 2010)]))
    #expect(player.lines.isEmpty)
    #expect(player.pipeline.state(of: .longPress) == .possible)
  }

  @Test(.recognition("B4")) func `a finger that lands after the gesture waits for the first to lift`() {
    let pipeline = Pipeline { SwipeGestureRecognizer(directions: .right) }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      OffhandTesting.drag(1, from: (50, 50), to: (65, 50), over: 0...120)
      down(2, 50, 90, at: 130)
      OffhandTesting.drag(2, from: (50, 90), to: (80, 90), over: 130...250)
      up(1, at: 260)
      up(2, at: 270)
      down(3, 50, 50, at: 400)
      OffhandTesting.drag(3, from: (50, 50), to: (65, 50), over: 400...520)
    }
    #expect(played.transitions == ["swipe recognized", "swipe recognized"])
    #expect(played.events.last.map { $0.timestamp.seconds > 0.4 } == true)
  }

  /// Processes the frames of `steps`, and makes `change` after each frame with an event of which `isCause` is true.
  static func lines<R: RecognizerGroup>(
    _ pipeline: inout Pipeline<R>, _ steps: [Step], when isCause: (GestureEvent) -> Bool,
    _ change: (inout Pipeline<R>) -> Void
  ) -> [String] {
    var lines: [String] = []
    var assembler = TouchFrameAssembler()
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      let events = Array(pipeline.events)
      lines += events.map { "\($0.name) \($0.state) \($0.milliseconds)" }
      guard events.contains(where: isCause) else { return }
      change(&pipeline)
      lines += pipeline.events.map { "\($0.name) \($0.state) \($0.milliseconds)" }
    }
    return lines
  }

  static let drag: [Step] =
    [down(1, 50, 50, at: 0)] + OffhandTesting.drag(1, from: (50, 50), to: (60, 50), over: 0...40) + [up(1, at: 48)]

  @Test(.recognition("B5")) func `a recognizer disabled by its own answer is cancelled once`() {
    var pipeline = Pipeline { PanGestureRecognizer() }
    let lines = Self.lines(&pipeline, Self.drag, when: { $0.state == .changed }) { $0.disable(.pan) }
    #expect(lines == ["pan began 8", "pan changed 16", "pan cancelled 16"])
  }

  @Test(.recognition("B9")) func `the only recognizer of a pipeline takes no touches while it is disabled`() {
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.change { $0.disable(.pan) }
    player.play(Script(steps: Self.drag))
    #expect(player.lines.isEmpty)
  }

  @Test func `a recognizer that is taken out between two frames ends in the next one, and none because it is let in`() {
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    player.pipeline.setEnabled(.pan, true)
    player.play(Script(steps: [move(1, to: 61, 50, at: 16)]))
    player.pipeline.setEnabled(.pan, false)
    player.play(Script(steps: [move(1, to: 62, 50, at: 24), up(1, at: 32)]))
    player.play(Script(steps: [down(1, 50, 50, at: 100), move(1, to: 60, 50, at: 108), up(1, at: 116)]))
    player.pipeline.setEnabled(.pan, true)
    player.play(Script(steps: [down(1, 50, 50, at: 200), move(1, to: 60, 50, at: 208)]))
    #expect(player.lines == ["pan began 8", "pan changed 16", "pan cancelled 24", "pan began 208"])
  }

  @Test(.recognition("B6")) func `a recognizer may go while another answers`() {
    var pipeline = Pipeline {
      PanGestureRecognizer().simultaneousWithAll()
      PanGestureRecognizer().named("other")
    }
    let lines = Self.lines(&pipeline, Self.drag, when: { $0.name == .pan && $0.state == .began }) {
      $0.disable("other")
    }
    #expect(lines.prefix(3) == ["pan began 8", "other began 8", "other cancelled 8"])
    #expect(lines.last == "pan ended 48")
  }

  @Test(.recognition("B9")) func `a recognizer that comes in late leaves the fingers that are down`() {
    for isAdopting in [false, true] {
      var pipeline = Pipeline {
        PanGestureRecognizer().simultaneousWithAll()
        PanGestureRecognizer().named("late")
      }
      pipeline.disable("late")
      let lines = Self.lines(&pipeline, Self.drag, when: { $0.name == .pan && $0.state == .began }) {
        $0.enable("late", adopting: isAdopting ? .allFingers : .landingFingers)
      }
      #expect(lines.contains { $0.hasPrefix("late") } == isAdopting)
    }
  }

  @Test(.recognition("A8")) func `each gesture is cancelled once, and the next finger is a new one`() {
    let pipeline = Pipeline {
      PanGestureRecognizer().simultaneousWithAll()
      PinchGestureRecognizer(touches: 2...3).simultaneousWithAll()
      RotationGestureRecognizer().simultaneousWithAll()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      down(3, 70, 90, at: 0)
      for step in 1...10 {
        let time = Double(step) * 8
        move(1, to: 50 - 2 * Double(step), 50 - Double(step), at: time)
        move(2, to: 90 + 4 * Double(step), 50 - Double(step), at: time)
      }
      cancelAll(at: 88)
      down(1, 50, 50, at: 200)
      move(1, to: 60, 50, at: 208)
    }
    let cancels = played.transitions.filter { $0.hasSuffix("cancelled") }
    #expect(Set(cancels).count == cancels.count)
    #expect(cancels.contains("pan cancelled") && cancels.contains("pinch cancelled"))
    #expect(played.touches.last?.first.map { $0.id.rawValue > 3 } == true)
  }

  @Test(.recognition("A10")) func `a lost device cancels a pan without a velocity`() throws {
    var pipeline = Pipeline { PanGestureRecognizer() }
    var assembler = TouchFrameAssembler()
    var events: [GestureEvent] = []
    Script(steps: Array(Self.drag.dropLast())).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      events += pipeline.events
    }
    assembler.add(.deviceRemoved(DeviceID(rawValue: 0), Timestamp(nanoseconds: 50_000_000))) { frame in
      pipeline.process(frame)
      events += pipeline.events
    }
    let last = try #require(events.last)
    #expect(last.state == .cancelled)
    #expect(last.gesture.velocity == .zero)
    #expect(pipeline.isIdle)
  }

  @Test(.recognition("A20")) func `a gap cuts the velocity and not the translation`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 10, 10, at: 0)
      OffhandTesting.drag(1, from: (10, 10), to: (40, 10), over: 0...80)
      move(1, to: 140, 10, at: 330)
      up(1, at: 331)
    }
    let last = try #require(played.last(.pan, .ended)).gesture
    #expect(abs(last.translation.dx - 128.4) < 1e-9)
    #expect(last.velocity == .zero)
  }

  @Test(.recognition("A17", "A18")) func `stamps that repeat or run backwards make no nonsense`() throws {
    var pipeline = Pipeline { PanGestureRecognizer() }
    var assembler = TouchFrameAssembler()
    var last: GestureEvent?
    for (time, x) in [(0.0, 10.0), (8, 14), (16, 18), (13, 20), (24, 22), (24, 23), (32, 26)] {
      let step = time == 0 ? down(1, x, 10, at: time) : move(1, to: x, 10, at: time)
      assembler.add(step.event) { _ in }
      assembler.flush { frame in
        pipeline.process(frame)
        last = pipeline.events.last
      }
    }
    #expect(assembler.diagnostics.lateTimestamps == 1)
    let gesture = try #require(last).gesture
    #expect(abs(gesture.translation.dx - 14.4) < 1e-9)
    #expect(gesture.velocity.dx > 300 && gesture.velocity.dx < 700)
  }

  @Test(.recognition("A11")) func `fingers on two devices make no pinch unless they may`() {
    for spans in [false, true] {
      var pinch = PinchGestureRecognizer()
      pinch.touchRequirement.spansDevices = spans
      let played = play(Pipeline { pinch }) {
        down(0, 10, 10, at: 0, device: 1)
        down(0, 200, 200, at: 0, device: 2)
        move(0, to: 220, 220, at: 8, device: 2)
      }
      #expect(played.transitions == (spans ? ["pinch began"] : []))
    }
  }
}
