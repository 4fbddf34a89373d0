import Offhand

/// How large a window is.
struct WindowGeometry: Sendable, Hashable {
  /// In logical pixels, and in millimetres as far as the output knows.
  var surface: SurfaceGeometry
  /// Device pixels a logical pixel.
  var scale: Double
}
