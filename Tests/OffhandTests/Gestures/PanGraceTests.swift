import Offhand
import OffhandTesting
import Testing

/// Pans of two fingers of which one lifts.
@Suite struct PanGraceTests {
  /// Both fingers land and go ten millimetres to the right.
  private static let tenMillimetres =
    [down(1, 30, 0, at: 0), down(2, 60, 0, at: 0)]
    + together(drag(1, from: (30, 0), to: (40, 0), over: 0...80), drag(2, from: (60, 0), to: (70, 0), over: 0...80))

  @Test(arguments: [40.0, 120.0]) func `E7 staggered lifts are one end, and no pan of one finger begins`(lag: Double) {
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
    #expect(played.answers.filter { $0 != "pan changed" } == ["pan began", "pan ended"])
    #expect(played.lines.last == "pan ended \(Int(88 + min(lag, 80)))")
    #expect(PanTests.distance(played.events.last?.gesture.translation ?? .zero, 8.4, 0) < 1e-9)
  }

  @Test func `E7 fingers that lift together end it at once`() {
    let played = play(Pipeline { PanGestureRecognizer(touches: 2...2) }) {
      Self.tenMillimetres
      up(1, at: 90)
      up(2, at: 90)
    }
    #expect(played.lines.last == "pan ended 90")
  }

  @Test func `E7 without a grace the first lift ends it`() {
    let played = play(Pipeline { PanGestureRecognizer(touches: 2...2, graceBelowMinimum: .zero) }) {
      Self.tenMillimetres
      up(1, at: 90)
      up(2, at: 120)
    }
    #expect(played.lines.last == "pan ended 90")
  }

  @Test func `E7 a finger that is back within the grace takes it up where it was`() throws {
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
    #expect(played.answers.count { $0 == "pan began" } == 1)
    #expect(PanTests.distance(try #require(played.last(.pan, .ended)).gesture.translation, 13.4, 0) < 1e-9)
  }
}
