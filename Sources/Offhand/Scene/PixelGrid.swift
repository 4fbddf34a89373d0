/// The device pixels of an output plane: the one door from millimetres to pixels.
public struct PixelGrid: Sendable, Hashable {
  /// How many device pixels across.
  public var width: Int32
  /// How many device pixels down.
  public var height: Int32
  /// The size of the plane in millimetres.
  public var size: Size

  /// So many device pixels over a plane of `size` millimetres.
  public init(width: Int32, height: Int32, size: Size) {
    self.width = width
    self.height = height
    self.size = size
  }

  /// The pixels of a surface at `scale` device pixels a logical pixel: the rounding is that of `wp_fractional_scale_v1`.
  public init(of surface: SurfaceGeometry, scale: Double = 1) {
    self.init(
      width: Int32((surface.pixelWidth * scale).rounded()), height: Int32((surface.pixelHeight * scale).rounded()),
      size: surface.size)
  }

  /// Device pixels a millimetre across.
  @inlinable public var perMillimetreX: Double { size.width > 0 ? Double(width) / size.width : 0 }
  /// Device pixels a millimetre down.
  @inlinable public var perMillimetreY: Double { size.height > 0 ? Double(height) / size.height : 0 }
  /// All pixels.
  @inlinable public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The pixels that `rect` touches at all, rounded outwards and cut at the edges of the plane.
  public func pixels(touchedBy rect: Rect) -> PixelRect {
    guard rect.isFinite else { return bounds }
    let left = PixelGrid.clamp((rect.minX * perMillimetreX + PixelGrid.dust).rounded(.down), 0, width)
    let top = PixelGrid.clamp((rect.minY * perMillimetreY + PixelGrid.dust).rounded(.down), 0, height)
    let right = PixelGrid.clamp((rect.maxX * perMillimetreX - PixelGrid.dust).rounded(.up), 0, width)
    let bottom = PixelGrid.clamp((rect.maxY * perMillimetreY - PixelGrid.dust).rounded(.up), 0, height)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle with its edges on whole device pixels (recognizers.md L11): the origin goes to the nearest pixel, the
  /// size up to whole pixels, so that a rectangle that moves keeps its size.
  public func snapped(_ rect: Rect) -> Rect {
    let x = (rect.minX * perMillimetreX).rounded()
    let y = (rect.minY * perMillimetreY).rounded()
    let across = (rect.width * perMillimetreX - 4 * PixelGrid.dust).rounded(.up)
    let down = (rect.height * perMillimetreY - 4 * PixelGrid.dust).rounded(.up)
    guard perMillimetreX > 0, perMillimetreY > 0 else { return rect }
    return Rect(
      x: x / perMillimetreX, y: y / perMillimetreY, width: across / perMillimetreX, height: down / perMillimetreY)
  }

  /// What rounding in the conversion can add, in pixels: far below what antialiasing shows, far above what doubles lose.
  static let dust = 1e-6

  private static func clamp(_ value: Double, _ low: Int32, _ high: Int32) -> Int32 {
    Int32(min(max(value, Double(low)), Double(high)))
  }
}
