import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct ScreenEdgePanTests {
  static let screen = Rect(x: 0, y: 0, width: 300, height: 190)
  static let pipeline = Pipeline { ScreenEdgePanGestureRecognizer(of: [screen]) }

  static func edges(_ player: Player<some GesturePipeline>) -> [ScreenEdge?] {
    player.events.filter { $0.state == .began }.map(\.gesture.edge)
  }

  private static let right = Rect(x: 300, y: 0, width: 300, height: 190)

  private static let cases = [
    ScriptCase(
      "a slow finger 4.1 mm in does not begin", pipeline,
      [down(1, 4.1, 90, at: 0)] + drag(1, from: (4.1, 90), to: (20, 90), over: 0...400)),
    ScriptCase(
      "a finger along the edge is no edge pan", pipeline,
      [down(1, 2, 90, at: 0)] + drag(1, from: (2, 90), to: (2.5, 100), over: 0...100)
        + drag(1, from: (2.5, 100), to: (40, 100), over: 100...200)),
    ScriptCase(
      "a finger from elsewhere never qualifies", pipeline,
      [down(1, 20, 90, at: 0)] + drag(1, from: (20, 90), to: (2, 90), over: 0...100)
        + drag(1, from: (2, 90), to: (40, 90), over: 100...200)),
    ScriptCase(
      "a second finger in the band is ignored", pipeline,
      [
        down(1, 3, 90, at: 0), move(1, to: 8, 90, at: 8), down(2, 3, 60, at: 16), move(2, to: 20, 60, at: 24),
        move(1, to: 9, 90, at: 32), up(2, at: 40), up(1, at: 48),
      ], "screen-edge-pan began 8", "screen-edge-pan changed 32", "screen-edge-pan ended 48"),
    ScriptCase(
      "also one that lands before the pan begins", pipeline,
      [
        down(1, 3, 90, at: 0), down(2, 3, 60, at: 8), move(1, to: 8, 90, at: 16), up(1, at: 24), up(2, at: 32),
      ], "screen-edge-pan began 16", "screen-edge-pan ended 24"),
    ScriptCase(
      "an edge between two outputs does not count", ScreenEdgePanGestureRecognizer(of: [screen, right]),
      [
        down(1, 302, 90, at: 0), move(1, to: 308, 90, at: 8), up(1, at: 16), down(1, 2, 90, at: 116),
        move(1, to: 8, 90, at: 124),
      ], "screen-edge-pan began 124"),
    ScriptCase(
      "a step that follows a rest does not say that the finger came over the edge", pipeline,
      [down(1, 7, 90, at: 0), move(1, to: 12, 90, at: 44)]),
  ]

  @Test(.recognition("I2", "I4", "I5", "I7", "I8"), arguments: cases)
  func `edge pans`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("I1")) func `a finger that lands 3,9 mm in and goes in begins`() {
    let played = play(Self.pipeline) {
      down(1, 3.9, 90, at: 0)
      move(1, to: 5.9, 90, at: 8)
    }
    #expect(Self.edges(played) == [.left])
    #expect(abs((played.first(.screenEdgePan)?.gesture.translation.dx ?? 0) - 0.4) < 1e-9)
  }

  @Test func `one edge pan follows another, each from its own edge and at its own finger`() {
    let played = play(Self.pipeline) {
      down(1, 3, 90, at: 0)
      move(1, to: 8, 90, at: 8)
      up(1, at: 16)
      down(1, 100, 3, at: 116)
      move(1, to: 100, 8, at: 124)
    }
    #expect(played.lines == ["screen-edge-pan began 8", "screen-edge-pan ended 16", "screen-edge-pan began 124"])
    #expect(Self.edges(played) == [.left, .top])
    let places = [Point(x: 8, y: 90), Point(x: 8, y: 90), Point(x: 100, y: 8)]
    #expect(played.events.map(\.gesture.anchorLocation) == places)
  }

  @Test(.recognition("I3")) func `a fast finger 6 mm in came over the edge`() {
    let played = play(Self.pipeline) {
      down(1, 6, 90, at: 0)
      move(1, to: 10, 90, at: 8)
    }
    #expect(Self.edges(played) == [.left])
  }

  @Test(.recognition("I3"), arguments: [(3.9, 8.0, 0), (4.1, 8, 1), (4.1, 29, 1), (4.1, 31, 0)])
  func `a fast finger's first step is at least two thirds of the distance and no longer than a report`(
    step: Double, time: Double, begun: Int
  ) {
    let played = play(Self.pipeline) {
      down(1, 6, 90, at: 0)
      move(1, to: 6 + step, 90, at: time)
      move(1, to: 12 + step, 90, at: time + 8)
    }
    #expect(Self.edges(played).count == begun)
    #expect(played.events.allSatisfy { $0.gesture.fingers == 1 })
  }

  @Test(.recognition("I6")) func `in a corner the way decides`() {
    for (x, y, edge) in [(1.0, 0.2, ScreenEdge.left), (0.2, 1.0, .top)] {
      let played = play(Self.pipeline) {
        down(1, 3, 3, at: 0)
        move(1, to: 3 + 2 * x, 3 + 2 * y, at: 8)
      }
      #expect(Self.edges(played) == [edge])
    }
  }

  @Test(arguments: [(-3.0, [ScreenEdge.left]), (-7.9, [.left]), (-8.1, [])])
  func `a finger first seen beyond the picture comes from its edge, if it is near`(x: Double, edges: [ScreenEdge]) {
    for start in [0.0, 300] {
      let outputs = [Rect(x: start, y: 0, width: 300, height: 190), Rect(x: 600, y: 0, width: 300, height: 190)]
      let played = play(Pipeline { ScreenEdgePanGestureRecognizer(of: outputs) }) {
        down(1, start + x, 90, at: 0)
        move(1, to: start + x + 6, 90, at: 8)
      }
      #expect(Self.edges(played) == edges)
    }
  }

  @Test(.recognition("I9")) func `edges are those of the logical output`() {
    let portrait = Pipeline { ScreenEdgePanGestureRecognizer(of: [Rect(x: 0, y: 0, width: 190, height: 300)]) }
    let played = play(portrait) {
      down(1, 95, 298, at: 0)
      move(1, to: 95, 294, at: 8)
    }
    #expect(Self.edges(played) == [.bottom])
  }

  @Test(.recognition("I10")) func `a rest in the band fails after 400 ms, and others may begin`() {
    let pipeline = Pipeline {
      ScreenEdgePanGestureRecognizer(of: [Self.screen]).priority(1)
      PanGestureRecognizer().requires(toFail: .screenEdgePan)
    }
    for depth in [3.0, 1] {
      var player = Player(pipeline)
      player.play(Script(steps: [down(1, depth, 90, at: 0)]))
      player.wait(until: 399.9)
      #expect(player.pipeline.state(of: .screenEdgePan) == .possible)
      player.wait(until: 400)
      #expect(player.pipeline.state(of: .screenEdgePan) == .failed)
      player.play(Script(steps: [move(1, to: depth + 6, 90, at: 450)]))
      #expect(player.transitions == ["pan began"])
    }
  }

  /// Goes in from 3 mm beside the left edge after `rest` milliseconds, at `speed` millimetres a second, so much down for each
  /// millimetre in.
  private static func pulled(after rest: Double, speed: Double, from depth: Double = 3, slope: Double = 0)
    -> [ScreenEdge?]
  {
    edges(
      play(pipeline) {
        down(1, depth, 90, at: 0)
        drag(1, from: (depth, 90), to: (depth + 20, 90 + 20 * slope), over: rest...rest + 20_000 / speed, every: 2)
      })
  }

  @Test(arguments: [0.0, 40, 150, 300])
  func `A finger that goes in at 36 mm a second is one however long it rested, at 34 a stroke that was put down there`(
    rest: Double
  ) {
    #expect(Self.pulled(after: rest, speed: 36) == [.left])
    #expect(Self.pulled(after: rest, speed: 34).isEmpty)
  }

  @Test func `Where the panel was silent while a finger rested, the steps after the first tell how fast it sets out`() {
    for (steps, edges) in [([0.4, 1, 1.7], [ScreenEdge.left]), ([1.7, 2.3, 3], [])] {
      let played = play(Self.pipeline) {
        down(1, 3, 90, at: 0)
        for (index, step) in steps.enumerated() { move(1, to: 3 + step, 90, at: 300 + 8 * Double(index)) }
      }
      #expect(Self.edges(played) == edges)
    }
  }

  @Test func `A finger at the very edge may rest and then go slowly straight in`() {
    #expect(Self.pulled(after: 200, speed: 20, from: 1.2) == [.left])
    #expect(Self.pulled(after: 200, speed: 20, from: 1.2, slope: 0.57) == [.left])
    #expect(Self.pulled(after: 200, speed: 20, from: 1.2, slope: 0.59).isEmpty, "30° and no more")
    #expect(Self.pulled(after: 200, speed: 20, from: 1.3).isEmpty)
  }

  @Test func `The very edge is that of the output on which the finger lands`() {
    let other = Rect(x: 300, y: 50, width: 300, height: 190)
    let played = play(Pipeline { ScreenEdgePanGestureRecognizer(of: [Self.screen, other]) }) {
      down(1, 450, 51, at: 0)
      drag(1, from: (450, 51), to: (450, 71), over: 200...1200, every: 2)
    }
    #expect(Self.edges(played) == [.top])
  }
}
