/// Which touches a surface takes.
public enum SurfaceInput: Sendable {
  /// All that land on it.
  case everything
  /// None: they go to what is below.
  case nothing
}
