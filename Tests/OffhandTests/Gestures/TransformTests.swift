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
}
