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

/// A shaped line: glyphs with their places.
final class TextRun {
  /// The text, to tell it from another with the same hash.
  let text: [UInt8]
  /// The width in pixels.
  let width: Int
  /// When it was last asked for.
  var lastUse: UInt64 = 0
  private let font: Font
  private let raw: UnsafeMutablePointer<fcft_text_run>?

  init(_ text: some Collection<UInt8>, font: Font) {
    self.text = Array(text)
    self.font = font
    let scalars = String(decoding: self.text, as: UTF8.self).unicodeScalars.map(\.value)
    raw =
      scalars.isEmpty
      ? nil : fcft_rasterize_text_run_utf32(font.raw, scalars.count, scalars, FCFT_SUBPIXEL_NONE)
    var width = 0
    if let run = raw?.pointee {
      for index in 0..<run.count { width += Int(run.glyphs[index]?.pointee.advance.x ?? 0) }
    }
    self.width = width
  }

  deinit {
    if let raw { fcft_text_run_destroy(raw) }
  }

  /// How many glyphs.
  var count: Int { raw?.pointee.count ?? 0 }

  /// The glyph at `index`, in memory that lives as long as the run.
  func glyph(_ index: Int) -> UnsafePointer<fcft_glyph>? { raw?.pointee.glyphs[index] }

  /// How many glyphs from the left fit into `width` pixels, and how wide they are.
  func prefix(fitting width: Int) -> (count: Int, width: Int) {
    var used = 0
    for index in 0..<count {
      let advance = Int(glyph(index)?.pointee.advance.x ?? 0)
      if used + advance > width { return (index, used) }
      used += advance
    }
    return (count, used)
  }
}
