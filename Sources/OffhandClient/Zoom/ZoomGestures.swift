import Offhand

/// The gestures of a zoom view, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct ZoomGestures: Sendable, Hashable {
  /// The one that scales, turns and moves.
  public var transform: Int
  /// The one that resets.
  public var tap: Int

  /// The one that opens the loupe; `nil` where there is none.
  public var longPress: Int?

  /// The positions of the recognizers.
  public init(transform: Int, tap: Int, longPress: Int? = nil) {
    self.transform = transform
    self.tap = tap
    self.longPress = longPress
  }

  /// The positions in `pipeline`.
  static let standard = ZoomGestures(transform: 0, tap: 1, longPress: 2)

  /// Fingers, from one on, take the picture along; a tap resets it; one that rests opens the loupe.
  static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4))
      TapGestureRecognizer()
      LongPressGestureRecognizer()
    }
  }
}
