/// How a picture is sampled when it is scaled or turned.
public enum FilterQuality: UInt8, Sendable {
  /// The nearest pixel: for pictures that fingers move right now.
  case fast
  /// A mean of neighbours, of the fitting mip level: for pictures at rest.
  case smooth
}
