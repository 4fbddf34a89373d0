import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct ArbitrationTests {
  static let drag: [Step] =
    [down(1, 50, 50, at: 0)] + OffhandTesting.drag(1, from: (50, 50), to: (70, 50), over: 0...160) + [up(1, at: 170)]

  private static let overriding = Pipeline {
    PanGestureRecognizer()
    PinchGestureRecognizer().overrides(.pan)
  }

  private static let waiting = Pipeline {
    TapGestureRecognizer().requires(toFail: .pan)
    PanGestureRecognizer()
  }

  private static let chain = Pipeline {
    TapGestureRecognizer().requires(toFail: "two")
    PanGestureRecognizer().named("two").requires(toFail: "three")
    PanGestureRecognizer().named("three").requires(toFail: "four")
    PanGestureRecognizer().named("four").requires(toFail: "five")
    PanGestureRecognizer().named("five").requires(toFail: "six")
    PanGestureRecognizer().named("six")
  }

  private static let unrelated = Pipeline {
    PanGestureRecognizer()
    PinchGestureRecognizer()
  }

  private static let doubleTapOnTheLeft = Pipeline {
    TapGestureRecognizer(taps: 2).named(.doubleTap).with {
      $0.region = LandingRegion()
      $0.region?.area = Rect(x: 0, y: 0, width: 100, height: 100)
    }
    TapGestureRecognizer().requires(toFail: .doubleTap)
  }

  private static let besideTaps = Pipeline {
    PanGestureRecognizer()
    TapGestureRecognizer().requires(toFail: .doubleTap)
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }

  private static let cases = [
    ScriptCase(
      "a requirement that does not see the finger is no wait", doubleTapOnTheLeft,
      [down(1, 150, 50, at: 0), up(1, at: 60)], "tap recognized 60"),
    ScriptCase(
      "a pan takes the finger of a double tap and of the tap that waits for it", besideTaps,
      [
        down(1, 50, 50, at: 0), up(1, at: 60), down(1, 50, 50, at: 200), move(1, to: 53, 50, at: 208), up(1, at: 300),
      ], "pan began 208", "pan ended 300"),
    ScriptCase(
      "an active gesture stays", unrelated, panThenPinch, "pan began 8", "pan changed 24", "pan changed 32"),
    ScriptCase(
      "an active gesture gives way to one that overrides it", overriding, panThenPinch, "pan began 8",
      "pan changed 24", "pan cancelled 24", "pinch began 24", "pinch changed 32"),
    ScriptCase(
      "a tap fires in the frame in which what it waits for fails", waiting, [down(1, 50, 50, at: 0), up(1, at: 60)],
      "tap recognized 60"),
    ScriptCase(
      "a chain of five is decided at once", chain, [down(1, 50, 50, at: 0), up(1, at: 60)], "tap recognized 60"),
  ]

  @Test(.recognition("J2", "J7", "J8", "J14", "J16"), arguments: cases)
  func `the order of decisions`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("J1")) func `a requirement that is disabled is no wait`() {
    var pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    pipeline.disable(.doubleTap)
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
    }
    #expect(played.lines == ["tap recognized 60"])
  }

  @Test(.recognition("J3")) func `a circle of requirements is refused`() throws {
    var pipeline = Pipeline {
      TapGestureRecognizer()
      PanGestureRecognizer()
      SwipeGestureRecognizer()
    }
    try pipeline.require(.tap, toFail: .pan)
    try pipeline.require(.pan, toFail: .swipe)
    let error = #expect(throws: RelationError.self) { try pipeline.require(.swipe, toFail: .tap) }
    #expect(
      error?.description == "'swipe' cannot require 'tap' to fail: 'tap' already waits for 'swipe'; drop one of the two"
    )
    #expect(throws: RelationError.self) { try pipeline.require("pinch", toFail: .tap) }
  }

  @Test(.recognition("J3")) func `a circle that a delegate asks for is ignored and counted`() {
    var pipeline = Pipeline {
      PanGestureRecognizer()
      SwipeGestureRecognizer()
    }
    pipeline.delegate = Answers { if case .waits = $0 { true } else { nil } }
    let played = play(pipeline) { Self.drag }
    #expect(played.transitions == ["swipe recognized"], "the pan waits for the swipe, and the swipe for nobody")
    #expect(played.pipeline.refusals == 1)
  }

  @Test(.recognition("J4")) func `one side that allows simultaneity is enough`() {
    var pipeline = Pipeline {
      SwipeGestureRecognizer()
      PanGestureRecognizer()
    }
    pipeline.delegate = Answers {
      if case .areSimultaneous(let recognizer, _) = $0 { recognizer == .pan } else { nil }
    }
    let answers = play(pipeline) { Self.drag }.transitions
    #expect(answers.contains("pan began") && answers.contains("swipe recognized"))
  }

  @Test func `a gesture that only listens prevents no other, and others prevent it`() {
    for listens in [false, true] {
      let pipeline = Pipeline {
        PanGestureRecognizer(touches: 2...2).with { $0.onlyListens = listens }
        PanGestureRecognizer(touches: 3...3).named("three")
      }
      let played = play(pipeline) {
        together([1, 2].flatMap { [down($0, 20 * Double($0), 50, at: 0), move($0, to: 20 * Double($0), 55, at: 8)] })
        down(3, 60, 50, at: 16)
        together([1, 2, 3].map { move($0, to: 20 * Double($0), 60, at: 24) })
        together([1, 2, 3].map { up($0, at: 32) })
      }
      #expect(played.transitions.contains("pan began"))
      #expect(played.transitions.contains("three began") == listens)
    }
    let prevented = play(
      Pipeline {
        SwipeGestureRecognizer().with { $0.onlyListens = true }
        PanGestureRecognizer()
      }
    ) { Self.drag }
    #expect(!prevented.transitions.contains("swipe recognized"))
  }

  @Test func `a tap that only listens makes no slop larger`() {
    for listens in [false, true] {
      let pipeline = Pipeline {
        PanGestureRecognizer(contestedSlop: 3)
        TapGestureRecognizer(allowableMovement: 10).with { $0.onlyListens = listens }
      }
      let played = play(pipeline) { [down(1, 50, 50, at: 0), move(1, to: 52, 50, at: 8), up(1, at: 16)] }
      #expect(played.transitions.contains("pan began") == listens)
    }
  }

  @Test(.recognition("J5"), arguments: 0..<16) func `prevention needs both sides`(bits: Int) {
    let (prevents, isSimultaneous, isOtherSimultaneous) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
    let isPreventable = bits & 8 != 0
    var pipeline = Pipeline {
      PanGestureRecognizer()
      SwipeGestureRecognizer().with { $0.notPreventedBy = isPreventable ? [] : [.pan] }
    }
    pipeline.delegate = Answers {
      switch $0 {
      case .prevents(let recognizer, _): recognizer == .pan ? prevents : true
      case .areSimultaneous(let recognizer, _): recognizer == .pan ? isSimultaneous : isOtherSimultaneous
      default: nil
      }
    }
    let isPrevented = prevents && isPreventable && !isSimultaneous && !isOtherSimultaneous
    #expect(play(pipeline) { Self.drag }.transitions.contains("swipe recognized") == !isPrevented)
  }

  @Test(.recognition("J6")) func `different fingers are no conflict`() {
    let pipeline = Pipeline {
      PanGestureRecognizer(touches: 1...1)
      PinchGestureRecognizer().with { $0.isExclusive = false }
    }
    var withVeto = pipeline
    withVeto.delegate = Self.sides
    let played = play(withVeto) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      down(2, 220, 50, at: 100)
      down(3, 260, 50, at: 100)
      move(3, to: 280, 50, at: 108)
      move(1, to: 65, 50, at: 116)
      move(3, to: 290, 50, at: 124)
    }
    #expect(played.lines == ["pan began 8", "pinch began 108", "pan changed 116", "pinch changed 124"])
  }

  /// The left half is for the pan, the right half for the pinch.
  private static let sides = Answers(receives: { ($1.position.x < 200) == ($0 == .pan) })

  static let panThenPinch: [Step] = [
    down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8), down(2, 90, 50, at: 16), move(2, to: 100, 50, at: 24),
    move(2, to: 110, 50, at: 32),
  ]

  @Test(.recognition("J9")) func `where one is vetoed the next begins in the same frame`() {
    var pipeline = Pipeline {
      PanGestureRecognizer()
      PanGestureRecognizer().named("scroll").requires(toFail: .pan)
    }
    pipeline.delegate = Answers(begins: { recognizer, _ in recognizer != .pan })
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 52, 50, at: 8)
    }
    #expect(played.lines == ["scroll began 8"])
    #expect(played.pipeline.state(of: .pan) == .failed)
  }

  @Test(.recognition("J10")) func `a finger that one may not have is free for others`() {
    var pipeline = Pipeline {
      PinchGestureRecognizer()
      PanGestureRecognizer()
    }
    pipeline.delegate = Self.sides
    let played = play(pipeline) {
      down(1, 150, 50, at: 0)
      down(2, 250, 50, at: 0)
      move(1, to: 140, 50, at: 8)
    }
    #expect(played.transitions == ["pan began"])
  }

  @Test(.recognition("J13")) func `of three that begin at once the first of the highest priority wins`() {
    for _ in 0..<1000 {
      let first = Pipeline {
        PanGestureRecognizer().named("a")
        PanGestureRecognizer().named("b").priority(2)
        PanGestureRecognizer().named("c").priority(2)
      }
      #expect(play(first) { Self.drag }.transitions.first == "b began")
      let second = Pipeline {
        PanGestureRecognizer().named("c").priority(2)
        PanGestureRecognizer().named("b").priority(2)
        PanGestureRecognizer().named("a")
      }
      #expect(play(second) { Self.drag }.transitions.first == "c began")
    }
  }

  @Test(.recognition("J15")) func `what is pending names its deadline`() {
    var player = Player(
      Pipeline {
        TapGestureRecognizer().requires(toFail: .doubleTap)
        TapGestureRecognizer(taps: 2, maximumInterval: .seconds(2)).named(.doubleTap)
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), up(1, at: 60)]))
    #expect(player.pipeline.deadline == Timestamp(nanoseconds: 2_060_000_000))
    player.wait(until: 2060)
    #expect(player.lines == ["tap recognized 2060"])
    #expect(player.pipeline.deadline == nil)
  }

  @Test(.recognition("J17")) func `a relation that changes in between counts at the next proposal`() throws {
    var player = Player(
      Pipeline {
        PanGestureRecognizer()
        SwipeGestureRecognizer(directions: .up)
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 8)]))
    try player.pipeline.require(.pan, toFail: .swipe)
    player.play(Script(steps: [move(1, to: 53, 50, at: 16)]))
    #expect(player.pipeline.state(of: .pan) == .awaiting)
    player.wait(until: 500)
    #expect(player.lines == ["pan began 500"])
  }

  @Test(.recognition("J18")) func `nothing begins while the owner holds, and then from zero`() throws {
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.pipeline.hold()
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        OffhandTesting.drag(1, from: (50, 50), to: (70, 50), over: 0...200)
      })
    #expect(player.lines.isEmpty)
    player.change { $0.release() }
    #expect(player.lines == ["pan began 200"])
    #expect(player.events[0].gesture.translation == .zero)
    player.play(Script(steps: [move(1, to: 71, 50, at: 208)]))
    #expect(try #require(player.last(.pan)).gesture.translation == Vector(dx: 1, dy: 0))
  }

  @Test(.recognition("N47"), arguments: [(90.0, 2), (4, 1)])
  func `a finger that lands elsewhere in the report in which the other lifts is a new attempt`(away: Double, pans: Int)
  {
    let pipeline = Pipeline {
      PanGestureRecognizer()
      TapGestureRecognizer().simultaneousWithAll()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      OffhandTesting.drag(1, from: (50, 50), to: (70, 50), over: 0...80)
      up(1, at: 88)
      down(2, 70, 50 + away, at: 88)
      OffhandTesting.drag(2, from: (70, 50 + away), to: (80, 50 + away), over: 88...168)
      up(2, at: 176)
    }
    #expect(played.events.count { $0.state == .began } == pans)
    #expect(played.events.count { $0.state == .ended } == pans)
    let first = played.first(.pan, .ended)
    #expect(first?.milliseconds == (pans == 2 ? "88" : "176"))
    #expect(played.first(.tap) == nil)
  }

  @Test(.recognition("N47")) func `two taps may share a report`() {
    let played = play(Pipeline { TapGestureRecognizer(touches: 1...5) }) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(2, 140, 50, at: 80)
      up(2, at: 160)
    }
    #expect(played.lines == ["tap recognized 80", "tap recognized 160"])
    #expect(played.events.map(\.gesture.fingers) == [1, 1])
  }

  @Test(.recognition("N49"))
  func `ends and changes of one frame come in the order of the pipeline, and then beginnings`() {
    let pipeline = Pipeline {
      PanGestureRecognizer(touches: 1...1, slop: 30).named("late").simultaneousWithAll()
      PanGestureRecognizer().simultaneousWithAll()
      LongPressGestureRecognizer(minimumPressDuration: .milliseconds(100), allowableMovement: 2).simultaneousWithAll()
      PinchGestureRecognizer(suspensionPolicy: .ends).simultaneousWithAll()
      PanGestureRecognizer(slop: 1).named("last").simultaneousWithAll()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 55, 50, at: 200)
      down(2, 80, 50, at: 208)
      move(2, to: 88, 50, at: 216)
      up(2, at: 224)
      move(1, to: 56, 50, at: 224)
      move(1, to: 100, 50, at: 232)
      up(1, at: 240)
    }
    func names(_ time: String) -> [String] {
      played.events.filter { $0.milliseconds == time }.map { "\($0.name) \($0.state)" }
    }
    #expect(names("224") == ["pan changed", "long-press changed", "pinch ended", "last changed"])
    #expect(names("240") == ["pan ended", "long-press ended", "last ended"])
  }
}
