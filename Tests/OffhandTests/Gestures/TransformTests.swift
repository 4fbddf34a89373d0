import Offhand
import OffhandTesting
import Testing

/// A transform among others; what it measures is tested with the pinch.
@Suite struct TransformTests {
  @Test func `a finger that lies too long for a tap begins no transform by what it drifted meanwhile`() {
    let pipeline = Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4))
      TapGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 52.5, 50, at: 100)
      move(1, to: 52.6, 50, at: 1_000)
      move(1, to: 55.5, 50, at: 1_100)
      up(1, at: 1_200)
    }
    #expect(played.lines == ["transform began 1100", "transform ended 1200"])
  }

  @Test func `the drift of two fingers that might still tap is no transform either`() {
    let pipeline = Pipeline {
      TransformGestureRecognizer(
        pan: PanGestureRecognizer(slop: 50), pinch: PinchGestureRecognizer(contestedSlop: 8),
        rotation: RotationGestureRecognizer(threshold: Angle(degrees: 170)))
      TapGestureRecognizer(touches: 2...2)
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      move(2, to: 95, 50, at: 100)
      move(2, to: 95.1, 50, at: 1_000)
      move(2, to: 105, 50, at: 1_100)
    }
    #expect(played.lines == ["transform began 1100"])
  }

  @Test(arguments: [(50.0, 0), (150.0, 1)])
  func `what a finger goes soon after another has lifted begins no transform`(pause: Double, begun: Int) {
    let played = play(Pipeline { TransformGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      up(1, at: 300)
      move(2, to: 93, 50, at: 300 + pause)
      up(2, at: 302 + pause)
    }
    #expect(played.answers.count { $0 == "transform began" } == begun)
  }

  @Test func `several fingers that might still tap go farther than one before it begins`() {
    let pipeline = Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4, contestedSlopOfSeveral: 5))
      TapGestureRecognizer(touches: 1...2)
    }
    for (way, begun) in [(4.5, false), (5.5, true)] {
      let played = play(pipeline) {
        down(1, 50, 50, at: 0)
        down(2, 90, 50, at: 0)
        together([move(1, to: 50, 50 + way, at: 100)], [move(2, to: 90, 50 + way, at: 100)])
      }
      #expect(played.answers.contains("transform began") == begun)
    }
    let single = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 50, 54.5, at: 100)
    }
    #expect(single.answers == ["transform began"])
  }

  @Test func `a second finger that lands takes nothing off the way of the first`() {
    let played = play(Pipeline { TransformGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 51.2, 50, at: 50)
      down(2, 90, 50, at: 100)
      together([move(1, to: 51.8, 50, at: 150)], [move(2, to: 90.6, 50, at: 150)])
    }
    #expect(played.lines == ["transform began 150"])
  }

  @Test func `what has not begun stays at identity`() throws {
    let played = play(Pipeline { TransformGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      together([move(1, to: 55, 50, at: 50)], [move(2, to: 95.5, 50, at: 50)])
    }
    let gesture = try #require(played.first(.transform, .began)).gesture
    #expect(gesture.components == .translation)
    #expect(gesture.scale == 1 && gesture.rotation == .zero)
    #expect((gesture.similarity.apply(Point(x: 70, y: 50)) - Point(x: 73.65, y: 50)).length < 1e-9)
  }
}
