/// What is seen on a surface where its view draws nothing.
public enum ViewBackdrop: Sendable, Hashable {
  /// Black: the view owes the surface a ground.
  case nothing
  /// The programs below.
  case programs
}
