import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct TapDragTests {
  /// A tap at (50, 50), and a press after a pause that drags by `offset`.
  private static func tapAndDrag(_ offset: Vector, pause: Double = 140, at place: Double = 50) -> [Step] {
    [down(1, 50, 50, at: 0), up(1, at: 60), down(1, place, 50, at: 60 + pause)]
      + drag(1, from: (place, 50), to: (place + offset.dx, 50 + offset.dy), over: 60 + pause...220 + pause)
      + [up(1, at: 228 + pause)]
  }

  @Test(.recognition("N42")) func `a tap and then a drag are one gesture`() throws {
    let played = play(Pipeline { TapDragGestureRecognizer() }) { Self.tapAndDrag(Vector(dx: 20, dy: 0)) }
    #expect(played.transitions.first == "tap-drag began")
    let end = try #require(played.last(.tapDrag, .ended)).gesture
    #expect(abs(end.translation.dx - 18.4) < 1e-9)
    #expect(abs(end.velocity.dx - 125) < 1)
    #expect(end.scale == 1)
    #expect(end.taps == 1)
    #expect((end.anchorLocation - Point(x: 68.4, y: 50)).length < 1e-9)
  }

  @Test func `a press that creeps drags once it has gone farther than the slop`() {
    let played = play(Pipeline { TapDragGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 200)
      move(1, to: 50.5, 50, at: 208)
      move(1, to: 51.5, 50, at: 216)
      move(1, to: 51.7, 50, at: 224)
    }
    #expect(played.lines == ["tap-drag began 224"])
  }

  private static let none = [
    ScriptCase("a drag without the tap", TapDragGestureRecognizer(), ArbitrationTests.drag),
    ScriptCase("after a pause", TapDragGestureRecognizer(), tapAndDrag(Vector(dx: 20, dy: 0), pause: 310)),
    ScriptCase("elsewhere", TapDragGestureRecognizer(), tapAndDrag(Vector(dx: 20, dy: 0), at: 60)),
    ScriptCase("of a millimetre", TapDragGestureRecognizer(), tapAndDrag(Vector(dx: 1, dy: 0))),
    ScriptCase(
      "after another drag", TapDragGestureRecognizer(),
      [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (55, 50), over: 0...60) + [
        up(1, at: 68), down(1, 50, 50, at: 200),
      ] + drag(1, from: (50, 50), to: (70, 50), over: 200...300)),
    ScriptCase(
      "another finger that moves in the pause after a tap", TapDragGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), down(2, 120, 80, at: 20), up(1, at: 60), move(2, to: 90, 120, at: 68),
        move(2, to: 60, 160, at: 76), up(2, at: 84),
      ]),
    ScriptCase(
      "a finger whose contact the panel replaces within a report", TapDragGestureRecognizer(),
      [down(1, 50, 50, at: 0), up(1, at: 60), down(2, 52, 50, at: 60)]
        + drag(2, from: (52, 50), to: (72, 50), over: 60...200) + [up(2, at: 208)]),
  ]

  @Test(.recognition("N42"), arguments: none) func `what drags nothing after a tap`(row: ScriptCase) {
    row.expectLines()
  }

  @Test(
    .recognition("C8", "B1", "E20"),
    arguments: [[down(2, 51, 50, at: 80), up(2, at: 95)], [down(2, 90, 50, at: 260), up(2, at: 280)]])
  func `a contact that bounces after the tap, and a finger that lands beside the drag, change nothing`(other: [Step]) {
    let pipeline = Pipeline { TapDragGestureRecognizer(doublingDistance: 25) }
    let alone = Self.tapAndDrag(Vector(dx: 0, dy: 20))
    #expect(play(pipeline) { together(alone, other) }.transitions == play(pipeline) { alone }.transitions)
  }

  @Test(.recognition("N42")) func `a press whose contact the panel replaces within a report drags`() {
    let played = play(Pipeline { TapDragGestureRecognizer() }) {
      [down(1, 50, 50, at: 0), up(1, at: 60), down(1, 50, 50, at: 200), up(1, at: 220), down(2, 51, 50, at: 220)]
        + drag(2, from: (51, 50), to: (71, 50), over: 220...380) + [up(2, at: 388)]
    }
    #expect(played.transitions.first == "tap-drag began")
    #expect(played.lines.last == "tap-drag ended 388")
  }

  @Test(.recognition("N42")) func `a press of no duration after a tap is a drag from the landing`() {
    let pipeline = Pipeline { LongPressGestureRecognizer(taps: 1, minimumPressDuration: .zero) }
    let played = play(pipeline) { Self.tapAndDrag(Vector(dx: 20, dy: 0)) }
    #expect(played.lines.first == "long-press began 200")
    #expect(played.last(.longPress, .changed).map { abs($0.gesture.translation.dx - 20) < 1e-9 } == true)
  }

  @Test(.recognition("N25"), arguments: [(25.0, 2.0), (50, 4), (-25, 0.5)])
  func `a quick scale doubles for each 25 mm downwards, about the place of the press`(dy: Double, scale: Double) throws
  {
    let slop = dy > 0 ? 1.6 : -1.6
    let pipeline = Pipeline { TapDragGestureRecognizer(doublingDistance: 25).named(.quickScale) }
    let played = play(pipeline) { Self.tapAndDrag(Vector(dx: 0, dy: dy + slop)) }
    let end = try #require(played.last(.quickScale, .ended)).gesture
    #expect(abs(end.scale - scale) < 1e-9)
    #expect(end.location == Point(x: 50, y: 50))
    #expect((end.scaleVelocity > 0) == (dy > 0))
    let steps = played.events.filter { $0.state == .changed }.suffix(2).map(\.gesture)
    let growth = (steps[1].scale - steps[0].scale) / 0.008
    #expect(abs(steps[1].scaleVelocity / growth - 1) < 0.1, "the change of the scale a second")
    let quarters = played.events.filter { $0.state == .changed }.map(\.gesture.scale)
    #expect(quarters == quarters.sorted { dy > 0 ? $0 < $1 : $0 > $1 })
  }

  @Test(.recognition("N25"), arguments: [20.0, -20])
  func `a displacement beyond every panel leaves the scale finite`(dy: Double) throws {
    let pipeline = Pipeline { TapDragGestureRecognizer(doublingDistance: 0.01) }
    let end = try #require(play(pipeline) { Self.tapAndDrag(Vector(dx: 0, dy: dy)) }.last(.tapDrag, .ended)).gesture
    #expect(end.scale.isFinite && end.scale > 0)
  }

  @Test(.recognition("N25")) func `setting the scale continues from it`() throws {
    var player = Player(Pipeline { TapDragGestureRecognizer(slop: 0, doublingDistance: 25) })
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        up(1, at: 60)
        down(1, 50, 50, at: 200)
        move(1, to: 50, 75, at: 208)
      })
    player.pipeline.set(.scale(4), of: .tapDrag)
    player.play(Script { move(1, to: 50, 100, at: 216) })
    #expect(abs(try #require(player.last(.tapDrag, .changed)).gesture.scale - 8) < 1e-9)
    for scale in [0, -1, .nan, .infinity] { player.pipeline.set(.scale(scale), of: .tapDrag) }
    player.play(Script { move(1, to: 50, 75, at: 224) })
    #expect(abs(try #require(player.last(.tapDrag, .changed)).gesture.scale - 4) < 1e-9, "no scale is ignored")
  }

  private static func taps(_ count: Int) -> [Step] {
    (0..<count).flatMap { index -> [Step] in
      [down(1, 50, 50, at: Double(index) * 200), up(1, at: Double(index) * 200 + 60)]
    }
  }

  @Test(.recognition("N25", "N26"))
  func `the pipeline multitap tells single, double and triple taps from the quick scale and the rest`() throws {
    func happens(@ScriptBuilder _ script: () -> [Step]) throws -> [String] {
      var pipeline = try #require(
        PipelineCatalog.pipeline(named: "multitap", bounds: Rect(x: 0, y: 0, width: 300, height: 190)))
      var assembler = TouchFrameAssembler()
      var events: [GestureEvent] = []
      Script(script).forEachFrame(assembler: &assembler) { frame in
        pipeline.process(frame)
        events += pipeline.events
      }
      pipeline.advance(to: Timestamp(nanoseconds: 5_000_000_000))
      events += pipeline.events
      return events.filter { $0.state == .began || $0.state == .recognized }.map { "\($0.name)" }
    }
    #expect(try happens { Self.taps(1) } == ["tap"])
    #expect(try happens { Self.taps(2) } == ["double-tap"])
    #expect(try happens { Self.taps(3) } == ["triple-tap"])
    #expect(try happens { Self.tapAndDrag(Vector(dx: 0, dy: 30)) } == ["quick-scale"])
    #expect(try happens { ArbitrationTests.drag }.contains("pan"))
  }
}
