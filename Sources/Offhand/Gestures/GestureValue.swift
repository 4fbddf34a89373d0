/// A value of a continuous gesture that its owner sets; what follows is counted from it.
public enum GestureValue: Sendable, Hashable {
  /// Millimetres.
  case translation(Vector)
  /// The factor of enlargement; positive.
  case scale(Double)
  /// The turn, clockwise positive.
  case rotation(Angle)
}
