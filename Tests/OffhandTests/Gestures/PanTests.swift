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
    #expect(last.anchorLocation.distance(to: first.anchorLocation) - 1 < 1e-9)
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
}
