import Offhand
import OffhandTesting
import Testing

@Suite struct PanTests {
  static func distance(_ a: Vector, _ dx: Double, _ dy: Double) -> Double { (a - Vector(dx: dx, dy: dy)).length }

  @Test func `E1 exactly the slop does not begin`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 51.6, 50, at: 8)
      up(1, at: 16)
    }
    #expect(played.lines.isEmpty)
  }

  @Test func `E2 the translation begins with what exceeds the slop`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 52, 50, at: 8)
      move(1, to: 53, 51, at: 16)
      up(1, at: 24)
    }
    #expect(played.lines == ["pan began 8", "pan changed 16", "pan ended 24"])
    #expect(Self.distance(played.events[0].gesture.translation, 0.4, 0) < 1e-9)
    #expect(Self.distance(played.events[1].gesture.translation, 1.4, 1) < 1e-9)
  }

  @Test func `E5 a finger that lands moves the location and nothing else`() throws {
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

  @Test func `E6 the finger that stays moves on from where the translation was`() throws {
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

  @Test func `E8 a swap of fingers adds only what the common finger moved`() throws {
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

  @Test func `B7 a flick within one report begins and ends`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 55, 50, at: 8)
      up(1, at: 8)
    }
    #expect(played.lines == ["pan began 8", "pan ended 8"])
    #expect(played.events[0].gesture.translation == played.events[1].gesture.translation)
    #expect(Self.distance(played.events[0].gesture.translation, 3.4, 0) < 1e-9)
  }

  @Test func `E3 a slow creep begins when it has gone far enough`() {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (53, 50), over: 0...2400)
    }
    #expect(played.lines.first == "pan began 1288")
  }

  @Test func `E4 jitter never begins it`() {
    var random = SeededGenerator(seed: 4)
    let jitter = (1...625).map { step in
      move(1, to: 50 + random.number(-0.8...0.8), 50 + random.number(-0.8...0.8), at: Double(step) * 8)
    }
    #expect(play(Pipeline { PanGestureRecognizer() }) { [down(1, 50, 50, at: 0)] + jitter }.lines.isEmpty)
  }

  @Test func `E9 a translation that is set goes on from there`() throws {
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

  @Test func `E10 a slow end has its velocity`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (60, 50), over: 0...1000)
      up(1, at: 1008)
    }
    #expect(abs(try #require(played.last(.pan, .ended)).gesture.velocity.dx - 10) < 2)
  }

  @Test func `E11 a rest before the lift has none`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (80, 50), over: 0...200)
      up(1, at: 300)
    }
    #expect(try #require(played.last(.pan, .ended)).gesture.velocity == .zero)
  }

  @Test func `E12 a stop that the reports show has none either`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (100, 50), over: 0...100, every: 1)
      for time in 101...110 { move(1, to: 100, 50, at: Double(time)) }
      up(1, at: 111)
    }
    #expect(try #require(played.last(.pan, .ended)).gesture.velocity == .zero)
  }

  @Test func `E13 two reports are enough`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 53.3, 50, at: 8.3)
      up(1, at: 16)
    }
    #expect(abs(try #require(played.last(.pan, .ended)).gesture.velocity.dx - 397.6) < 1)
  }

  @Test func `E14 a finger that rolls as it lifts keeps its velocity`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (80, 50), over: 0...100)
      move(1, to: 78.8, 50, at: 104)
      up(1, at: 108)
    }
    let speed = try #require(played.last(.pan, .ended)).gesture.velocity.dx
    #expect(speed >= 220 && speed <= 300)
  }

  @Test func `E15 a finger that drags back as it lifts does not turn the flick around`() throws {
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 80, 50, at: 0)
      together(
        drag(1, from: (50, 50), to: (90, 50), over: 0...80), drag(2, from: (80, 50), to: (120, 50), over: 0...80))
      up(1, at: 88)
      move(2, to: 116, 50, at: 90)
      move(2, to: 110, 50, at: 92)
      up(2, at: 94)
    }
    #expect(try #require(played.last(.pan, .ended)).gesture.velocity == .zero)
  }

  @Test func `E18 a pan that waited begins at zero and keeps its velocity`() throws {
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

  @Test func `E19 a pan that still waits when the fingers lift says nothing`() {
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
    #expect(player.pipeline.isAwaitingFailure(.pan))
    player.play(Script(steps: [up(1, at: 200)]))
    player.wait(until: 2000)
    #expect(player.lines.isEmpty)
    #expect(player.pipeline.state(of: .pan) == .possible)
  }

  @Test func `E20 a finger too many does not move the pan`() throws {
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

  @Test func `E21 a finger that was ignored is not adopted`() {
    let played = play(Pipeline { PanGestureRecognizer(touches: 1...1) }) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      down(2, 90, 50, at: 16)
      up(1, at: 24)
      move(2, to: 120, 80, at: 32)
      up(2, at: 40)
    }
    #expect(played.lines == ["pan began 8", "pan ended 24"])
  }

  @Test func `M7 the slop is round`() {
    for degrees in stride(from: 0.0, through: 350, by: 10) {
      let way = Vector(angle: Angle(degrees: degrees))
      for (length, begins) in [(1.61, true), (1.59, false)] {
        let played = play(Pipeline { PanGestureRecognizer() }) {
          down(1, 50, 50, at: 0)
          move(1, to: 50 + way.dx * length, 50 + way.dy * length, at: 8)
        }
        #expect(played.answers.contains("pan began") == begins, "\(degrees) degrees, \(length) mm")
      }
    }
  }
}
