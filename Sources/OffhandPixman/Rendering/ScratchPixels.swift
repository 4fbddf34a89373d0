import CPlatform

/// Pixels for sheets and masks, kept from frame to frame and grown when a larger one is asked for.
struct ScratchPixels: ~Copyable {
  private var words: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private var image: OpaquePointer?
  private var format = PIXMAN_a8r8g8b8
  private var width = 0
  private var height = 0

  init() {
    capacity = 1
    words = .allocate(capacity: 1)
  }

  deinit {
    if let image { pixman_image_unref(image) }
    words.deallocate()
  }

  /// Memory and image for `width` × `height` pixels of `format`, rows on whole words; `nil` if pixman refuses the size.
  mutating func take(
    _ format: pixman_format_code_t, width: Int, height: Int
  ) -> (words: UnsafeMutablePointer<UInt32>, stride: Int, image: OpaquePointer)? {
    let stride = format == PIXMAN_a8 ? (width + 3) & ~3 : width * 4
    if width != self.width || height != self.height || format != self.format || image == nil {
      if let image { pixman_image_unref(image) }
      if stride / 4 * height > capacity {
        words.deallocate()
        capacity = stride / 4 * height
        words = .allocate(capacity: capacity)
      }
      image = pixman_image_create_bits_no_clear(format, CInt(width), CInt(height), words, CInt(stride))
      (self.format, self.width, self.height) = (format, width, height)
    }
    guard let image else { return nil }
    return (words, stride, image)
  }
}
