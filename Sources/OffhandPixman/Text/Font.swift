import CPlatform

/// A font at one size, in pixels.
final class Font {
  let raw: UnsafeMutablePointer<fcft_font>
  /// The height of a capital H.
  let capHeight: Int

  /// The font of `family` at `size` pixels an em; `nil` if there is none.
  init?(family: String, size: Double, isBold: Bool) {
    let attributes = "pixelsize=\(size)" + (isBold ? ":weight=bold" : "")
    let font = family.withCString { name -> UnsafeMutablePointer<fcft_font>? in
      var names: UnsafePointer<CChar>? = name
      return fcft_from_name(1, &names, attributes)
    }
    guard let font else { return nil }
    raw = font
    let capital = fcft_rasterize_char_utf32(font, 0x48, FCFT_SUBPIXEL_NONE)
    capHeight = capital.map { Int($0.pointee.y) } ?? Int(font.pointee.ascent) * 3 / 4
  }

  deinit { fcft_destroy(raw) }

  /// From one line to the next.
  var lineHeight: Int { Int(raw.pointee.height) }
}
