import CPlatform
import Offhand

/// Memory to draw into: the part of the output plane from `origin` on, in device pixels.
///
/// The memory and the image over it belong to somebody else, who keeps them while the value is used.
struct PixelTarget {
  /// The pixman image over the memory.
  let image: OpaquePointer
  /// The first pixel of the first row.
  let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  /// The device pixel that the first pixel of the first row is.
  let x: Int
  /// The device row that the first row is.
  let y: Int
  /// What may be drawn into, in device pixels; lies within the memory.
  var clip: PixelRect

  /// The pixel in device column `x` of device row `y`.
  @inline(__always)
  func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + ((y &- self.y) &* stride &+ (x &- self.x))
  }
}
