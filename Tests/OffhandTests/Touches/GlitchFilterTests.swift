import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct GlitchFilterTests {
  /// A finger that moves from `start` to `end` and is lost for a report at each of `losses`, each time under a new number.
  private static func press(
    from start: (Double, Double), to end: (Double, Double)? = nil, over time: ClosedRange<Double>,
    losing losses: [Double],
    finger: Int32 = 1
  ) -> [Step] {
    let end = end ?? start
    var finger = finger
    var steps: [Step] = []
    var isDown = false
    for now in stride(from: time.lowerBound, to: time.upperBound, by: 8) {
      let share = (now - time.lowerBound) / (time.upperBound - time.lowerBound)
      let (x, y) = (start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share)
      if losses.contains(where: { abs($0 - now) < 4 }) {
        steps.append(up(finger, at: now))
        finger += 1
        isDown = false
      } else {
        steps.append(isDown ? move(finger, to: x, y, at: now) : down(finger, x, y, at: now))
        isDown = true
      }
    }
    return steps + [up(finger, at: time.upperBound)]
  }

  private static func taps(_ count: Int, losing: Bool) -> [Step] {
    (0..<count).flatMap { index -> [Step] in
      let start = Double(index) * 600
      return press(from: (50, 50), over: start...start + 104, losing: losing ? [start + 48] : [])
    }
  }

  @Test(.recognition("N27")) func `taps on a panel that loses contacts are taps once it is known`() {
    let known = StandardPipeline().filtered { GlitchFilter() }
    let played = play(known) { Self.taps(22, losing: true) }
    let taps = played.events.filter { $0.timestamp.seconds > 1.1 }
    #expect(taps.map(\.name) == [GestureName](repeating: .tap, count: 20))
    // Each at its lift, not when that became certain.
    #expect(taps.first?.milliseconds == "1304")
    #expect(play(StandardPipeline()) { Self.taps(22, losing: true) }.events.count { $0.milliseconds == "1304" } == 0)
  }

  @Test(.recognition("N27"), arguments: [(495.0, 505.0), (80, 700)])
  func `a lift that is withheld is certain when all is cancelled`(lift: Double, cancel: Double) {
    var player = Player(StandardPipeline().filtered { GlitchFilter(devices: [DeviceID(rawValue: 0)]) })
    player.play(Script { down(1, 50, 50, at: 0) })
    player.play(Script(steps: [up(1, at: lift)]))
    player.change { $0.cancel(at: Timestamp(seconds: cancel / 1000)) }
    #expect(player.lines == ["tap recognized \(Int(lift))"])
  }

  @Test(.recognition("N27")) func `a press and a pan go on as one on such a panel`() throws {
    var filter = GlitchFilter(devices: [DeviceID(rawValue: 0)])
    #expect(filter.withholdsLifts(of: DeviceID(rawValue: 0)))
    filter.reset()
    let press = play(StandardPipeline().filtered { filter }) {
      Self.press(from: (50, 50), over: 0...800, losing: [96, 304, 600])
    }
    #expect(press.lines.filter { !$0.contains("changed") } == ["long-press began 500", "long-press ended 800"])
    let whole = play(Pipeline { PanGestureRecognizer() }) {
      Self.press(from: (50, 50), to: (90, 50), over: 0...320, losing: [])
    }
    let pan = play(Pipeline { PanGestureRecognizer() }.filtered { filter }) {
      Self.press(from: (50, 50), to: (90, 50), over: 0...320, losing: [120, 200])
    }
    #expect(pan.events.count { $0.state == .began } == 1)
    let (end, due) = (try #require(pan.last(.pan, .ended)), try #require(whole.last(.pan, .ended)))
    #expect(end.timestamp == due.timestamp)
    #expect((end.gesture.translation - due.gesture.translation).length < 1e-9)
    #expect((end.gesture.velocity - due.gesture.velocity).length < 1)
  }

  @Test(.recognition("N27")) func `lifts of a good panel are withheld for no moment, and double taps stay two`() {
    let filtered = StandardPipeline().filtered { GlitchFilter() }
    var player = Player(filtered)
    player.play(Script(steps: Self.taps(3, losing: false)))
    #expect(player.lines == play(StandardPipeline(), waiting: 0) { Self.taps(3, losing: false) }.lines)
    let double = Pipeline { TapGestureRecognizer(taps: 2) }.filtered { GlitchFilter(devices: [DeviceID(rawValue: 0)]) }
    let played = play(double) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(1, 50, 50, at: 150)
      up(1, at: 210)
    }
    #expect(played.lines == ["tap recognized 210"])
  }

  @Test(.recognition("N27")) func `one of two fingers may be lost, and one may lift while the other moves`() {
    let filter = GlitchFilter(devices: [DeviceID(rawValue: 0)])
    let pinch = play(Pipeline { PinchGestureRecognizer(suspensionPolicy: .ends) }.filtered { filter }) {
      together(
        Self.press(from: (50, 50), to: (20, 50), over: 0...320, losing: [160]),
        Self.press(from: (90, 50), to: (120, 50), over: 0...320, losing: [200], finger: 5))
    }
    #expect(pinch.transitions.filter { !$0.hasSuffix("changed") } == ["pinch began", "pinch ended"])
    let lifting = play(Pipeline { PanGestureRecognizer() }.filtered { filter }) {
      together(
        Self.press(from: (50, 50), to: (80, 50), over: 0...160, losing: []),
        Self.press(from: (50, 90), to: (130, 90), over: 0...400, losing: [], finger: 5))
    }
    #expect(lifting.transitions.filter { !$0.hasSuffix("changed") } == ["pan began", "pan ended"])
    #expect(lifting.events.filter { $0.state == .changed }.suffix(20).allSatisfy { $0.gesture.fingers == 1 })
  }

  @Test func `while a lift is withheld no event comes twice`() {
    let filter = GlitchFilter(devices: [DeviceID(rawValue: 0)])
    var player = Player(Pipeline { PanGestureRecognizer() }.filtered { filter })
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        down(2, 80, 50, at: 0)
        move(1, to: 60, 50, at: 8)
        move(2, to: 90, 50, at: 8)
        up(1, at: 16)
        move(2, to: 92, 50, at: 16)
      })
    player.wait(until: 20)
    player.wait(until: 24)
    #expect(player.lines == ["pan began 8", "pan changed 16"])
  }

  @Test(.recognition("N29")) func `without a choice nothing is filtered`() {
    #expect(ChosenFilters().isEmpty)
    for kind in ChosenFilters.Kind.allCases { #expect(!ChosenFilters([kind]).isEmpty) }
    for seed in UInt64(0)..<40 {
      var touches = RandomTouches(seed: seed, discipline: .valid)
      let steps = touches.sequence(reports: 60)
      let plain = play(StandardPipeline()) { steps }.lines
      #expect(play(StandardPipeline().filtered { ChosenFilters() }) { steps }.lines == plain)
    }
  }
}
