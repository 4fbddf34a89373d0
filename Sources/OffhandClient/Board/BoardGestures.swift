/// Which recognizer of a photo's pipeline is which, in the order in which they stand there.
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
}
