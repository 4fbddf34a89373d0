/// Device pixels a logical pixel, in the steps of `wp_fractional_scale_v1`: 120ths.
public struct SurfaceScale: Sendable, Hashable {
  /// The scale in 120ths; 120 is one device pixel a logical pixel.
  public var in120ths: UInt32

  /// A scale in 120ths.
  public init(in120ths: UInt32) { self.in120ths = in120ths }

  /// A whole number of device pixels a logical pixel.
  public init(whole scale: Int32) { in120ths = UInt32(max(1, scale)) * 120 }

  /// One device pixel a logical pixel.
  public static let one = SurfaceScale(whole: 1)

  /// The scale as a number.
  public var factor: Double { Double(in120ths) / 120 }

  /// So many logical pixels in device pixels: to the nearest, halves away from zero, as the protocol wants it.
  public func devicePixels(_ logical: Int32) -> Int32 {
    Int32(clamping: (Int64(logical) * Int64(in120ths) + 60) / 120)
  }
}
