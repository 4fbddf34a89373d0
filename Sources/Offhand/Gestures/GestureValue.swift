/// A value of a continuous gesture that its owner sets; what follows is counted from it.
///
/// Numbers that are none, and scales that are not positive, change nothing. A component of a transform that has not begun yet
/// begins at its identity, whatever was set before.
public enum GestureValue: Sendable, Hashable {
  /// Millimetres.
  case translation(Vector)
  /// The factor of enlargement; positive.
  case scale(Double)
  /// The turn, clockwise positive.
  case rotation(Angle)
}
