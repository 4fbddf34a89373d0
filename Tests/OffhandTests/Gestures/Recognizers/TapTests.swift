import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct TapTests {
  static let singleAndDouble = Pipeline {
    TapGestureRecognizer().requires(toFail: .doubleTap)
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }

  static let oneTwoThree = Pipeline {
    TapGestureRecognizer().requires(toFail: .doubleTap)
    TapGestureRecognizer(taps: 2).named(.doubleTap).requires(toFail: "triple-tap")
    TapGestureRecognizer(taps: 3).named("triple-tap")
  }

  private static let besidePan = Pipeline {
    TapGestureRecognizer().with { $0.isExclusive = false }
    PanGestureRecognizer(touches: 1...1)
  }

  private static let announced = Pipeline {
    TapGestureRecognizer().requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }

  /// A double tap whose second finger drags, beside the drag.
  private static let givenBack = Pipeline {
    TapGestureRecognizer().requires(toFail: .doubleTap).simultaneous(with: .pan)
    TapGestureRecognizer(taps: 2, allowableMovement: 2.6).named(.doubleTap).simultaneous(with: .pan)
    PanGestureRecognizer()
  }

  private static let unrelated = Pipeline {
    TapGestureRecognizer()
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }

  private static let simultaneous = Pipeline {
    TapGestureRecognizer().simultaneous(with: .doubleTap)
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }

  /// A finger that drifts by `drift` and comes back before it lifts.
  private static func drifting(by drift: Double) -> [Step] {
    [down(1, 50, 50, at: 0), move(1, to: 50 + drift, 50, at: 40), move(1, to: 50.1, 50, at: 80), up(1, at: 120)]
  }

  @Test(arguments: [50, 100.1, 12.3]) func `a drift of just the allowable movement is a tap wherever it is, and no pan`(
    x: Double
  ) {
    let steps = [down(1, x, 50, at: 0), move(1, to: x + 3.4, 50, at: 40), up(1, at: 80)]
    #expect(play(StandardPipeline()) { steps }.lines == ["tap recognized 80"])
    let twice = [down(1, x, 50, at: 0), move(1, to: x + 3.4, 50, at: 40), up(1, at: 80), down(1, x, 50, at: 200)]
    let dragged = play(Pipeline { TapDragGestureRecognizer() }) {
      twice + drag(1, from: (x, 50), to: (x, 60), over: 200...300)
    }
    #expect(dragged.transitions.first == "tap-drag began")
  }

  /// A tap of 60 ms at (50, 50), and a second press at (`x`, 50).
  private static func again(_ x: Double, from landing: Double, to lift: Double) -> [Step] {
    [down(1, 50, 50, at: 0), up(1, at: 60), down(1, x, 50, at: landing), up(1, at: lift)]
  }

  /// Two fingers that land `delay` apart and then lift.
  private static func pair(_ delay: Double) -> [Step] {
    [down(1, 50, 50, at: 0), down(2, 70, 50, at: delay), up(1, at: 260), up(2, at: 300)]
  }

  /// A contact of 15 ms a millimetre beside the lift 20 ms before it.
  private static func bounce(_ finger: Int32 = 1, at time: Double) -> [Step] {
    [down(finger, 51, 50, at: time), up(finger, at: time + 15)]
  }

  private static let cases = [
    ScriptCase("a drift of 2.5 mm is a tap", TapGestureRecognizer(), drifting(by: 2.5), "tap recognized 120"),
    ScriptCase("the largest drift counts, not the last", TapGestureRecognizer(), drifting(by: 3.5)),
    ScriptCase("less is allowed", TapGestureRecognizer(allowableMovement: 2.6), drifting(by: 2.7)),
    ScriptCase(
      "a double tap fires once and the single tap never", singleAndDouble, again(53, from: 250, to: 310),
      "double-tap recognized 310"),
    ScriptCase(
      "a second landing after 301 ms is a new tap", singleAndDouble, again(50, from: 361, to: 400),
      "tap recognized 360", "tap recognized 700"),
    ScriptCase(
      "a second landing after exactly 300 ms is a double tap", singleAndDouble, again(50, from: 360, to: 420),
      "double-tap recognized 420"),
    ScriptCase(
      "a contact that bounces is no double tap", singleAndDouble, again(51, from: 80, to: 95), "tap recognized 360"),
    ScriptCase("and no second tap", TapGestureRecognizer(), again(51, from: 80, to: 95), "tap recognized 60"),
    ScriptCase(
      "nor a tap after a double tap", singleAndDouble, again(50, from: 200, to: 260) + bounce(at: 280),
      "double-tap recognized 260"),
    ScriptCase(
      "nor one of a finger after a tap of two", TapGestureRecognizer(touches: 1...5),
      [down(1, 50, 50, at: 0), down(2, 86, 50, at: 10), up(1, at: 100), up(2, at: 110)] + bounce(at: 125),
      "tap recognized 110"),
    ScriptCase(
      "nor one of two", TapGestureRecognizer(touches: 2...2),
      [down(1, 50, 50, at: 0), down(2, 86, 50, at: 10), up(1, at: 100), up(2, at: 100)]
        + together(bounce(at: 115), [down(2, 87, 50, at: 115), up(2, at: 130)]), "tap recognized 100"),
    ScriptCase(
      "nor one of two after a drag", TapGestureRecognizer(touches: 2...2),
      together(
        [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (80, 50), over: 10...290) + [up(1, at: 300)],
        [down(2, 86, 50, at: 10)] + drag(2, from: (86, 50), to: (116, 50), over: 20...290) + [up(2, at: 300)])
        + together(
          [down(1, 80, 50, at: 315), up(1, at: 330)], [down(2, 116, 50, at: 315), up(2, at: 330)])),
    ScriptCase(
      "but a finger that lands as the bounce lifts taps", TapGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), up(1, at: 60), down(1, 50, 50, at: 80), up(1, at: 95), down(2, 120, 50, at: 95),
        up(2, at: 150),
      ], "tap recognized 60",
      "tap recognized 150"),
    ScriptCase(
      "two fingers tap though the first is lost for a moment as it lands", TapGestureRecognizer(touches: 2...2),
      [down(1, 50, 50, at: 0), up(1, at: 15), down(1, 50.5, 50, at: 30), down(2, 86, 50, at: 40), up(1, at: 120)]
        + [up(2, at: 120)], "tap recognized 120"),
    ScriptCase(
      "taps 20 mm apart are two singles", singleAndDouble, again(70, from: 200, to: 260), "tap recognized 200",
      "tap recognized 560"),
    ScriptCase(
      "a double tap that becomes a drag gives the single tap back", givenBack,
      again(50, from: 200, to: 240).dropLast()
        + [move(1, to: 51.7, 50, at: 208), move(1, to: 53, 50, at: 216), move(1, to: 60, 50, at: 224), up(1, at: 240)],
      "pan began 208", "pan changed 216", "tap recognized 216", "pan changed 224", "pan ended 240"),
    ScriptCase("three taps are a triple tap only", oneTwoThree, taps(3), "triple-tap recognized 460"),
    ScriptCase(
      "two taps are a double tap 300 ms after the second lift", oneTwoThree, taps(2), "double-tap recognized 560"),
    ScriptCase("fingers 210 ms apart do not tap together", TapGestureRecognizer(touches: 2...2), pair(210)),
    ScriptCase("two fingers do not tap as one", TapGestureRecognizer(), pair(10)),
    ScriptCase(
      "nor after a tap that waits, and the next tap is one", singleAndDouble,
      [
        down(1, 50, 50, at: 0), up(1, at: 60), down(1, 52, 50, at: 200), down(2, 82, 50, at: 215), up(1, at: 280),
        up(2, at: 290), down(1, 50, 50, at: 1000), up(1, at: 1060),
      ], "tap recognized 215", "tap recognized 1360"),
    ScriptCase(
      "a tap that is not exclusive happens beside a pan on one target", besidePan,
      [
        down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 100), down(2, 150, 50, at: 300), up(2, at: 360),
        move(1, to: 70, 50, at: 400), up(1, at: 500),
      ], "pan began 100", "tap recognized 360", "pan changed 400", "pan ended 500"),
    ScriptCase(
      "the first tap is announced and superseded by the double tap", announced, taps(2), "tap unconfirmed 60",
      "tap superseded 260", "double-tap recognized 260"),
    ScriptCase("or confirmed", announced, taps(1), "tap unconfirmed 60", "tap recognized 360"),
    ScriptCase(
      "without a relation the single tap leaves nothing for the double tap", unrelated, taps(2), "tap recognized 60",
      "tap recognized 260"),
    ScriptCase(
      "but if both may happen", simultaneous, taps(2), "tap recognized 60", "tap recognized 260",
      "double-tap recognized 260"),
  ]

  @Test(
    .recognition("C2", "C3", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "C14", "C16", "C18", "C19", "N45"),
    arguments: cases)
  func `what is a tap`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("C1")) func `a tap is recognized at its lift`() {
    let played = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
    }
    #expect(played.lines == ["tap recognized 80"])
    #expect(played.events[0].gesture.location == Point(x: 50, y: 50))
  }

  @Test(.recognition("C13")) func `two fingers that land 190 ms apart tap together`() {
    let played = play(Pipeline { TapGestureRecognizer(touches: 2...2) }) { Self.pair(190) }
    #expect(played.lines == ["tap recognized 300"])
    #expect(played.events[0].gesture.fingers == 2)
    #expect(played.events[0].gesture.location == Point(x: 60, y: 50))
  }

  @Test(.recognition("A3", "N27"), arguments: [1...1, 1...5])
  func `a finger whose contact the panel replaces within a report taps once, and alone`(touches: ClosedRange<Int>) {
    let played = play(Pipeline { TapGestureRecognizer(touches: touches) }) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(2, 52, 50, at: 60)
      up(2, at: 120)
    }
    #expect(played.lines == ["tap recognized 120"])
    #expect(played.events.map(\.gesture.fingers) == [1])
  }

  @Test(.recognition("A3", "N27"), arguments: [(51.0, 2), (110, 3)])
  func `one of several contacts that is replaced is no further finger, and one that lands elsewhere is`(
    x: Double, fingers: Int
  ) {
    let played = play(Pipeline { TapGestureRecognizer(touches: 1...5) }) {
      down(1, 50, 50, at: 0)
      down(2, 80, 50, at: 10)
      up(1, at: 60)
      down(3, x, 50, at: 60)
      up(2, at: 120)
      up(3, at: 120)
    }
    #expect(played.lines == ["tap recognized 120"])
    #expect(played.events.map(\.gesture.fingers) == [fingers])
  }

  @Test(.recognition("A3", "N27")) func `a contact that is replaced as another finger lifts is no further finger`() {
    let played = play(Pipeline { TapGestureRecognizer(touches: 1...5) }) {
      down(1, 50, 50, at: 0)
      down(2, 80, 50, at: 10)
      up(1, at: 60)
      up(2, at: 60)
      down(3, 51, 50, at: 60)
      up(3, at: 120)
    }
    #expect(played.lines == ["tap recognized 120"])
    #expect(played.events.map(\.gesture.fingers) == [2])
  }

  @Test(.recognition("C8", "C18"), arguments: [(true, ["1060"]), (false, ["460", "1060"])])
  func `beside a finger that drags on after the panel lost it, no other taps if taps are exclusive`(
    isExclusive: Bool, times: [String]
  ) {
    let pipeline = Pipeline {
      TapGestureRecognizer().with { $0.isExclusive = isExclusive }
      PanGestureRecognizer(touches: 1...1)
    }
    let played = play(pipeline) {
      together(
        [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (80, 50), over: 0...292) + [up(1, at: 300)]
          + [down(1, 82, 50, at: 310)] + drag(1, from: (82, 50), to: (110, 50), over: 310...600) + [up(1, at: 608)],
        [down(2, 200, 50, at: 400), up(2, at: 460), down(2, 200, 50, at: 1000), up(2, at: 1060)])
    }
    #expect(played.events.filter { $0.name == .tap }.map(\.milliseconds) == times)
  }

  @Test func `five fingers that land and lift one after the other tap together`() {
    var steps: [Step] = []
    for finger in 0..<5 { steps.append(down(Int32(finger), 20 * Double(finger), 50, at: 80 * Double(finger))) }
    for finger in 0..<5 { steps.append(up(Int32(finger), at: 1_000 + 60 * Double(finger))) }
    let played = play(Pipeline { TapGestureRecognizer(touches: 1...5) }) { steps }
    #expect(played.lines == ["tap recognized 1240"], "they press together for 680 ms")
    #expect(played.events.first?.gesture.fingers == 5)
  }

  @Test(.recognition("C15")) func `a third finger fails a two-finger tap`() {
    var player = Player(Pipeline { TapGestureRecognizer(touches: 2...2) })
    player.play(Script(steps: [down(1, 50, 50, at: 0), down(2, 70, 50, at: 20), down(3, 90, 50, at: 40)]))
    #expect(player.pipeline.state(of: .tap) == .failed, "at that instant")
    player.play(Script(steps: [up(3, at: 60), up(2, at: 80), up(1, at: 100)]))
    #expect(player.lines.isEmpty)
  }

  @Test func `without a least pause a contact that was lost is a finger`() {
    var recognizer = TapGestureRecognizer(touches: 2...2)
    recognizer.minimumInterval = .milliseconds(-1)
    let played = play(Pipeline { recognizer }) {
      [down(1, 50, 50, at: 0), up(1, at: 60), down(1, 50, 50, at: 70), down(2, 80, 50, at: 75)]
        + [up(1, at: 130), up(2, at: 130)]
    }
    #expect(played.lines == ["tap recognized 130"])
  }

  @Test func `a bounce is none of a new clock either`() {
    var player = Player(Pipeline { TapGestureRecognizer(touches: 2...2) })
    player.play(Script(steps: [down(1, 50, 50, at: 5000), up(1, at: 5060), cancelAll(at: 5100)]))
    let played = play(player.pipeline) {
      [down(1, 50, 50, at: 0), down(2, 80, 50, at: 10), up(1, at: 100), up(2, at: 100)]
        + [down(1, 50, 50, at: 115), down(2, 80, 50, at: 115), up(1, at: 130), up(2, at: 130)]
    }
    #expect(played.lines == ["tap recognized 100"])
  }

  @Test(.recognition("C17")) func `a finger elsewhere does not keep another target from being tapped`() throws {
    var pipeline = TargetPipeline<AnyPipeline>()
    try pipeline.add(
      1, region: Rect(x: 0, y: 0, width: 100, height: 100), AnyPipeline(Pipeline { PanGestureRecognizer() }))
    try pipeline.add(
      2, region: Rect(x: 100, y: 0, width: 100, height: 100), AnyPipeline(Pipeline { TapGestureRecognizer() }))
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 100)
      down(2, 150, 50, at: 300)
      up(2, at: 360)
      move(1, to: 70, 50, at: 400)
      up(1, at: 500)
    }
    #expect(played.lines == ["pan began 100", "tap recognized 360", "pan changed 400", "pan ended 500"])
  }

  @Test(.recognition("C18")) func `a finger that it gave up does not keep it from the next`() {
    let played = play(Self.besidePan) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 100)
      up(1, at: 200)
      down(1, 80, 50, at: 1000)
      up(1, at: 1080)
    }
    #expect(played.transitions.last == "tap recognized")
  }

  @Test(.recognition("C20")) func `a client vetoes the tap that stops a fling`() {
    var pipeline = Pipeline { TapGestureRecognizer() }
    let script = [down(1, 50, 50, at: 0), up(1, at: 60)]
    // Its content is still flying: the tap that stops it is no tap.
    pipeline.delegate = Answers(receives: { recognizer, _ in recognizer != .tap })
    #expect(play(pipeline) { script }.lines.isEmpty)
    pipeline.delegate = nil
    #expect(play(pipeline) { script }.lines == ["tap recognized 60"])
  }

  private static func taps(_ count: Int, every interval: Double = 200) -> [Step] {
    (0..<count).flatMap { index -> [Step] in
      [down(1, 50, 50, at: Double(index) * interval), up(1, at: Double(index) * interval + 60)]
    }
  }

  @Test(.recognition("N45")) func `taps are counted in a row up to a number, and then anew`() {
    var tap = TapGestureRecognizer()
    tap.countsTo = 3
    #expect(play(Pipeline { tap }) { Self.taps(5) }.events.map(\.gesture.taps) == [1, 2, 3, 1, 2])
    #expect(play(Pipeline { tap }) { Self.taps(3, every: 400) }.events.map(\.gesture.taps) == [1, 1, 1])
    #expect(play(Pipeline { TapGestureRecognizer() }) { Self.taps(3) }.events.map(\.gesture.taps) == [1, 1, 1])
    let apart = play(Pipeline { tap }) {
      Self.taps(2)
      down(1, 70, 50, at: 400)
      up(1, at: 460)
    }
    #expect(apart.events.map(\.gesture.taps) == [1, 2, 1])
  }

  @Test func `a tap where the last one was is a tap on a clock that went back, and the first of its row`() {
    var tap = TapGestureRecognizer()
    tap.countsTo = 3
    var player = Player(Pipeline { tap })
    for (start, isCancelled) in [(9000.0, false), (3000, true), (9080, false)] {
      player = Player(player.pipeline)
      player.play(Script(steps: [down(1, 50, 50, at: start), up(1, at: start + 60)]))
      #expect(player.events.map(\.gesture.taps) == [1])
      if isCancelled { player.pipeline.cancel(at: Timestamp(nanoseconds: Int64(start + 1000) * 1_000_000)) }
    }
  }

  @Test(
    .recognition("N45"),
    arguments: [
      drag(1, from: (50, 50), to: (65, 50), over: 108...140) + [up(1, at: 150)], [cancel(1, at: 150)],
      [down(2, 80, 50, at: 120), up(1, at: 150), up(2, at: 150)],
    ])
  func `a press that is no tap ends a row of taps`(_ rest: [Step]) {
    var tap = TapGestureRecognizer()
    tap.countsTo = 3
    let played = play(Pipeline { tap }) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 100)
      rest
      down(1, 50, 50, at: 240)
      up(1, at: 280)
      down(1, 50, 50, at: 400)
      up(1, at: 440)
    }
    #expect(played.events.map(\.gesture.taps) == [1, 1, 2])
  }

  @Test(.recognition("N48"), arguments: [(54.0, true, true), (89, true, false), (91, false, false)])
  func `a tap is bounded by a distance, or by a button`(x: Double, within: Bool, near: Bool) {
    var button = TapGestureRecognizer()
    button.bounds = Rect(x: 30, y: 40, width: 60, height: 20)
    button.allowableMovement = 1
    var distant = TapGestureRecognizer()
    distant.allowableMovement = 5
    let script = [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (x, 50), over: 0...80) + [up(1, at: 100)]
    #expect(!play(Pipeline { button }) { script }.lines.isEmpty == within)
    #expect(!play(Pipeline { distant }) { script }.lines.isEmpty == near)
  }
}
