/// The direction of a swipe on the glass.
public enum SwipeDirection: String, Sendable, Hashable, CaseIterable {
  /// Towards the right edge.
  case right
  /// Towards the bottom right corner.
  case downRight = "down-right"
  /// Towards the bottom edge.
  case down
  /// Towards the bottom left corner.
  case downLeft = "down-left"
  /// Towards the left edge.
  case left
  /// Towards the top left corner.
  case upLeft = "up-left"
  /// Towards the top edge.
  case up
  /// Towards the top right corner.
  case upRight = "up-right"
}
