import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct PanTests {
  static func distance(_ a: Vector, _ dx: Double, _ dy: Double) -> Double { (a - Vector(dx: dx, dy: dy)).length }

  @Test(.recognition("E2")) func `the translation begins with what exceeds the slop`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 52, 50, at: 8)
      move(1, to: 53, 51, at: 16)
      up(1, at: 24)
    }
    #expect(played.lines == ["pan began 8", "pan changed 16", "pan ended 24"])
    #expect(Self.distance(played.events[0].gesture.translation, 0.4, 0) < 1e-9)
    #expect(Self.distance(played.events[1].gesture.translation, 1.4, 1) < 1e-9)
    #expect(Self.distance(played.events[1].gesture.anchorLocation - Point(x: 50, y: 50), 1.4, 1) < 1e-9)
  }

  @Test(.recognition("E5")) func `a finger that lands moves the location and nothing else`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 30, 0, at: 0)
      move(1, to: 40, 0, at: 8)
      down(2, 100, 0, at: 16)
      move(1, to: 42, 0, at: 24)
    }
    let first = played.events[0].gesture
    let last = try #require(played.last(.pan, .changed)).gesture
    #expect(Self.distance(first.translation, 8.4, 0) < 1e-9)
    #expect(Self.distance(last.translation, 9.4, 0) < 1e-9)
    #expect(last.location == Point(x: 71, y: 0))
    #expect(Self.distance(last.anchorLocation - first.anchorLocation, 1, 0) < 1e-9)
  }

  @Test func `the location is that of the finger that stays as soon as the other has lifted`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 30, 0, at: 0)
      down(2, 60, 0, at: 0)
      move(1, to: 40, 0, at: 8)
      move(2, to: 70, 0, at: 8)
      up(2, at: 16)
      move(1, to: 42, 0, at: 16)
    }
    #expect(played.lines == ["pan began 8", "pan changed 16"])
    #expect(try #require(played.last(.pan)).gesture.location == Point(x: 42, y: 0))
  }

  @Test(.recognition("E6")) func `the finger that stays moves on from where the translation was`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 30, 0, at: 0)
      down(2, 60, 0, at: 0)
      together(drag(1, from: (30, 0), to: (40, 0), over: 0...80), drag(2, from: (60, 0), to: (70, 0), over: 0...80))
      up(1, at: 90)
      drag(2, from: (70, 0), to: (75, 0), over: 90...130)
      up(2, at: 140)
    }
    #expect(Self.distance(try #require(played.last(.pan, .ended)).gesture.translation, 13.4, 0) < 1e-9)
  }

  @Test(.recognition("E8")) func `a swap of fingers adds only what the common finger moved`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 30, 0, at: 0)
      down(2, 60, 0, at: 0)
      together(drag(1, from: (30, 0), to: (40, 0), over: 0...80), drag(2, from: (60, 0), to: (70, 0), over: 0...80))
      up(1, at: 90)
      move(2, to: 71, 0, at: 90)
      down(3, 120, 30, at: 90)
      move(3, to: 120, 30, at: 98)
    }
    #expect(Self.distance(try #require(played.last(.pan)).gesture.translation, 9.4, 0) < 1e-9)
  }

  @Test(.recognition("B7")) func `a flick within one report begins and ends`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 55, 50, at: 8)
      up(1, at: 8)
    }
    #expect(played.lines == ["pan began 8", "pan ended 8"])
    #expect(played.events[0].gesture.translation == played.events[1].gesture.translation)
    #expect(Self.distance(played.events[0].gesture.translation, 3.4, 0) < 1e-9)
  }

  @Test(.recognition("E3")) func `a slow creep begins when it has gone far enough`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (53, 50), over: 0...2400)
    }
    #expect(played.lines.first == "pan began 1288")
  }

  @Test(.recognition("E4")) func `jitter never begins it`() {
    var random = SeededGenerator(seed: 4)
    let jitter = (1...625).map { step in
      move(1, to: 50 + random.number(-0.8...0.8), 50 + random.number(-0.8...0.8), at: Double(step) * 8)
    }
    #expect(play(Pipeline { PanGestureRecognizer() }) { [down(1, 50, 50, at: 0)] + jitter }.lines.isEmpty)
  }

  @Test(.recognition("E9")) func `a translation that is set goes on from there`() throws {
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        move(1, to: 60, 50, at: 8)
        move(1, to: 65, 50, at: 16)
      })
    let before = try #require(player.last(.pan)).gesture.velocity
    player.pipeline.set(.translation(.zero), of: .pan)
    player.play(Script(steps: [move(1, to: 70, 50, at: 24)]))
    #expect(Self.distance(try #require(player.last(.pan)).gesture.translation, 5, 0) < 1e-9)
    #expect(before.dx > 100)
    #expect(try #require(player.last(.pan)).gesture.velocity.dx > 100)
  }

  /// A stroke of one finger to the right, and the least and the greatest speed with which it ends.
  private static let ends: [(steps: [Step], speeds: ClosedRange<Double>)] = [
    (drag(1, from: (50, 50), to: (60, 50), over: 0...1000) + [up(1, at: 1008)], 8...12),
    // A rest before the lift has no velocity, nor has a stop that the reports show.
    (drag(1, from: (50, 50), to: (80, 50), over: 0...200) + [up(1, at: 300)], 0...0),
    (
      drag(1, from: (50, 50), to: (100, 50), over: 0...100, every: 1)
        + (101...110).map { move(1, to: 100, 50, at: Double($0)) } + [up(1, at: 111)], 0...0
    ),
    // Two reports are enough.
    ([move(1, to: 53.3, 50, at: 8.3), up(1, at: 16)], 396.6...398.6),
    // A finger that rolls back as it lifts keeps its velocity.
    (
      drag(1, from: (50, 50), to: (80, 50), over: 0...100) + [move(1, to: 78.8, 50, at: 104), up(1, at: 108)],
      220...300
    ),
    // What the last of two fingers drags back does not turn the flick around.
    (
      [down(2, 80, 50, at: 0)]
        + together(
          drag(1, from: (50, 50), to: (90, 50), over: 0...80), drag(2, from: (80, 50), to: (120, 50), over: 0...80))
        + [up(1, at: 88), move(2, to: 116, 50, at: 90), move(2, to: 110, 50, at: 92), up(2, at: 94)], 0...0
    ),
  ]

  @Test(.recognition("E10", "E11", "E12", "E13", "E14", "E15"), arguments: ends.indices)
  func `the velocity at the end`(row: Int) throws {
    let played = play(Pipeline { PanGestureRecognizer() }) { [down(1, 50, 50, at: 0)] + Self.ends[row].steps }
    let velocity = try #require(played.last(.pan, .ended)).gesture.velocity
    #expect(Self.ends[row].speeds.contains(velocity.dx) && velocity.dy == 0)
  }

  @Test(.recognition("E18")) func `a pan that waited begins at zero and keeps its velocity`() throws {
    let pipeline = Pipeline {
      SwipeGestureRecognizer(directions: .up)
      PanGestureRecognizer().requires(toFail: .swipe)
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (55, 50), over: 0...480)
      move(1, to: 56, 50, at: 520)
      move(1, to: 57, 50, at: 600)
    }
    let began = try #require(played.first(.pan, .began))
    #expect(began.milliseconds == "500")
    #expect(began.gesture.translation == .zero)
    #expect(began.gesture.velocity.dx > 8)
    #expect(Self.distance(try #require(played.last(.pan)).gesture.translation, 2, 0) < 1e-9)
  }

  @Test(.recognition("E19")) func `a pan that still waits when the fingers lift says nothing`() {
    let pipeline = Pipeline {
      LongPressGestureRecognizer(allowableMovement: 100)
      PanGestureRecognizer().requires(toFail: .longPress)
    }
    var player = Player(pipeline)
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        move(1, to: 60, 50, at: 100)
      })
    #expect(player.pipeline.state(of: .pan) == .awaiting)
    player.play(Script(steps: [up(1, at: 200)]))
    player.wait(until: 2000)
    #expect(player.lines.isEmpty)
    #expect(player.pipeline.state(of: .pan) == .possible)
  }

  @Test(.recognition("E20")) func `a finger too many does not move the pan`() throws {
    let played = play(Pipeline { PanGestureRecognizer(touches: 1...1) }) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      down(2, 90, 50, at: 16)
      move(2, to: 120, 80, at: 24)
      move(1, to: 61, 50, at: 32)
    }
    #expect(played.lines == ["pan began 8", "pan changed 32"])
    #expect(Self.distance(try #require(played.last(.pan)).gesture.translation, 9.4, 0) < 1e-9)
  }

  @Test(.recognition("M7")) func `the slop is round`() {
    for degrees in stride(from: 0.0, through: 350, by: 10) {
      let way = Vector(angle: Angle(degrees: degrees))
      for (length, begins) in [(1.61, true), (1.59, false)] {
        let played = play(Pipeline { PanGestureRecognizer() }) {
          down(1, 50, 50, at: 0)
          move(1, to: 50 + way.dx * length, 50 + way.dy * length, at: 8)
        }
        #expect(played.transitions.contains("pan began") == begins, "\(degrees) degrees, \(length) mm")
      }
    }
  }
}

/// Pans that may go one way only.
@Suite struct PanAxisTests {
  private static let cases = [
    ScriptCase(
      "exactly the slop does not begin", PanGestureRecognizer(),
      [down(1, 50, 50, at: 0), move(1, to: 51.6, 50, at: 8), up(1, at: 16)]),
    ScriptCase(
      "a finger that was ignored is not adopted", PanGestureRecognizer(touches: 1...1),
      [
        down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8), down(2, 90, 50, at: 16), up(1, at: 24),
        move(2, to: 120, 80, at: 32), up(2, at: 40),
      ], "pan began 8", "pan ended 24"),
    ScriptCase(
      "a horizontal pan fails where the finger goes down first", PanGestureRecognizer(axis: .horizontal),
      [down(1, 50, 50, at: 0), move(1, to: 51, 53, at: 8), move(1, to: 90, 53, at: 16)]),
    ScriptCase(
      "within the slop a horizontal pan does not begin, however straight", PanGestureRecognizer(axis: .horizontal),
      [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (51.5, 50), over: 0...80) + [up(1, at: 90)]),
  ]

  @Test(.recognition("E1", "E16", "E17", "E21"), arguments: cases)
  func `pans that do not begin`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("E17")) func `at 45 degrees a horizontal pan begins`() throws {
    let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal) }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (60, 60), over: 0...80)
    }
    #expect(played.transitions.first == "pan began")
    let last = try #require(played.last(.pan)).gesture
    #expect(last.translation.dy == 0 && last.velocity.dy == 0 && last.velocity.dx > 100)
  }

  @Test(.recognition("E17"), arguments: [(2.2, 0), (2.6, 1)])
  func `what goes across by more than a fifth again of the way along fails`(along: Double, begun: Int) {
    for axis in [PanGestureRecognizer.Axis.horizontal, .vertical] {
      let end = axis == .horizontal ? (50 + along, 53.0) : (53.0, 50 + along)
      let played = play(Pipeline { PanGestureRecognizer(axis: axis) }) {
        down(1, 50, 50, at: 0)
        move(1, to: end.0, end.1, at: 8)
        up(1, at: 90)
      }
      #expect(played.transitions.count { $0 == "pan began" } == begun)
    }
  }
}

/// Pans that choose their axis as they begin.
@Suite struct PanAxisLockTests {
  /// The last event of a pan that starts towards (x, y) and then goes 20 mm right and 20 mm down.
  private func last(startingTowards x: Double, _ y: Double) throws -> Gesture {
    let played = play(Pipeline { PanGestureRecognizer(axis: .locked(ratio: 2)) }, waiting: 0) {
      down(1, 50, 50, at: 0)
      move(1, to: 50 + x, 50 + y, at: 8)
      drag(1, from: (50 + x, 50 + y), to: (70 + x, 70 + y), over: 8...48)
    }
    return try #require(played.last(.pan)).gesture
  }

  @Test func `a pan that starts along an axis stays on it, and one that slants is free`() throws {
    let across = try last(startingTowards: 5, 1)
    #expect(across.translation.dx > 20 && across.velocity.dx > 100)
    #expect(across.translation.dy == 0 && across.velocity.dy == 0)
    let down = try last(startingTowards: 1, 5)
    #expect(down.translation.dy > 20 && down.velocity.dy > 100)
    #expect(down.translation.dx == 0 && down.velocity.dx == 0)
    let free = try last(startingTowards: 5, 4)
    #expect(free.translation.dx > 20 && free.translation.dy > 20)
  }

  @Test func `a pan with a narrow axis waits while the motion slants`() {
    for (slant, begun) in [(1.5, false), (0.9, true)] {
      let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal, axisRatio: 0.5) }, waiting: 0) {
        down(1, 50, 50, at: 0)
        move(1, to: 52, 50 + slant, at: 8)
      }
      #expect(played.transitions.contains("pan began") == begun)
    }
  }
}

/// Pans of two fingers of which one lifts.
@Suite struct PanGraceTests {
  /// Both fingers land and go ten millimetres to the right.
  private static let tenMillimetres =
    [down(1, 30, 0, at: 0), down(2, 60, 0, at: 0)]
    + together(drag(1, from: (30, 0), to: (40, 0), over: 0...80), drag(2, from: (60, 0), to: (70, 0), over: 0...80))

  @Test(.recognition("E7"), arguments: [40.0, 120.0])
  func `staggered lifts are one end, and no pan of one finger begins`(lag: Double) {
    let pipeline = Pipeline {
      PanGestureRecognizer(touches: 2...2)
      PanGestureRecognizer(touches: 1...1).named("one-finger-pan")
    }
    let played = play(pipeline) {
      Self.tenMillimetres
      up(1, at: 88)
      move(2, to: 75, 0, at: 96)
      up(2, at: 88 + lag)
    }
    #expect(played.transitions.filter { $0 != "pan changed" } == ["pan began", "pan ended"])
    #expect(played.lines.last == "pan ended \(Int(88 + min(lag, 80)))")
    #expect(PanTests.distance(played.events.last?.gesture.translation ?? .zero, 8.4, 0) < 1e-9)
  }

  @Test(.recognition("E7"), arguments: [(nil, 90.0), (Duration.zero, 120)])
  func `fingers that lift together end it at once, and without a grace the first lift does`(
    grace: Duration?, last: Double
  ) {
    let played = play(Pipeline { PanGestureRecognizer(touches: 2...2, graceBelowMinimum: grace) }) {
      Self.tenMillimetres
      up(1, at: 90)
      up(2, at: last)
    }
    #expect(played.lines.last == "pan ended 90")
  }

  @Test(.recognition("E7")) func `a finger that is back within the grace takes it up where it was`() throws {
    let played = play(Pipeline { PanGestureRecognizer(touches: 2...2) }) {
      Self.tenMillimetres
      up(1, at: 90)
      down(3, 45, 0, at: 130)
      together(
        drag(2, from: (70, 0), to: (75, 0), over: 140...220), drag(3, from: (45, 0), to: (50, 0), over: 140...220))
      up(2, at: 230)
      up(3, at: 230)
    }
    #expect(played.lines.last == "pan ended 230")
    #expect(played.transitions.count { $0 == "pan began" } == 1)
    #expect(PanTests.distance(try #require(played.last(.pan, .ended)).gesture.translation, 13.4, 0) < 1e-9)
  }
}

/// Pans of several fingers that share these with a tap.
@Suite struct PanTapTests {
  private static let pipeline = Pipeline {
    TapGestureRecognizer(touches: 2...2)
    PanGestureRecognizer(contestedSlop: 3.4, contestedSlopOfSeveral: 6, acceleratingSlopOfSeveral: 2.5)
  }

  @Test(arguments: [(0.0, "tap recognized"), (200, "pan began")])
  func `two fingers that speed up together pan early once they have rested, and not as they land`(
    rest: Double, happens: String
  ) {
    var steps = [down(1, 50, 50, at: 0), down(2, 70, 50, at: 0)]
    for time in stride(from: 5.0, through: 145, by: 5) {
      let share = time / 145
      let way = 4.4 * share * share.squareRoot() * share.squareRoot().squareRoot()
      steps += [move(1, to: 50 + way, 50, at: rest + time), move(2, to: 70 + way, 50, at: rest + time)]
    }
    steps += [up(1, at: rest + 150), up(2, at: rest + 150)]
    let starts = play(Self.pipeline) { steps }.transitions.filter { $0 == "pan began" || $0 == "tap recognized" }
    #expect(starts == [happens])
  }

  @Test func `what a finger drifted while it might tap takes nothing off the pan that follows`() throws {
    let pipeline = Pipeline {
      TapGestureRecognizer()
      PanGestureRecognizer(contestedSlop: 3.4)
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 53, 50, at: 100)
      move(1, to: 53, 50.1, at: 1000)
      move(1, to: 53, 54.1, at: 1050)
    }
    #expect(played.lines == ["pan began 1050"])
    #expect(PanTests.distance(try #require(played.first(.pan)).gesture.translation, 0, 2.4) < 1e-9)
  }

  @Test func `two fingers that lie and then jerk as they lift are a tap, and no pan`() {
    let played = play(Self.pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 0)
      for (from, to, start, end) in [(0.0, 1.1, 0.0, 120.0), (1.1, 1.2, 120, 240), (1.2, 4.2, 240, 264)] {
        together(
          drag(1, from: (50 + from, 50), to: (50 + to, 50), over: start...end),
          drag(2, from: (70 + from, 50), to: (70 + to, 50), over: start...end))
      }
      up(1, at: 272)
      up(2, at: 272)
    }
    #expect(played.transitions == ["tap recognized"])
  }
}

/// Pans of two fingers of which one is away for a moment.
@Suite struct PanReturnTests {
  @Test func `a pan whose finger came back has the velocity of now, not that of the lift`() throws {
    let played = play(Pipeline { PanGestureRecognizer(touches: 2...2) }, waiting: 0) {
      down(1, 30, 0, at: 0)
      down(2, 60, 0, at: 0)
      together(drag(1, from: (30, 0), to: (70, 0), over: 0...80), drag(2, from: (60, 0), to: (100, 0), over: 0...80))
      up(2, at: 88)
      down(3, 100, 0, at: 120)
      together(
        drag(1, from: (70, 0), to: (72, 0), over: 120...320), drag(3, from: (100, 0), to: (102, 0), over: 120...320))
    }
    #expect(abs(try #require(played.last(.pan, .changed)).gesture.velocity.dx - 10) < 1)
  }
}

/// Fingers that lift one after the other, as people's do: what the last one does on its way off means nothing.
@Suite struct StaggeredLiftTests {
  static let pipeline = Pipeline {
    PanGestureRecognizer().simultaneous(with: .pinch)
    PinchGestureRecognizer()
  }

  /// Two fingers that fly apart on the spot; the second one goes on for `lag` milliseconds after the first has lifted.
  private static func spread(lag: Double) -> [Step] {
    var steps = [down(1, 90, 50, at: 0), down(2, 110, 50, at: 0)]
    steps += together(
      drag(1, from: (90, 50), to: (70, 50), over: 0...120), drag(2, from: (110, 50), to: (130, 50), over: 0...120))
    steps += [up(1, at: 128)]
    steps += drag(2, from: (130, 50), to: (130 + lag / 6, 50), over: 120...(120 + lag)).filter {
      $0.time > steps[steps.count - 1].time
    }
    return steps + [up(2, at: 128 + lag)]
  }

  @Test(arguments: [16.0, 40, 96]) func `the last finger of a pinch begins no pan`(lag: Double) {
    let played = play(Self.pipeline) { Self.spread(lag: lag) }
    #expect(played.transitions.filter { $0 != "pinch changed" } == ["pinch began", "pinch ended"])
  }

  @Test func `a finger that stays on pans from where it was when the other had been gone for a while`() throws {
    let played = play(Self.pipeline) { Self.spread(lag: 400) }
    let began = try #require(played.first(.pan, .began))
    #expect(began.timestamp.seconds > 0.228)
    #expect(began.gesture.translation.length < 1.4)
    let end = try #require(played.last(.pan, .ended)).gesture.velocity
    #expect(abs(end.dx - 1000.0 / 6) < 5, "a sixth of a millimetre a millisecond is its own speed by then")
  }

  @Test func `what a finger goes while another has just lifted is no part of a later pan`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      up(1, at: 300)
      move(2, to: 91.5, 50, at: 340)
      move(2, to: 91.8, 50, at: 500)
      up(2, at: 600)
    }
    #expect(played.lines.isEmpty)
    let rolled = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      up(1, at: 300)
      drag(2, from: (90, 50), to: (91.6, 50), over: 300...380)
      move(2, to: 91.9, 50, at: 500)
      up(2, at: 600)
    }
    #expect(rolled.lines.isEmpty, "also in several reports")
  }

  /// A map that is pushed and zoomed at once, and let go while the fingers still fly apart.
  @ScriptBuilder private static var push: [Step] {
    down(1, 90, 50, at: 0)
    down(2, 110, 50, at: 0)
    together(
      drag(1, from: (90, 50), to: (70, 74), over: 0...120), drag(2, from: (110, 50), to: (130, 74), over: 0...120))
    up(1, at: 128)
    drag(2, from: (132, 76), to: (140, 84), over: 128...168)
    up(2, at: 172)
  }

  @Test func `a pan of two fingers ends with the speed that they had together`() throws {
    let played = play(Self.pipeline) { Self.push }
    let velocity = try #require(played.last(.pan, .ended)).gesture.velocity
    #expect(abs(velocity.dx) < 1)
    #expect(abs(velocity.dy - 200) < 10)
  }

  @Test func `so does a transform, and its scale`() throws {
    let played = play(Pipeline { TransformGestureRecognizer() }) { Self.push }
    let end = try #require(played.last(.transform, .ended)).gesture
    #expect(abs(end.velocity.dx) < 1)
    #expect(abs(end.velocity.dy - 200) < 10)
    #expect(end.scaleVelocity > 10)
  }

  /// The report in which the first finger lifts has motion of the other alone.
  @Test func `a pinch ends with the speed of before the first lift`() throws {
    func scaleVelocity(goingOn: Bool) throws -> Double {
      let played = play(Pipeline { PinchGestureRecognizer() }) {
        down(1, 90, 50, at: 0)
        down(2, 110, 50, at: 0)
        together(
          drag(1, from: (90, 50), to: (70, 50), over: 0...120), drag(2, from: (110, 50), to: (130, 50), over: 0...120))
        up(1, at: 128)
        if goingOn { move(2, to: 131, 50, at: 128) }
        up(2, at: 136)
      }
      return try #require(played.last(.pinch, .ended)).gesture.scaleVelocity
    }
    #expect(try abs(scaleVelocity(goingOn: true) / scaleVelocity(goingOn: false) - 1) < 1e-9)
  }
}
