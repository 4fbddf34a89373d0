public import Offhand

/// A picture in memory: 32 bits per pixel, `0xAARRGGBB` in the machine's byte order, premultiplied with alpha, rows without gaps. This
/// is pixman's `a8r8g8b8` and the format of a Wayland buffer.
///
/// Not `Sendable`: who has it can write it. A ``Pyramid`` takes it over for reading, on any thread.
public final class Bitmap {
  /// The longest side in pixels: pixman computes positions in 16.16 fixed point, also of samples a few pixels beyond the edge, and draws
  /// nothing of a larger picture.
  package static let longestSide = 32_760

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  let pixels: UnsafeMutablePointer<UInt32>

  /// A transparent bitmap. The sides must be from 1 to `longestSide`.
  public init(width: Int, height: Int) {
    precondition(
      (1...Bitmap.longestSide).contains(width) && (1...Bitmap.longestSide).contains(height),
      "a bitmap cannot be \(width)×\(height) pixels large")
    self.width = width
    self.height = height
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }

  /// The pixel in column `x` of row `y`, premultiplied. Both must be inside.
  public subscript(x: Int, y: Int) -> UInt32 {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel (\(x), \(y)) of \(width)×\(height)")
      return pixels[y * width + x]
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel (\(x), \(y)) of \(width)×\(height)")
      pixels[y * width + x] = newValue
    }
  }

  /// Fills the bitmap with one colour.
  public func fill(_ color: Color) { pixels.update(repeating: color.premultiplied, count: width * height) }

  /// Whether every pixel is opaque.
  package var isOpaque: Bool {
    var all: UInt32 = 0xFF00_0000
    for index in 0..<width * height { all &= pixels[index] }
    return all == 0xFF00_0000
  }

  /// Bytes from one row to the next.
  var stride: Int { width * 4 }
}

extension Color {
  /// The colour as a pixel: `0xAARRGGBB`, premultiplied with alpha, every component rounded to 8 bits.
  package var premultiplied: UInt32 {
    let alpha = min(max(self.alpha, 0), 1)
    func component(_ value: Float) -> UInt32 { UInt32(min(max(value, 0), 1) * alpha * 255 + 0.5) }
    return component(1) << 24 | component(red) << 16 | component(green) << 8 | component(blue)
  }
}

/// Arithmetic on premultiplied pixels, two components at a time.
enum Pixel {
  /// `pixel` × `weight` / 255, rounded to the nearest.
  @inline(__always)
  static func scaled(_ pixel: UInt32, by weight: UInt32) -> UInt32 {
    var low = (pixel & 0x00FF_00FF) &* weight &+ 0x0080_0080
    low = (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var high = (pixel >> 8 & 0x00FF_00FF) &* weight &+ 0x0080_0080
    high = (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }

  /// `source` drawn over `below`.
  @inline(__always)
  static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
    source &+ scaled(below, by: 255 &- source >> 24)
  }
}
