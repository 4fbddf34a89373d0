public import Offhand

/// The size of a surface and its pixels, as the compositor wants them now.
public struct SurfaceLayout: Sendable, Hashable {
  /// Logical pixels across.
  public var width: Int32
  /// Logical pixels down.
  public var height: Int32
  /// Device pixels a logical pixel.
  public var scale: SurfaceScale
  /// The size in millimetres, and where the figure comes from.
  public var geometry: SurfaceGeometry

  /// A surface of so many logical pixels.
  public init(width: Int32, height: Int32, scale: SurfaceScale, geometry: SurfaceGeometry) {
    self.width = width
    self.height = height
    self.scale = scale
    self.geometry = geometry
  }

  /// The device pixels: what a buffer holds.
  public var grid: PixelGrid {
    PixelGrid(width: scale.devicePixels(width), height: scale.devicePixels(height), size: geometry.size)
  }
}
