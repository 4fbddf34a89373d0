import CPlatform

/// Owns one reference to a `pixman_image_t`.
struct PixmanImage: ~Copyable {
  /// The image; valid as long as this value lives.
  let raw: OpaquePointer

  /// An image over memory that somebody else owns and keeps for as long as the image lives (`pixman_image_create_bits_no_clear`);
  /// `nil` if pixman refuses the size or memory is out.
  init?(
    _ format: pixman_format_code_t, width: Int, height: Int, over bits: UnsafeMutableRawPointer, stride: Int
  ) {
    guard
      let image = pixman_image_create_bits_no_clear(
        format, CInt(clamping: width), CInt(clamping: height), bits.assumingMemoryBound(to: UInt32.self),
        CInt(clamping: stride))
    else { return nil }
    raw = image
  }

  deinit { pixman_image_unref(raw) }
}
