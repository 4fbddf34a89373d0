import Offhand
import OffhandTesting
import Testing

/// Rules of recognizers that decide seldom.
@Suite struct RecognizerDetailTests {
  private static let pairOrMore = TapGestureRecognizer(touches: 2...3)
  private static let twice = TapGestureRecognizer(touches: 1...2, taps: 2)
  private static let tapAndPress = LongPressGestureRecognizer(taps: 1)

  /// A tap, and then one of `second` fingers.
  private static func taps(_ second: Int32) -> [Step] {
    [down(1, 50, 50, at: 0), up(1, at: 60)] + (0..<second).map { down(5 + $0, 50 + Double($0) * 2, 50, at: 150) }
      + (0..<second).map { up(5 + $0, at: 210) }
  }

  /// A tap, and a press that begins `pause` later.
  private static func press(after pause: Double) -> [Step] {
    [down(1, 50, 50, at: 0), up(1, at: 60), down(2, 50, 50, at: 60 + pause)]
  }

  private static let cases = [
    ScriptCase(
      "a tap has the fingers that it wants", TapGestureRecognizer(touches: 2...2),
      [down(1, 50, 50, at: 0), up(1, at: 60)]),
    ScriptCase(
      "soon after each other", TapGestureRecognizer(touches: 1...2),
      [down(1, 50, 50, at: 0), down(2, 80, 50, at: 500), up(1, at: 560), up(2, at: 560)]),
    ScriptCase(
      "and all before the first one lifts", pairOrMore,
      [
        down(1, 50, 50, at: 0), down(2, 80, 50, at: 20), up(1, at: 60), down(3, 110, 50, at: 80), up(2, at: 100),
        up(3, at: 120),
      ]),
    ScriptCase("a double tap has as many fingers each time", twice, taps(1), "tap recognized 210"),
    ScriptCase("and not one more the second time", twice, taps(2)),
    ScriptCase(
      "a tap counts for the long press that follows at once", tapAndPress, press(after: 150), "long-press began 710"),
    ScriptCase("and for no later one", tapAndPress, press(after: 2000)),
    ScriptCase(
      "a finger that rests and then goes does not press", LongPressGestureRecognizer(),
      [down(1, 50, 50, at: 0), move(1, to: 50.1, 50, at: 8), move(1, to: 50, 50, at: 16), move(1, to: 80, 50, at: 100)]),
    ScriptCase(
      "one that settles near its landing does", LongPressGestureRecognizer(),
      [down(1, 50, 50, at: 0), move(1, to: 53.5, 50, at: 8), move(1, to: 51, 50, at: 16)], "long-press began 500"),
    ScriptCase(
      "a pinch begins in the report in which both fingers have gone far enough together", PinchGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), down(2, 90, 50, at: 0), move(1, to: 49.95, 50, at: 8), move(1, to: 49.9, 50, at: 16),
        move(1, to: 48.8, 50, at: 24), move(2, to: 91.2, 50, at: 24),
      ], "pinch began 24"),
  ]

  @Test(arguments: cases) func `what recognizers make of seldom touches`(row: ScriptCase) { row.expectLines() }

  // MARK: Noise

  @Test func `on the noisiest of panels a pan begins within three times its slop`() {
    var pipeline = Pipeline { PanGestureRecognizer() }
    for (x, time) in [(50.0, Int64(0)), (53, 8), (56, 16)] {
      var frame = TouchFrame([Touch(1, time == 0 ? .began : .moved, x)], at: time)
      frame.noiseFloor = 50
      pipeline.process(frame)
      #expect(pipeline.events.map(\.state) == (x == 56 ? [.began] : []))
    }
  }

  // MARK: Fingers that change while others move

  @Test func `a pinch loses nothing of what two fingers part while a third lifts`() throws {
    let played = play(Pipeline { PinchGestureRecognizer(touches: 2...3, slopPolicy: .included) }, waiting: 0) {
      down(1, 0, 50, at: 0)
      down(2, 100, 50, at: 0)
      down(3, 50, 100, at: 0)
      move(1, to: -10, 50, at: 8)
      move(2, to: 110, 50, at: 8)
      move(3, to: 50, 110, at: 8)
      up(3, at: 16)
      move(1, to: -22, 50, at: 16)
      move(2, to: 122, 50, at: 16)
      move(1, to: -23, 50, at: 24)
      move(2, to: 123, 50, at: 24)
    }
    let before = try #require(played.first(.pinch, .began)).gesture.scale
    let after = try #require(played.last(.pinch)).gesture.scale
    // From 120 to 144 mm in the report in which the third lifts, and to 146 mm after it.
    #expect(abs(after / before - 146.0 / 120) < 0.01)
  }

  @Test func `a finger that lands elsewhere as another lifts is not that one`() throws {
    let played = play(Pipeline { PanGestureRecognizer(touches: 1...1) }, waiting: 0) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (90, 50), over: 8...80)
      up(1, at: 88)
      down(2, 250, 150, at: 88)
      drag(2, from: (250, 150), to: (250, 180), over: 96...160)
      up(2, at: 168)
    }
    #expect(
      played.transitions.filter { !$0.hasSuffix("changed") } == ["pan began", "pan ended", "pan began", "pan ended"])
    let first = try #require(played.events.firstIndex { $0.state == .ended })
    #expect(played.touches[first].map(\.position) == [Point(x: 90, y: 50)])
    #expect(played.touches.last?.map(\.position) == [Point(x: 250, y: 180)])
  }

  @Test func `the velocity of a pan is that of the finger that stays, not of the one before it`() throws {
    var player = Player(Pipeline { PanGestureRecognizer(touches: 1...1) })
    player.play(
      Script(
        steps: [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (130, 50), over: 0...80) + [
          up(1, at: 88), down(2, 134, 50, at: 88),
        ]))
    player.play(Script(steps: drag(2, from: (134, 50), to: (134, 51), over: 88...104)))
    let last = try #require(player.last(.pan, .changed))
    #expect(last.gesture.velocity.length < 200)
  }

  // MARK: Touches that a frame lacks

  @Test func `a finger that a frame lacks has been taken away, whether others are in it or not`() {
    for rest in [[], [Touch(2, .stationary, 90)]] {
      var pipeline = Pipeline { PanGestureRecognizer() }
      pipeline.delegate = Answers(receives: { _, touch in touch.id.rawValue == 1 })
      pipeline.process(TouchFrame([Touch(1, .began, 50), Touch(2, .began, 90)]))
      pipeline.process(TouchFrame([Touch(1, .moved, 60, size: 60), Touch(2, .stationary, 90)], at: 8))
      #expect(pipeline.touches(of: pipeline.events[0]).map { $0.shape?.major } == [60])
      pipeline.process(TouchFrame(rest, at: 16))
      #expect(pipeline.events.map(\.state) == [.cancelled])
    }
  }

  // MARK: Long presses

  @Test func `a long press begins where the finger is, without the drift of before, and then moves with it`() throws {
    let played = play(Pipeline { LongPressGestureRecognizer() }, waiting: 0) {
      down(1, 50, 50, at: 0)
      move(1, to: 51, 50, at: 8)
      move(1, to: 51, 53, at: 600)
    }
    let (began, changed) = (
      try #require(played.first(.longPress, .began)), try #require(played.last(.longPress, .changed))
    )
    #expect(began.gesture.translation == .zero && began.gesture.anchorLocation == Point(x: 51, y: 50))
    #expect(changed.gesture.translation == Vector(dx: 0, dy: 3))
    #expect(changed.gesture.anchorLocation == Point(x: 51, y: 53))
  }

  // MARK: Pinches and rotations

  /// Two fingers about (100, 100), `span` apart at `angle`, at each of the steps.
  private func pair(_ steps: Int, _ place: (Double) -> (span: Double, angle: Angle)) -> [Step] {
    (0...steps).flatMap { step -> [Step] in
      let (span, angle) = place(Double(step) / Double(steps))
      let (x, y, time) = (span / 2 * angle.cosine, span / 2 * angle.sine, Double(step) * 8)
      return step == 0
        ? [down(1, 100 - x, 100 - y, at: time), down(2, 100 + x, 100 + y, at: time)]
        : [move(1, to: 100 - x, 100 - y, at: time), move(2, to: 100 + x, 100 + y, at: time)]
    }
  }

  @Test func `a rotation says how fast it turns`() throws {
    let played = play(Pipeline { RotationGestureRecognizer() }, waiting: 0) {
      pair(30) { (60, Angle(degrees: 60 * $0)) }
    }
    // 60 degrees in 240 ms.
    #expect(abs(try #require(played.last(.rotation)).gesture.rotationVelocity - 60 * .pi / 180 / 0.24) < 0.1)
  }

  @Test func `a long rotation during which the fingers part slowly does not zoom`() {
    let pipeline = Pipeline {
      RotationGestureRecognizer().simultaneous(with: .pinch)
      PinchGestureRecognizer()
    }
    let turned = play(pipeline, waiting: 0) { pair(90) { (40 + 6 * $0, Angle(degrees: 180 * $0)) } }.transitions
    #expect(turned.contains("rotation began") && !turned.contains("pinch began"))
  }

  @Test func `fingers that close or part do not turn by what they turn meanwhile`() {
    for end in [30.0, 110] {
      let moved = play(Pipeline { RotationGestureRecognizer() }, waiting: 0) {
        pair(30) { (60 + (end - 60) * $0, Angle(degrees: 5 * $0)) }
      }
      #expect(moved.lines == [])
    }
  }

  @Test func `a rotation that was held back because the fingers parted more begins without a jump`() throws {
    func turned(_ degrees: Double, _ span: Double, at time: Double) -> [Step] {
      let arm = Vector(angle: Angle(degrees: degrees)) * (span / 2)
      return [
        move(1, to: 100 - arm.dx, 100 - arm.dy, at: time), move(2, to: 100 + arm.dx, 100 + arm.dy, at: time),
      ]
    }
    let played = play(Pipeline { RotationGestureRecognizer() }, waiting: 0) {
      down(1, 70, 100, at: 0)
      down(2, 130, 100, at: 0)
      turned(6, 70, at: 8)
      turned(12, 62, at: 16)
    }
    #expect(played.lines == ["rotation began 16"])
    #expect(abs(try #require(played.first(.rotation)).gesture.rotation.degrees - 6) < 1e-6)
  }

  @Test func `a pan that was held back begins without a jump`() throws {
    let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal) }, waiting: 0) {
      down(1, 50, 50, at: 0)
      move(1, to: 51.5, 51.55, at: 8)
      move(1, to: 51.75, 51.55, at: 16)
    }
    #expect(try #require(played.first(.pan, .began)).gesture.translation.length < 0.4)
  }

  // MARK: A finger that is away for a moment

  @Test func `a translation that is set while a finger is away counts when it is back`() throws {
    var player = Player(Pipeline { PanGestureRecognizer(touches: 2...2) })
    player.play(
      Script(steps: [
        down(1, 50, 50, at: 0), down(2, 80, 50, at: 0), move(1, to: 60, 50, at: 8), move(2, to: 90, 50, at: 8),
        up(2, at: 16),
      ]))
    player.pipeline.set(.translation(Vector(dx: 100, dy: 0)), of: .pan)
    player.play(Script(steps: [down(3, 90, 50, at: 40), move(1, to: 62, 50, at: 48), move(3, to: 92, 50, at: 48)]))
    #expect(try #require(player.last(.pan, .changed)).gesture.translation == Vector(dx: 102, dy: 0))
  }

  @Test func `a pan of two fingers stands still while one is away and the other moves, and goes on from there`() throws
  {
    var player = Player(Pipeline { PanGestureRecognizer(touches: 2...2) })
    player.play(
      Script(steps: [
        down(1, 50, 50, at: 0), down(2, 80, 50, at: 0), move(1, to: 60, 50, at: 8), move(2, to: 90, 50, at: 8),
        move(1, to: 70, 50, at: 16), move(2, to: 100, 50, at: 16),
      ]))
    let before = try #require(player.last(.pan)).gesture
    player.play(Script(steps: [up(2, at: 24), move(1, to: 95, 50, at: 32), down(3, 130, 60, at: 40)]))
    player.play(Script(steps: [move(1, to: 97, 50, at: 48), move(3, to: 132, 60, at: 48)]))
    let after = try #require(player.last(.pan, .changed)).gesture
    #expect(player.transitions.filter { $0 != "pan changed" } == ["pan began"])
    #expect((after.translation - before.translation - Vector(dx: 2, dy: 0)).length < 1e-9)
  }
}
