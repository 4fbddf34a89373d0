import CPlatform

/// Pixels for sheets, kept from frame to frame and grown when a larger one is asked for.
struct ScratchPixels: ~Copyable {
  private var words: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private var image: OpaquePointer?
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

  /// Memory and image for `width` × `height` pixels; `nil` if pixman refuses the size.
  mutating func take(
    width: Int, height: Int
  ) -> (words: UnsafeMutablePointer<UInt32>, stride: Int, image: OpaquePointer)? {
    let stride = width * 4
    if width != self.width || height != self.height || image == nil {
      if let image { pixman_image_unref(image) }
      if width * height > capacity {
        words.deallocate()
        capacity = width * height
        words = .allocate(capacity: capacity)
      }
      image = pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, CInt(width), CInt(height), words, CInt(stride))
      (self.width, self.height) = (width, height)
    }
    guard let image else { return nil }
    return (words, stride, image)
  }
}
