import Offhand

/// The gestures of a photo, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct BoardGestures: Sendable, Hashable {
  /// The one that moves, scales and turns.
  public var transform: Int
  /// The one that opens the menu.
  public var longPress: Int

  /// The positions of the recognizers.
  public init(transform: Int, longPress: Int) {
    self.transform = transform
    self.longPress = longPress
  }

  /// The positions in `pipeline`.
  static let standard = BoardGestures(transform: 0, longPress: 1)

  /// Fingers, from one on, take the photo along; one that rests opens the menu.
  static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer()
      LongPressGestureRecognizer()
    }
  }
}
