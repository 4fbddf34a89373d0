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

  @Test(.recognition("C1")) func `a tap is recognized at its lift`() {
    let played = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
    }
    #expect(played.lines == ["tap recognized 80"])
    #expect(played.events[0].gesture.location == Point(x: 50, y: 50))
  }

  @Test(.recognition("C2")) func `a drift of 2,5 mm is a tap`() {
    let played = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 52.5, 50, at: 60)
      up(1, at: 120)
    }
    #expect(played.lines == ["tap recognized 120"])
  }

  @Test(
    .recognition("C3"), arguments: [(3.5, TapGestureRecognizer()), (2.7, TapGestureRecognizer(allowableMovement: 2.6))])
  func `the largest drift counts, not the last`(drift: Double, recognizer: TapGestureRecognizer) {
    let played = play(Pipeline { recognizer }) {
      down(1, 50, 50, at: 0)
      move(1, to: 50 + drift, 50, at: 40)
      move(1, to: 50.1, 50, at: 80)
      up(1, at: 120)
    }
    #expect(played.lines.isEmpty)
  }

  @Test(.recognition("C5")) func `double tap fires once and the single tap never`() {
    let played = play(Self.singleAndDouble) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(2, 53, 50, at: 250)
      up(2, at: 310)
    }
    #expect(played.lines == ["double-tap recognized 310"])
  }

  @Test(.recognition("C6")) func `a second landing after 301 ms is a new tap`() {
    let played = play(Self.singleAndDouble) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 361)
      up(1, at: 400)
    }
    #expect(played.lines == ["tap recognized 360", "tap recognized 700"])
  }

  @Test(.recognition("C7")) func `a second landing after exactly 300 ms is a double tap`() {
    let played = play(Self.singleAndDouble) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 360)
      up(1, at: 420)
    }
    #expect(played.lines == ["double-tap recognized 420"])
  }

  @Test(.recognition("C8")) func `a contact that bounces is neither a double tap nor a second one`() {
    let played = play(Self.singleAndDouble) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 51, 50, at: 80)
      up(1, at: 95)
    }
    #expect(played.lines == ["tap recognized 360"])
    let alone = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 51, 50, at: 80)
      up(1, at: 95)
    }
    #expect(alone.lines == ["tap recognized 60"])
  }

  @Test(.recognition("C9")) func `taps 20 mm apart are two singles`() {
    let played = play(Self.singleAndDouble) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 70, 50, at: 200)
      up(1, at: 260)
    }
    #expect(played.lines == ["tap recognized 200", "tap recognized 560"])
  }

  @Test(.recognition("C10")) func `a double tap that becomes a drag gives the single tap back`() {
    let pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap).simultaneous(with: .pan)
      TapGestureRecognizer(taps: 2, allowableMovement: 2.6).named(.doubleTap).simultaneous(with: .pan)
      PanGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 200)
      move(1, to: 51.7, 50, at: 208)
      move(1, to: 53, 50, at: 216)
      move(1, to: 60, 50, at: 224)
      up(1, at: 240)
    }
    #expect(
      played.lines == [
        "pan began 208", "pan changed 216", "tap recognized 216", "pan changed 224", "pan ended 240",
      ])
  }

  @Test(.recognition("C11")) func `three taps are a triple tap only`() {
    let played = play(Self.oneTwoThree) {
      for start in [0.0, 200, 400] {
        down(1, 50, 50, at: start)
        up(1, at: start + 60)
      }
    }
    #expect(played.lines == ["triple-tap recognized 460"])
  }

  @Test(.recognition("C12")) func `two taps are a double tap 300 ms after the second lift`() {
    let played = play(Self.oneTwoThree) {
      for start in [0.0, 200] {
        down(1, 50, 50, at: start)
        up(1, at: start + 60)
      }
    }
    #expect(played.lines == ["double-tap recognized 560"])
  }

  @Test(.recognition("C13")) func `two fingers that land 190 ms apart tap together`() {
    let played = play(Pipeline { TapGestureRecognizer(touches: 2...2) }) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 190)
      up(1, at: 260)
      up(2, at: 300)
    }
    #expect(played.lines == ["tap recognized 300"])
    #expect(played.events[0].gesture.fingers == 2)
    #expect(played.events[0].gesture.location == Point(x: 60, y: 50))
  }

  @Test(.recognition("C14")) func `two fingers that land 210 ms apart do not tap together`() {
    let played = play(Pipeline { TapGestureRecognizer(touches: 2...2) }) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 210)
      up(1, at: 260)
      up(2, at: 300)
    }
    #expect(played.lines.isEmpty)
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

  @Test(.recognition("C16")) func `two fingers do not tap as one`() {
    let played = play(Pipeline { TapGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 10)
      up(1, at: 80)
      up(2, at: 90)
    }
    #expect(played.lines.isEmpty)
  }

  @Test(.recognition("C17")) func `a finger elsewhere does not keep another target from being tapped`() throws {
    let pipeline = try Pipeline(targets: [
      Target(id: 1, region: Rect(x: 0, y: 0, width: 100, height: 100)) { PanGestureRecognizer() },
      Target(id: 2, region: Rect(x: 100, y: 0, width: 100, height: 100)) { TapGestureRecognizer() },
    ])
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

  @Test(.recognition("C18")) func `a tap that is not exclusive happens beside a pan on one target`() {
    let pipeline = Pipeline {
      TapGestureRecognizer().with { $0.isExclusive = false }
      PanGestureRecognizer(touches: 1...1)
    }
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
    let pipeline = Pipeline {
      TapGestureRecognizer().with { $0.isExclusive = false }
      PanGestureRecognizer(touches: 1...1)
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 100)
      up(1, at: 200)
      down(1, 80, 50, at: 1000)
      up(1, at: 1080)
    }
    #expect(played.transitions.last == "tap recognized")
  }

  @Test(.recognition("C19")) func `the first tap is announced and superseded by the double tap`() {
    let pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    let double = play(pipeline) {
      for start in [0.0, 200] {
        down(1, 50, 50, at: start)
        up(1, at: start + 60)
      }
    }
    #expect(double.lines == ["tap unconfirmed 60", "tap superseded 260", "double-tap recognized 260"])
    let single = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
    }
    #expect(single.lines == ["tap unconfirmed 60", "tap recognized 360"])
  }

  /// A view whose content is still flying: the tap that stops it is no tap.
  final class Flying: GestureDelegate {
    func answer(_ question: GestureQuestion) -> Bool? {
      if case .receives(let recognizer, _) = question { recognizer.name != .tap } else { nil }
    }
  }

  @Test(.recognition("C20")) func `a client vetoes the tap that stops a fling`() {
    var pipeline = Pipeline { TapGestureRecognizer() }
    let script = [down(1, 50, 50, at: 0), up(1, at: 60)]
    pipeline.delegate = Flying()
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

  @Test(.recognition("N45")) func `without a relation the single tap leaves nothing for the double tap`() {
    let apart = Pipeline {
      TapGestureRecognizer()
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    #expect(play(apart) { Self.taps(2) }.transitions == ["tap recognized", "tap recognized"])
    let both = Pipeline {
      TapGestureRecognizer().simultaneous(with: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    #expect(play(both) { Self.taps(2) }.transitions == ["tap recognized", "tap recognized", "double-tap recognized"])
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
