import Offhand

/// How large a window is.
struct WindowGeometry: Sendable, Hashable {
  /// In logical pixels, and in millimetres as far as the output knows.
  var surface: SurfaceGeometry
  /// Device pixels across.
  var width: Int32
  /// Device pixels down.
  var height: Int32
  /// What is seen where nothing is drawn.
  var backdrop = ViewBackdrop.nothing
  /// How large the output is that it is on, in millimetres as the user sees it; `nil` where nobody knows.
  var panel: Size?

  /// The device pixels over the millimetres.
  var grid: PixelGrid { PixelGrid(width: width, height: height, size: surface.size) }
}
