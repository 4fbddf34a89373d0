import Offhand
import OffhandTesting
import Testing

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
    #expect(played.answers.filter { $0 != "pinch changed" } == ["pinch began", "pinch ended"])
  }

  @Test func `a finger that stays on pans from where it was when the other had been gone for a while`() throws {
    let played = play(Self.pipeline) { Self.spread(lag: 400) }
    let began = try #require(played.first(.pan, .began))
    #expect(began.timestamp.seconds > 0.228)
    #expect(began.gesture.translation.length < 1.4)
    let end = try #require(played.last(.pan, .ended)).gesture.velocity
    #expect(abs(end.dx - 1000.0 / 6) < 5, "a sixth of a millimetre a millisecond is its own speed by then")
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
