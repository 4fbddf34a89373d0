import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct LongPressTests {
  static let tapAndPress = Pipeline {
    TapGestureRecognizer()
    LongPressGestureRecognizer()
  }

  @Test(.recognition("C4")) func `a press of 760 ms is a long press and no tap`() {
    let played = play(Self.tapAndPress) {
      down(1, 50, 50, at: 0)
      up(1, at: 760)
    }
    #expect(played.lines == ["long-press began 500", "long-press ended 760"])
    let alone = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      up(1, at: 760)
    }
    #expect(alone.lines.isEmpty)
  }

  @Test(.recognition("D1", "A21")) func `a long press begins at exactly 500 ms where the finger is, without a report`()
  {
    let played = play(Pipeline { LongPressGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 51, 50, at: 100)
      up(1, at: 600)
    }
    #expect(played.lines == ["long-press began 500", "long-press ended 600"])
    #expect(played.events[0].gesture.location == Point(x: 51, y: 50))
  }

  @Test(.recognition("D2"), arguments: [499.9, 500.0]) func `a lift up to the deadline is a tap`(lift: Double) {
    let played = play(Self.tapAndPress) {
      down(1, 50, 50, at: 0)
      up(1, at: lift)
    }
    #expect(played.transitions == ["tap recognized"])
  }

  @Test(.recognition("D2")) func `a lift after the deadline ends a long press`() {
    let played = play(Self.tapAndPress) {
      down(1, 50, 50, at: 0)
      up(1, at: 500.1)
    }
    #expect(played.lines == ["long-press began 500", "long-press ended 500.1"])
  }

  @Test(.recognition("D3")) func `a drift of 1,9 mm is allowed`() {
    let played = play(Pipeline { LongPressGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 51.9, 50, at: 400)
      up(1, at: 600)
    }
    #expect(played.transitions == ["long-press began", "long-press ended"])
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

  @Test(.recognition("N42")) func `a press of no duration begins at the landing`() {
    let played = play(Pipeline { LongPressGestureRecognizer(minimumPressDuration: .zero) }) {
      down(1, 50, 50, at: 0)
      move(1, to: 58, 50, at: 8)
      up(1, at: 16)
    }
    #expect(played.lines == ["long-press began 0", "long-press changed 8", "long-press ended 16"])
  }

  @Test(.recognition("D6", "D7")) func `two fingers press from the second landing, and end with either lift`() {
    let played = play(Pipeline { LongPressGestureRecognizer(touches: 2) }) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 300)
      up(2, at: 900)
      up(1, at: 1000)
    }
    #expect(played.lines == ["long-press began 800", "long-press ended 900"])
  }

  @Test(.recognition("D8")) func `a finger that lands later is ignored`() {
    let played = play(Pipeline { LongPressGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 600)
      move(2, to: 120, 50, at: 650)
      move(1, to: 51, 50, at: 700)
      up(2, at: 750)
      up(1, at: 800)
    }
    #expect(played.lines == ["long-press began 500", "long-press changed 700", "long-press ended 800"])
  }

  @Test(.recognition("D9")) func `a stall does not move the beginning`() {
    let played = play(Pipeline { LongPressGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 53, 50, at: 620)
      up(1, at: 700)
    }
    #expect(played.lines == ["long-press began 500", "long-press changed 620", "long-press ended 700"])
  }

  @Test(.recognition("D10")) func `a stall does not make a tap a long press`() {
    let played = play(Self.tapAndPress) {
      down(1, 50, 50, at: 0)
      up(1, at: 120)
    }
    #expect(played.lines == ["tap recognized 120"])
  }

  @Test(.recognition("D11")) func `a hold and then a drag are a long press only`() {
    let pipeline = Pipeline {
      LongPressGestureRecognizer()
      PanGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 600)
      up(1, at: 700)
    }
    #expect(played.lines == ["long-press began 500", "long-press changed 600", "long-press ended 700"])
  }

  @Test(.recognition("D12")) func `an early drag is a pan only`() {
    let pipeline = Pipeline {
      LongPressGestureRecognizer()
      PanGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 52, 50, at: 100)
      up(1, at: 700)
    }
    #expect(played.lines == ["pan began 100", "pan ended 700"])
  }

  @Test func `A tap before the press is asked for where the settings say so`() {
    let pipeline = Pipeline { LongPressGestureRecognizer(taps: 1) }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(1, 50, 50, at: 200)
      up(1, at: 800)
    }
    #expect(played.lines == ["long-press began 700", "long-press ended 800"])
    let untapped = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 800)
    }
    #expect(untapped.lines.isEmpty)
  }

  @Test func `Both of two taps before the press are asked for`() {
    let pipeline = Pipeline { LongPressGestureRecognizer(taps: 2) }
    let once = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(1, 50, 50, at: 200)
      up(1, at: 800)
    }
    #expect(once.lines.isEmpty)
    let twice = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(1, 50, 50, at: 200)
      up(1, at: 280)
      down(1, 50, 50, at: 400)
      up(1, at: 1000)
    }
    #expect(twice.lines == ["long-press began 900", "long-press ended 1000"])
    #expect(twice.events.first?.gesture.taps == 2)
  }

  @Test func `The tap before a press of two fingers is one of two fingers`() {
    let pipeline = Pipeline { LongPressGestureRecognizer(touches: 2, taps: 1) }
    let tapped = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 10)
      up(1, at: 80)
      up(2, at: 100)
      down(1, 50, 50, at: 200)
      down(2, 70, 50, at: 210)
      up(1, at: 800)
      up(2, at: 800)
    }
    #expect(tapped.lines == ["long-press began 710", "long-press ended 800"])
    let tappedByOne = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(1, 50, 50, at: 200)
      down(2, 70, 50, at: 210)
      up(1, at: 800)
      up(2, at: 800)
    }
    #expect(tappedByOne.lines.isEmpty)
  }

  @Test(arguments: [(379.0, 1), (381.0, 0)])
  func `The press comes within 300 ms of the tap`(landing: Double, begun: Int) {
    let played = play(Pipeline { LongPressGestureRecognizer(taps: 1) }) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
      down(1, 50, 50, at: landing)
      up(1, at: 1000)
    }
    #expect(played.transitions.count { $0 == "long-press began" } == begun)
  }

  @Test(.recognition("N42")) func `a press may be as short as 20 ms`() {
    let played = play(Pipeline { LongPressGestureRecognizer(minimumPressDuration: .milliseconds(20)) }) {
      down(1, 50, 50, at: 0)
      up(1, at: 200)
    }
    #expect(played.lines == ["long-press began 20", "long-press ended 200"])
  }

  /// A tap, and a second press of 700 ms.
  private static let tapAndHold: [Step] = [
    down(1, 50, 50, at: 0), up(1, at: 60), down(1, 50, 50, at: 200), up(1, at: 900),
  ]

  @Test(.recognition("N46")) func `a long press begins in the second press of a would-be double tap`() {
    let pipeline = Pipeline {
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      LongPressGestureRecognizer()
    }
    #expect(play(pipeline) { Self.tapAndHold }.lines == ["long-press began 700", "long-press ended 900"])
  }

  @Test(.recognition("N46")) func `a long press that requires the double tap to fail waits for that`() {
    func pipeline(_ duration: Duration) -> some GesturePipeline {
      Pipeline {
        TapGestureRecognizer(taps: 2, maximumPressDuration: duration).named(.doubleTap)
        LongPressGestureRecognizer().requires(toFail: .doubleTap)
      }
    }
    let late = play(pipeline(.milliseconds(600))) { Self.tapAndHold }
    #expect(late.lines == ["long-press began 800", "long-press ended 900"])
    #expect(play(pipeline(.milliseconds(750))) { Self.tapAndHold }.lines == ["double-tap recognized 900"])
  }
}
