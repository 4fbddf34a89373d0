import CPlatform
public import Offhand

/// The fonts that text is drawn with, and a cache of shaped lines.
///
/// Text goes through fcft: fontconfig finds the font, FreeType draws, HarfBuzz shapes (kerning, ligatures, Arabic). Pango over
/// cairo was measured beside it, 48 characters of DejaVu Sans at 20 pixels: until the first line is drawn 4.4 to 5.3 ms with
/// fcft and 2.2 to 3.2 with pango, a new line 0.14 and 0.02, a cached line 0.006 with both. Pango also wraps lines and orders
/// paragraphs of mixed directions. We use fcft nevertheless: its glyphs are pixman images that go into our memory without a second
/// drawing model, it needs 17 libraries where pango needs 39, and the longer time for a new line is paid once per text. Overlays
/// show one short line. A line of mixed directions keeps the order of its first run.
public final class FontBook {
  private struct FontKey: Hashable {
    /// The size in quarters of a pixel.
    var size: Int
    var weight: TextStyle.Weight
  }

  private struct RunKey: Hashable {
    var font: FontKey
    var hash: UInt64
    var count: Int
  }

  /// The most fonts that are kept open; a view uses three or four sizes.
  private static let fontCapacity = 24
  /// The most shaped lines that are kept.
  private static let runCapacity = 512
  /// The most glyphs of lines that are kept, each with a picture of its own: 512 lines of usual length.
  static let glyphCapacity = 1 << 14
  /// The largest font in pixels per em: beyond it one glyph would fill a screen.
  private static let largestSize = 512.0

  /// The typefaces that are made for screens, best first, and what the machine has: Debian's fonts-inter and fonts-cantarell.
  public static let screenFamilies = "Inter,Cantarell,sans-serif"

  private let family: String
  private var fonts: [FontKey: Font] = [:]
  private var runs: [RunKey: TextRun] = [:]
  /// The number of glyphs of the lines that are kept.
  private(set) var glyphs = 0
  private var clock: UInt64 = 0

  /// The fonts of `family`, a name that fontconfig resolves, or several with commas, of which it takes the first that it finds. Throws if it
  /// offers no font, not even a substitute, or if fcft cannot shape text.
  public init(family: String = screenFamilies) throws(FontError) {
    FontBook.start
    guard fcft_capabilities().rawValue & FCFT_CAPABILITY_TEXT_RUN_SHAPING.rawValue != 0 else { throw .noShaping }
    self.family = family
    guard font(size: 16, weight: .regular) != nil else { throw .noFont(family: family) }
  }

  /// A measure of text on the pixels of `grid`.
  public func measure(on grid: PixelGrid) -> FontMeasure {
    FontMeasure(book: self, across: grid.perMillimetreX, down: grid.perMillimetreY)
  }

  /// The font at `size` pixels per em, rounded to a quarter; of the next open size if its file is gone and no other font is found,
  /// and `nil` if none is open.
  func font(size: Double, weight: TextStyle.Weight) -> Font? {
    let key = FontBook.key(size: size, weight: weight)
    if let font = fonts[key] { return font }
    if fonts.count >= FontBook.fontCapacity {
      // The measuring size stays, so that there is always a font to draw with.
      fonts = fonts.filter { $0.key.size == FontBook.key(size: Font.measuringSize, weight: weight).size }
      runs.removeAll(keepingCapacity: true)
      glyphs = 0
    }
    let size = Double(key.size) / 4
    let large = size < Font.measuringSize ? self.font(size: Font.measuringSize, weight: weight) : nil
    let font = Font(family: family, size: size, isBold: weight == .bold, large: large) ?? nearest(to: key)
    fonts[key] = font
    return font
  }

  /// The open font of the weight and size next to `key`'s, for where the file of a font was removed and none replaces it.
  private func nearest(to key: FontKey) -> Font? {
    fonts.min { one, other in
      (one.key.weight != key.weight ? 1 : 0, abs(one.key.size - key.size))
        < (other.key.weight != key.weight ? 1 : 0, abs(other.key.size - key.size))
    }?.value
  }

  /// A shaped line, from the cache if possible.
  func run(_ text: ArraySlice<UInt8>, size: Double, weight: TextStyle.Weight) -> TextRun? {
    guard let font = font(size: size, weight: weight) else { return nil }
    clock += 1
    let key = RunKey(font: FontBook.key(size: size, weight: weight), hash: FontBook.hash(text), count: text.count)
    if let run = runs[key], run.text.elementsEqual(text) {
      run.lastUse = clock
      return run
    }
    let run = TextRun(text, font: font)
    run.lastUse = clock
    glyphs += run.count - (runs.updateValue(run, forKey: key)?.count ?? 0)
    if runs.count > FontBook.runCapacity || glyphs > FontBook.glyphCapacity { forgetOldRuns() }
    return run
  }

  /// Keeps the lines that were used last, half of what there is room for.
  private func forgetOldRuns() {
    var kept: [RunKey: TextRun] = [:]
    glyphs = 0
    for (key, run) in runs.sorted(by: { $0.value.lastUse > $1.value.lastUse }).prefix(FontBook.runCapacity / 2) {
      guard glyphs + run.count <= FontBook.glyphCapacity / 2 else { break }
      glyphs += run.count
      kept[key] = run
    }
    runs = kept
  }

  private static func key(size: Double, weight: TextStyle.Weight) -> FontKey {
    FontKey(size: Int((min(max(size, 1), largestSize) * 4).rounded()), weight: weight)
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// Starts fcft once, without its own log: failures are reported as errors.
  private static let start: Void = { _ = fcft_init(FCFT_LOG_COLORIZE_NEVER, false, FCFT_LOG_CLASS_NONE) }()
}

/// A font at one size, in pixels.
final class Font {
  let raw: UnsafeMutablePointer<fcft_font>
  /// The height of a capital H.
  let capHeight: Int
  /// The size of the font in which advances are measured, in pixels per em: exact to 0.4 % of an em.
  static let measuringSize = 128.0

  /// The size of `large` over that of this font.
  let enlargement: Double
  /// The same font at `measuringSize`, to measure advances in; `nil` if this one is large enough.
  let large: Font?

  /// The font of `family` at `size` pixels per em, measured in `large`; `nil` if there is none, or its file is gone.
  init?(family: String, size: Double, isBold: Bool, large: Font? = nil) {
    let attributes = "pixelsize=\(size)" + (isBold ? ":weight=bold" : "")
    let font = FontFiles.open(family, attributes) {
      family.withCString { name -> UnsafeMutablePointer<fcft_font>? in
        var names: UnsafePointer<CChar>? = name
        return fcft_from_name(1, &names, attributes)
      }
    }
    guard let font else { return nil }
    raw = font
    enlargement = Font.measuringSize / size
    self.large = large
    let capital = fcft_rasterize_char_utf32(font, 0x48, FCFT_SUBPIXEL_NONE)
    capHeight = capital.map { Int($0.pointee.y) } ?? Int(font.pointee.ascent) * 3 / 4
  }

  deinit { fcft_destroy(raw) }

  /// The distance from one line to the next, in pixels.
  var lineHeight: Int { Int(raw.pointee.height) }
}

/// The reason why no text can be drawn.
public enum FontError: Error, Hashable, CustomStringConvertible {
  /// Fontconfig offered no font for the family, not even a substitute.
  case noFont(family: String)
  /// The fcft library was built without HarfBuzz and utf8proc.
  case noShaping

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .noFont(let family):
      "no font for “\(family)”: install one that fontconfig finds, such as the package fonts-dejavu-core"
    case .noShaping:
      "this fcft library cannot shape text (it was built without HarfBuzz or utf8proc): install the distribution's libfcft"
    }
  }
}

/// Measures text in the fonts of a book on the pixels of one output.
public struct FontMeasure: TextMeasure {
  let book: FontBook
  /// Pixels per millimetre from left to right.
  let across: Double
  /// Pixels per millimetre from top to bottom, which also scale the font.
  let down: Double

  /// The width of one line of `text` in millimetres.
  public func width(of text: String, style: TextStyle) -> Double {
    guard across > 0, down > 0 else { return 0 }
    let bytes = Array(text.utf8)
    guard let run = book.run(bytes[...], size: style.size * down, weight: style.weight) else { return 0 }
    return Double(run.width) / across
  }

  /// The distance from one line to the next in millimetres.
  public func lineHeight(of style: TextStyle) -> Double {
    guard down > 0 else { return 0 }
    let font = book.font(size: style.size * down, weight: style.weight)
    return Double(font?.lineHeight ?? 0) / down
  }
}
