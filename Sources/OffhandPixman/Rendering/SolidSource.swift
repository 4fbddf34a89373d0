import CPlatform

/// One pixel that repeats: pixman reads it as a solid colour, and it changes without an allocation.
struct SolidSource: ~Copyable {
  private let pixel: UnsafeMutablePointer<UInt32>
  private let image: OpaquePointer

  init() {
    pixel = .allocate(capacity: 1)
    pixel.initialize(to: 0)
    guard let image = pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, 1, 1, pixel, 4) else {
      preconditionFailure("pixman has no memory for an image of one pixel")
    }
    pixman_image_set_repeat(image, PIXMAN_REPEAT_NORMAL)
    self.image = image
  }

  deinit {
    pixman_image_unref(image)
    pixel.deallocate()
  }

  /// The image in the colour `value`, premultiplied.
  func image(_ value: UInt32) -> OpaquePointer {
    pixel.pointee = value
    return image
  }
}
