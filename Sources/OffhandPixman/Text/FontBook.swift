import CPlatform
public import Offhand

/// The fonts text is drawn with, and the lines that were shaped before.
///
/// Text goes through fcft: fontconfig finds the font, FreeType draws, HarfBuzz shapes (kerning, ligatures, Arabic). Pango over
/// cairo was measured beside it, 48 characters of DejaVu Sans at 20 pixels: until the first line is drawn 4.4 to 5.3 ms with
/// fcft and 2.2 to 3.2 with pango, a new line 0.14 and 0.02, a line that was shaped before 0.006 with both. Pango also wraps
/// lines and orders paragraphs that mix directions. It is fcft nevertheless: its glyphs are pixman images that go into our
/// memory without a second drawing model, it needs 17 libraries where pango needs 39, and what it takes longer for a new
/// line is paid once a text, for the shaped line is kept. Overlays show one short line. A text that mixes directions within
/// one line keeps the order of its first run.
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

  /// Sizes of fonts that are kept open; a view has three or four.
  private static let fontCapacity = 24
  /// Shaped lines that are kept.
  private static let runCapacity = 512
  /// The largest font in pixels an em: beyond it one glyph would fill a screen.
  private static let largestSize = 512.0

  private let family: String
  private var fonts: [FontKey: Font] = [:]
  private var runs: [RunKey: TextRun] = [:]
  private var clock: UInt64 = 0

  /// The fonts of a family, as fontconfig knows it.
  public init(family: String = "sans-serif") throws(FontError) {
    FontBook.start
    guard fcft_capabilities().rawValue & FCFT_CAPABILITY_TEXT_RUN_SHAPING.rawValue != 0 else { throw .noShaping }
    self.family = family
    guard font(size: 16, weight: .regular) != nil else { throw .noFont(family: family) }
  }

  /// Knows how wide text is on the pixels of `grid`.
  public func measure(on grid: PixelGrid) -> FontMeasure {
    FontMeasure(book: self, pixelsPerMillimetre: grid.perMillimetreY)
  }

  /// The font at `size` pixels an em, to the nearest quarter; `nil` where fontconfig finds none.
  func font(size: Double, weight: TextStyle.Weight) -> Font? {
    let key = FontBook.key(size: size, weight: weight)
    if let font = fonts[key] { return font }
    if fonts.count >= FontBook.fontCapacity {
      fonts.removeAll(keepingCapacity: true)
      runs.removeAll(keepingCapacity: true)
    }
    let font = Font(family: family, size: Double(key.size) / 4, isBold: weight == .bold)
    fonts[key] = font
    return font
  }

  /// A shaped line, from memory if it was shaped before.
  func run(_ text: ArraySlice<UInt8>, size: Double, weight: TextStyle.Weight) -> TextRun? {
    guard let font = font(size: size, weight: weight) else { return nil }
    clock += 1
    let key = RunKey(font: FontBook.key(size: size, weight: weight), hash: FontBook.hash(text), count: text.count)
    if let run = runs[key], run.text.elementsEqual(text) {
      run.lastUse = clock
      return run
    }
    if runs.count >= FontBook.runCapacity {
      runs = runs.filter { $0.value.lastUse + UInt64(FontBook.runCapacity / 2) > clock }
    }
    let run = TextRun(text, font: font)
    run.lastUse = clock
    runs[key] = run
    return run
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

  /// Starts the library once, silent: what goes wrong is an error of ours.
  private static let start: Void = { _ = fcft_init(FCFT_LOG_COLORIZE_NEVER, false, FCFT_LOG_CLASS_NONE) }()
}

/// Why text cannot be drawn.
public enum FontError: Error, Hashable, CustomStringConvertible {
  /// Fontconfig found no font at all for the family.
  case noFont(family: String)
  /// The fcft library was built without HarfBuzz and utf8proc.
  case noShaping

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .noFont(let family):
      "no font for “\(family)”: install one that fontconfig finds, such as the package fonts-dejavu-core"
    case .noShaping:
      "this fcft library cannot shape text (it was built without HarfBuzz or utf8proc): install the distribution's libfcft"
    }
  }
}

/// How wide text is in a renderer's fonts on one output's pixels.
public struct FontMeasure: TextMeasure {
  let book: FontBook
  let pixelsPerMillimetre: Double

  /// The width of one line of `text` in millimetres.
  public func width(of text: String, style: TextStyle) -> Double {
    guard pixelsPerMillimetre > 0 else { return 0 }
    let bytes = Array(text.utf8)
    guard let run = book.run(bytes[...], size: style.size * pixelsPerMillimetre, weight: style.weight) else { return 0 }
    return Double(run.width) / pixelsPerMillimetre
  }

  /// The distance from one line to the next in millimetres.
  public func lineHeight(of style: TextStyle) -> Double {
    guard pixelsPerMillimetre > 0 else { return 0 }
    let font = book.font(size: style.size * pixelsPerMillimetre, weight: style.weight)
    return Double(font?.lineHeight ?? 0) / pixelsPerMillimetre
  }
}
