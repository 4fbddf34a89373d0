import Offhand

// Recognizers that begin at once, so that what they say is what the fingers did.

extension PinchGestureRecognizer {
  static let withoutSlop = PinchGestureRecognizer(slop: 0, lockedSlop: 0, lockedShare: 0)
}

extension RotationGestureRecognizer {
  static let withoutSlop = RotationGestureRecognizer(
    threshold: .zero, arc: 0, lockedThreshold: .zero, dominance: 0, lockedDominance: 0)
}

extension TransformGestureRecognizer {
  static let withoutSlop = TransformGestureRecognizer.withoutSlop(touches: 1...TouchFrame.capacity)

  static func withoutSlop(touches: ClosedRange<Int>) -> TransformGestureRecognizer {
    TransformGestureRecognizer(
      touches: touches, pan: PanGestureRecognizer(slop: 0), pinch: .withoutSlop, rotation: .withoutSlop)
  }
}
