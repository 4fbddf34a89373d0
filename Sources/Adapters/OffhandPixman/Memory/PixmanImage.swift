import CPlatform
import Offhand

/// Owns one reference to a `pixman_image_t`.
final class PixmanImage {
  /// The image, valid as long as this object.
  let raw: OpaquePointer

  /// An image over memory that the caller keeps for as long as the image lives (`pixman_image_create_bits_no_clear`); `nil` if pixman
  /// refuses the size or there is no memory.
  init?(
    _ format: pixman_format_code_t = PIXMAN_a8r8g8b8, width: Int, height: Int, over bits: UnsafeMutableRawPointer,
    stride: Int
  ) {
    guard
      let image = pixman_image_create_bits_no_clear(
        format, CInt(clamping: width), CInt(clamping: height), bits.assumingMemoryBound(to: UInt32.self),
        CInt(clamping: stride))
    else { return nil }
    raw = image
  }

  deinit { pixman_image_unref(raw) }

  /// Lets all threads draw from the image, as long as it does not change.
  func share() { PixmanImage.share(raw) }

  /// Lets all threads draw from an image, as long as it does not change: what pixman derives from its properties is written
  /// into it when it is first drawn from, and afterwards it is only read.
  static func share(_ image: OpaquePointer) {
    var pixel: UInt32 = 0
    withUnsafeMutablePointer(to: &pixel) { pixel in
      guard let target = PixmanImage(width: 1, height: 1, over: pixel, stride: 4) else { return }
      pixman_image_composite32(PIXMAN_OP_OVER, image, image, target.raw, 0, 0, 0, 0, 0, 0, 1, 1)
    }
  }
}

/// A repeating image of one pixel: pixman treats it as a solid colour, and changing it does not allocate.
struct SolidSource: ~Copyable {
  private let pixel: UnsafeMutablePointer<UInt32>
  private let image: PixmanImage

  init() {
    pixel = .allocate(capacity: 1)
    pixel.initialize(to: 0)
    guard let image = PixmanImage(width: 1, height: 1, over: pixel, stride: 4) else {
      preconditionFailure("pixman has no memory for an image of one pixel")
    }
    pixman_image_set_repeat(image.raw, PIXMAN_REPEAT_NORMAL)
    self.image = image
  }

  deinit { pixel.deallocate() }

  /// The image in the colour `value`, premultiplied.
  func image(_ value: UInt32) -> OpaquePointer {
    pixel.pointee = value
    return image.raw
  }
}

/// Memory for sheets, kept from frame to frame and grown when needed.
struct ScratchPixels: ~Copyable {
  private var words: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private var image: PixmanImage?
  private var width = 0
  private var height = 0

  init() {
    capacity = 1
    words = .allocate(capacity: 1)
  }

  deinit { words.deallocate() }

  /// Memory and image for `width` × `height` pixels or more rows: the last band of a layer is lower than the others. `nil` if pixman refuses
  /// the size.
  mutating func take(
    width: Int, height: Int
  ) -> (words: UnsafeMutablePointer<UInt32>, stride: Int, image: OpaquePointer)? {
    let stride = width * 4
    if width != self.width || height > self.height || image == nil {
      if width * height > capacity {
        words.deallocate()
        capacity = width * height
        words = .allocate(capacity: capacity)
      }
      image = PixmanImage(width: width, height: height, over: words, stride: stride)
      (self.width, self.height) = (width, height)
    }
    guard let image else { return nil }
    return (words, stride, image.raw)
  }
}

/// Memory to draw into: a rectangle of the output, in device pixels. The caller keeps the memory and the image over it.
struct PixelTarget {
  /// The pixman image over the memory.
  let image: OpaquePointer
  /// The first pixel of the first row.
  let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  /// The device column of the first pixel of a row.
  let x: Int
  /// The device row of the first row.
  let y: Int
  /// The device pixels that may be drawn into, all within the memory.
  var clip: PixelRect

  /// The pixel in device column `x` of device row `y`.
  @inline(__always)
  func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + ((y &- self.y) &* stride &+ (x &- self.x))
  }
}
