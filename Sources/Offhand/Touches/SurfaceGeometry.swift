/// How large a surface is on the glass, in millimetres and in logical pixels, and how well that is known.
public struct SurfaceGeometry: Sendable, Hashable {
  /// Where the millimetres come from, best first (recognizers.md §3.0.1).
  public enum Provenance: String, Sendable {
    /// The user said so.
    case configured
    /// The touch device says so, and it is plausible.
    case device
    /// The output says so, and it is plausible.
    case output
    /// Nobody said: 0.2646 mm a logical pixel, that is 96 to the inch.
    case assumed
  }

  /// Millimetres a logical pixel where nothing is known: 25.4 / 96.
  public static let assumedMillimetresPerPixel = 25.4 / 96

  /// The size in millimetres.
  public var size: Size
  /// The width in logical pixels; zero where the surface has none.
  public var pixelWidth: Double
  /// The height in logical pixels; zero where the surface has none.
  public var pixelHeight: Double
  /// Where the millimetres come from.
  public var provenance: Provenance

  /// A surface of `size` millimetres and so many logical pixels.
  public init(size: Size, pixelWidth: Double, pixelHeight: Double, provenance: Provenance) {
    self.size = size
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.provenance = provenance
  }

  /// A surface of so many logical pixels whose size in millimetres nobody knows.
  public init(assumedFromPixelWidth width: Double, pixelHeight height: Double) {
    let factor = SurfaceGeometry.assumedMillimetresPerPixel
    self.init(
      size: Size(width: width * factor, height: height * factor), pixelWidth: width, pixelHeight: height,
      provenance: .assumed)
  }

  /// Whether a side of `millimetres` can be true of a touch screen: 20 to 3000 (recognizers.md LI3).
  public static func isPlausible(_ millimetres: Double) -> Bool { millimetres >= 20 && millimetres <= 3000 }

  /// Whether both sides can be true of a touch screen.
  public static func isPlausible(_ size: Size) -> Bool { isPlausible(size.width) && isPlausible(size.height) }

  /// The whole surface.
  public var bounds: Rect { Rect(origin: .origin, size: size) }

  /// Logical pixels a millimetre across.
  public var pixelsPerMillimetreX: Double { size.width > 0 ? pixelWidth / size.width : 0 }

  /// Logical pixels a millimetre down.
  public var pixelsPerMillimetreY: Double { size.height > 0 ? pixelHeight / size.height : 0 }

  /// Where the logical pixel (x, y) is on the glass.
  public func point(pixelX x: Double, pixelY y: Double) -> Point {
    Point(
      x: pixelWidth > 0 ? x * size.width / pixelWidth : 0, y: pixelHeight > 0 ? y * size.height / pixelHeight : 0)
  }
}
