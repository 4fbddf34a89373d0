/// What a surface consists of for the compositor.
public enum SurfaceContent: Sendable {
  /// Nothing shows through: the compositor need not draw what is below.
  case opaque
  /// Something shows through.
  case translucent

  var format: WlShm.Format {
    switch self {
    case .opaque: .xrgb8888
    case .translucent: .argb8888
    }
  }
}
