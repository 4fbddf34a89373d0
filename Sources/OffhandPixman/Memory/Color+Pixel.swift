public import Offhand

extension Color {
  /// The colour as a pixel: `0xAARRGGBB`, premultiplied with alpha, every component to the nearest of 256 steps.
  public var premultiplied: UInt32 {
    let alpha = min(max(self.alpha, 0), 1)
    func component(_ value: Float) -> UInt32 { UInt32(min(max(value, 0), 1) * alpha * 255 + 0.5) }
    return component(1) << 24 | component(red) << 16 | component(green) << 8 | component(blue)
  }
}

/// Arithmetic on premultiplied pixels, two components at a time.
enum Pixel {
  /// `pixel` weakened to `weight` / 255, rounded to nearest.
  @inline(__always)
  static func scaled(_ pixel: UInt32, by weight: UInt32) -> UInt32 {
    var low = (pixel & 0x00FF_00FF) &* weight &+ 0x0080_0080
    low = (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var high = (pixel >> 8 & 0x00FF_00FF) &* weight &+ 0x0080_0080
    high = (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }

  /// `source` over `below`.
  @inline(__always)
  static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
    source &+ scaled(below, by: 255 &- source >> 24)
  }
}
