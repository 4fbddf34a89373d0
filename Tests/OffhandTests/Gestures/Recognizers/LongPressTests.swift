import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct LongPressTests {
  static let tapAndPress = Pipeline {
    TapGestureRecognizer()
    LongPressGestureRecognizer()
  }

  private static let pressAndPan = Pipeline {
    LongPressGestureRecognizer()
    PanGestureRecognizer()
  }

  private static let doubleTapAndPress = Pipeline {
    TapGestureRecognizer(taps: 2).named(.doubleTap)
    LongPressGestureRecognizer()
  }

  /// A long press that waits for a double tap of presses up to `duration` to fail.
  private static func waiting(for duration: Duration) -> some GesturePipeline {
    Pipeline {
      TapGestureRecognizer(taps: 2, maximumPressDuration: duration).named(.doubleTap)
      LongPressGestureRecognizer().requires(toFail: .doubleTap)
    }
  }

  /// One press until `lift`.
  private static func press(_ lift: Double) -> [Step] { [down(1, 50, 50, at: 0), up(1, at: lift)] }

  /// One press until `lift`, in which the finger goes to (`x`, 50).
  private static func press(_ lift: Double, to x: Double, at time: Double) -> [Step] {
    [down(1, 50, 50, at: 0), move(1, to: x, 50, at: time), up(1, at: lift)]
  }

  /// A tap, and a press from `landing` to `lift`.
  private static func tapAndHold(_ landing: Double, _ lift: Double) -> [Step] {
    [down(1, 50, 50, at: 0), up(1, at: 80), down(1, 50, 50, at: landing), up(1, at: lift)]
  }

  private static func tap(_ x: Double, at time: Double = 0) -> [Step] {
    [down(1, x, 50, at: time), up(1, at: time + 80)]
  }

  private static func press(_ x: Double, at time: Double) -> [Step] {
    [down(1, x, 50, at: time), up(1, at: time + 700)]
  }

  private static let pairHold = [
    down(1, 50, 50, at: 200), down(2, 70, 50, at: 210), up(1, at: 800), up(2, at: 800),
  ]
  private static let tapBefore = LongPressGestureRecognizer(taps: 1)
  private static let pairTapBefore = LongPressGestureRecognizer(touches: 2, taps: 1)

  private static let cases = [
    ScriptCase(
      "a press of 760 ms is a long press", tapAndPress, press(760), "long-press began 500", "long-press ended 760"),
    ScriptCase("and no tap", TapGestureRecognizer(), press(760)),
    ScriptCase("a lift before the deadline is a tap", tapAndPress, press(499.9), "tap recognized 499.9"),
    ScriptCase("and one at the deadline", tapAndPress, press(500), "tap recognized 500"),
    ScriptCase(
      "a lift after it ends a long press", tapAndPress, press(500.1), "long-press began 500", "long-press ended 500.1"),
    ScriptCase(
      "a drift of 1.9 mm is allowed", LongPressGestureRecognizer(), press(600, to: 51.9, at: 400),
      "long-press began 500", "long-press ended 600"),
    ScriptCase(
      "a press of no duration begins at the landing", LongPressGestureRecognizer(minimumPressDuration: .zero),
      press(16, to: 58, at: 8), "long-press began 0", "long-press changed 8", "long-press ended 16"),
    ScriptCase(
      "a press may be as short as 20 ms", LongPressGestureRecognizer(minimumPressDuration: .milliseconds(20)),
      press(200), "long-press began 20", "long-press ended 200"),
    ScriptCase(
      "two fingers press from the second landing, and end with either lift", LongPressGestureRecognizer(touches: 2),
      [down(1, 50, 50, at: 0), down(2, 70, 50, at: 300), up(2, at: 900), up(1, at: 1000)],
      "long-press began 800", "long-press ended 900"),
    ScriptCase(
      "a finger that lands later is ignored", LongPressGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), down(2, 90, 50, at: 600), move(2, to: 120, 50, at: 650), move(1, to: 51, 50, at: 700),
        up(2, at: 750), up(1, at: 800),
      ], "long-press began 500", "long-press changed 700", "long-press ended 800"),
    ScriptCase(
      "a stall does not move the beginning", LongPressGestureRecognizer(), press(700, to: 53, at: 620),
      "long-press began 500", "long-press changed 620", "long-press ended 700"),
    ScriptCase(
      "contacts that the panel replaces within a report are one finger", LongPressGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), up(1, at: 200), down(2, 52, 50, at: 200), up(2, at: 600), down(3, 50, 50, at: 600),
        up(3, at: 700),
      ], "long-press began 500", "long-press ended 700"),
    ScriptCase(
      "also one of two", LongPressGestureRecognizer(touches: 2),
      [
        down(1, 50, 50, at: 0), down(2, 70, 50, at: 10), up(1, at: 200), down(3, 51, 50, at: 200), up(2, at: 600),
        down(1, 70, 51, at: 600), up(1, at: 700), up(3, at: 800),
      ], "long-press began 510", "long-press ended 700"),
    ScriptCase("a stall does not make a tap a long press", tapAndPress, press(120), "tap recognized 120"),
    ScriptCase(
      "a hold and then a drag are a long press only", pressAndPan, press(700, to: 60, at: 600),
      "long-press began 500", "long-press changed 600", "long-press ended 700"),
    ScriptCase(
      "an early drag is a pan only", pressAndPan, press(700, to: 52, at: 100), "pan began 100", "pan ended 700"),
    ScriptCase(
      "a tap before the press is asked for", tapBefore, tapAndHold(200, 800), "long-press began 700",
      "long-press ended 800"),
    ScriptCase(
      "a contact that bounces after the tap is not the press", tapBefore,
      press(60) + [down(1, 51, 50, at: 80), up(1, at: 95)] + tapAndHold(200, 800).suffix(2), "long-press began 700",
      "long-press ended 800"),
    ScriptCase(
      "but one that replaces that of the press is", tapBefore,
      tapAndHold(200, 450) + [down(2, 51, 50, at: 450), up(2, at: 900)], "long-press began 700", "long-press ended 900"),
    ScriptCase("without it there is none", tapBefore, press(800)),
    ScriptCase(
      "the press comes within 300 ms of the tap", tapBefore, tapAndHold(379, 1000), "long-press began 879",
      "long-press ended 1000"),
    ScriptCase("and not later", tapBefore, tapAndHold(381, 1000)),
    ScriptCase(
      "the tap before a press of two fingers is one of two fingers", pairTapBefore,
      [down(1, 50, 50, at: 0), down(2, 70, 50, at: 10), up(1, at: 80), up(2, at: 100)] + pairHold,
      "long-press began 710", "long-press ended 800"),
    ScriptCase("and not of one", pairTapBefore, press(80) + pairHold),
    ScriptCase(
      "a tap 6 mm away is one for the press", tapBefore, tap(44) + press(50, at: 200), "long-press began 700",
      "long-press ended 900"),
    ScriptCase("and one 8 mm away is not", tapBefore, tap(42) + press(50, at: 200)),
    ScriptCase(
      "but the next tap is, where the press is", tapBefore, tap(42) + tap(50, at: 200) + press(50, at: 400),
      "long-press began 900", "long-press ended 1100"),
    ScriptCase(
      "nor is one of two fingers elsewhere", pairTapBefore,
      [down(1, 50, 80, at: 0), down(2, 70, 80, at: 10), up(1, at: 80), up(2, at: 100)] + pairHold),
    ScriptCase(
      "a long press begins in the second press of a would-be double tap", doubleTapAndPress, tapAndHold(200, 900),
      "long-press began 700", "long-press ended 900"),
    ScriptCase(
      "one that requires the double tap to fail waits for that", waiting(for: .milliseconds(600)),
      tapAndHold(200, 900), "long-press began 800", "long-press ended 900"),
    ScriptCase(
      "or gives way to it", waiting(for: .milliseconds(750)), tapAndHold(200, 900), "double-tap recognized 900"),
  ]

  @Test(
    .recognition("C4", "D2", "D3", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "N42", "N46"), arguments: cases)
  func `long presses`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("D1", "A21")) func `a long press begins at exactly 500 ms where the finger is, without a report`()
  {
    let played = play(Pipeline { LongPressGestureRecognizer() }) { Self.press(600, to: 51, at: 100) }
    #expect(played.lines == ["long-press began 500", "long-press ended 600"])
    #expect(played.events[0].gesture.location == Point(x: 51, y: 50))
  }

  @Test(.recognition("D4")) func `the largest drift counts`() {
    var player = Player(Pipeline { LongPressGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 52.1, 50, at: 300)]))
    #expect(player.pipeline.state(of: .longPress) == .failed, "at the excursion")
    player.play(Script(steps: [move(1, to: 50, 50, at: 400), up(1, at: 600)]))
    #expect(player.lines.isEmpty)
  }

  @Test(.recognition("N28"), arguments: [60.0, 90, 125, 240])
  func `people press long on a panel with half a millimetre of noise`(rate: Double) {
    var draw = HandDraw(seed: 28)
    let presses = 500
    let begun = (0..<presses).count { _ in
      let played = play(StandardPipeline(), waiting: 0) {
        down(1, 50 + draw.normal(0.5), 50 + draw.normal(0.5), at: 0)
        stride(from: 1000 / rate, through: 600, by: 1000 / rate).map {
          move(1, to: 50 + draw.normal(0.5), 50 + draw.normal(0.5), at: $0)
        }
      }
      return played.events.contains { $0.name == .longPress && $0.state == .began && $0.milliseconds == "500" }
    }
    #expect(begun >= presses * 95 / 100, "\(begun)")
  }

  @Test(.recognition("D4"), arguments: [(1.9, true), (2.1, false), (2.5, false), (5.9, false)])
  func `a finger that jumps as it lands and then lies still has moved by all of it`(jump: Double, presses: Bool) {
    let script = [down(1, 50, 50, at: 0), move(1, to: 50 + jump, 50, at: 10), up(1, at: 900)]
    #expect(play(StandardPipeline()) { script }.events.contains { $0.name == .longPress } == presses)
    #expect(play(Pipeline { LongPressGestureRecognizer() }) { script }.lines.isEmpty == !presses)
  }

  @Test(.recognition("D5")) func `a long press that has begun follows any distance`() {
    let played = play(Pipeline { LongPressGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (130, 50), over: 520...680)
      up(1, at: 700)
    }
    #expect(played.transitions.filter { $0 == "long-press changed" }.count == 20)
    #expect(played.transitions.last == "long-press ended")
    #expect(played.events.last?.gesture.translation == Vector(dx: 80, dy: 0))
  }

  @Test func `Both of two taps before the press are asked for`() {
    let pipeline = Pipeline { LongPressGestureRecognizer(taps: 2) }
    #expect(play(pipeline) { Self.tapAndHold(200, 800) }.lines.isEmpty)
    let twice = play(pipeline) { Self.tapAndHold(200, 280) + [down(1, 50, 50, at: 400), up(1, at: 1000)] }
    #expect(twice.lines == ["long-press began 900", "long-press ended 1000"])
    #expect(twice.events.first?.gesture.taps == 2)
  }
}
