import CPlatform
import Offhand

/// One line of text as it is drawn: shaped, cut to its room, placed.
struct TextLine {
  fileprivate let run: TextRun
  /// The number of glyphs that fit.
  fileprivate let count: Int
  /// What stands for the others; `nil` if all fit.
  fileprivate let ellipsis: TextRun?
  fileprivate let x: Int
  fileprivate let baseline: Int
  /// The colour, premultiplied.
  fileprivate let pixel: UInt32

  /// The line `text` in `rect`; `nil` if nothing of it can be seen.
  init?(_ text: ArraySlice<UInt8>, in rect: Rect, _ style: TextStyle, with fonts: FontBook, on grid: PixelGrid) {
    let size = style.size * grid.perMillimetreY
    pixel = style.color.premultiplied
    guard rect.isFinite, size >= 1, pixel >> 24 > 0, let run = fonts.run(text, size: size, weight: style.weight),
      let font = fonts.font(size: size, weight: style.weight)
    else { return nil }
    self.run = run
    let room = Int(min(max(-1e9, rect.width * grid.perMillimetreX), 1e9).rounded(.up))
    var shown = (count: run.count, width: run.width)
    if run.width > room {
      ellipsis = fonts.run(TextLine.dots[...], size: size, weight: style.weight)
      shown = run.prefix(fitting: max(0, room - (ellipsis?.width ?? 0)))
    } else {
      ellipsis = nil
    }
    count = shown.count
    let width = shown.width + (ellipsis?.width ?? 0)
    let left = rect.minX * grid.perMillimetreX
    let slack = Double(room - width)
    let start: Double
    switch style.alignment {
    case .left: start = left
    case .center: start = left + slack / 2
    case .right: start = left + slack
    }
    let middle = rect.center.y * grid.perMillimetreY
    let baseline = (middle + Double(font.capHeight) / 2).rounded()
    guard abs(start) < 1e6, abs(baseline) < 1e6 else { return nil }
    x = Int(start.rounded())
    self.baseline = Int(baseline)
  }

  /// The rows of `clip` that its glyphs may touch.
  func rows(within clip: PixelRect) -> PixelRect {
    var above = run.rows.above
    var below = run.rows.below
    if let ellipsis { (above, below) = (max(above, ellipsis.rows.above), max(below, ellipsis.rows.below)) }
    return PixelRect(
      x: clip.x, y: Int32(clamping: baseline - above), width: clip.width, height: Int32(clamping: above + below)
    ).intersection(clip)
  }

  private static let dots = Array("…".utf8)
}

/// Draws lines of text.
struct TextPainter: ~Copyable {
  private let solid = SolidSource()

  /// Draws one line of text.
  func draw(_ line: TextLine, into target: PixelTarget) {
    let source = solid.image(line.pixel)
    let end = draw(line.run, line.count, x: line.x, baseline: line.baseline, source, into: target)
    if let ellipsis = line.ellipsis {
      draw(ellipsis, ellipsis.count, x: end, baseline: line.baseline, source, into: target)
    }
  }

  /// Draws the first `count` glyphs and returns the position of the next.
  @discardableResult
  private func draw(
    _ run: TextRun, _ count: Int, x: Int, baseline: Int, _ source: OpaquePointer, into target: PixelTarget
  ) -> Int {
    for index in 0..<count {
      guard let glyph = run.glyph(index)?.pointee else { continue }
      draw(glyph, x: x + run.position(index) + Int(glyph.x), y: baseline - Int(glyph.y), source, into: target)
    }
    return x + run.position(count)
  }

  private func draw(_ glyph: fcft_glyph, x: Int, y: Int, _ source: OpaquePointer, into target: PixelTarget) {
    guard let pixels = glyph.pix else { return }
    let box = PixelRect(x: Int32(x), y: Int32(y), width: Int32(glyph.width), height: Int32(glyph.height))
    let area = box.intersection(target.clip)
    guard !area.isEmpty else { return }
    let left = area.x - box.x
    let top = area.y - box.y
    let isColored = pixman_image_get_format(pixels) == PIXMAN_a8r8g8b8
    pixman_image_composite32(
      PIXMAN_OP_OVER, isColored ? pixels : source, isColored ? nil : pixels, target.image, left, top, left, top,
      area.x - CInt(target.x), area.y - CInt(target.y), area.width, area.height)
  }
}

/// A shaped line of text: glyphs with their positions, which any thread may draw from.
final class TextRun {
  /// The text, to distinguish it from another with the same hash.
  let text: [UInt8]
  /// The time of the last use, on the font book's clock.
  var lastUse: UInt64 = 0
  private let font: Font
  private let raw: UnsafeMutablePointer<fcft_text_run>?
  /// Where each glyph begins, and where the last one ends, in pixels from the beginning.
  private let positions: [Int]
  /// The rows of all glyphs above and below the baseline.
  private(set) var rows = (above: 0, below: 0)

  init(_ text: some Collection<UInt8>, font: Font) {
    self.text = Array(text)
    self.font = font
    let scalars = String(decoding: self.text, as: UTF8.self).unicodeScalars.map(\.value)
    raw =
      scalars.isEmpty
      ? nil : fcft_rasterize_text_run_utf32(font.raw, scalars.count, scalars, FCFT_SUBPIXEL_NONE)
    positions = raw.map { TextRun.positions(of: $0.pointee, scalars, font) } ?? [0]
    for index in 0..<count {
      guard let glyph = glyph(index)?.pointee else { continue }
      if let image = glyph.pix { PixmanImage.share(image) }
      rows = (max(rows.above, Int(glyph.y)), max(rows.below, Int(glyph.height) - Int(glyph.y)))
    }
  }

  /// The positions of the glyphs of `run`.
  ///
  /// fcft gives advances in whole pixels, rounded down: text at 16 pixels is 10 % too narrow. So they are measured where a pixel is
  /// little, in the same font at a larger size, added up there and rounded once for each glyph.
  private static func positions(of run: fcft_text_run, _ scalars: [UInt32], _ font: Font) -> [Int] {
    let large = font.large.flatMap { fcft_rasterize_text_run_utf32($0.raw, scalars.count, scalars, FCFT_SUBPIXEL_NONE) }
    defer { if let large { fcft_text_run_destroy(large) } }
    var positions = [0]
    positions.reserveCapacity(run.count + 1)
    if let large = large?.pointee, large.count == run.count {
      var pen = 0.0
      for index in 0..<run.count {
        let advance = Double(large.glyphs[index]?.pointee.advance.x ?? 0)
        // The half that is lost on average where a number is rounded down.
        if advance > 0 { pen += (advance + 0.5) / font.enlargement }
        positions.append(Int(pen.rounded()))
      }
    } else {
      for index in 0..<run.count { positions.append(positions[index] + Int(run.glyphs[index]?.pointee.advance.x ?? 0)) }
    }
    return positions
  }

  deinit {
    if let raw { fcft_text_run_destroy(raw) }
  }

  /// The width in pixels.
  var width: Int { positions[count] }

  /// Where the glyph at `index` begins in pixels; the width for `count`.
  func position(_ index: Int) -> Int { positions[index] }

  /// The number of glyphs.
  var count: Int { raw?.pointee.count ?? 0 }

  /// The glyph at `index`, in memory that is valid as long as the run.
  func glyph(_ index: Int) -> UnsafePointer<fcft_glyph>? { raw?.pointee.glyphs[index] }

  /// The number of glyphs from the left that fit into `width` pixels, and their width.
  func prefix(fitting width: Int) -> (count: Int, width: Int) {
    for index in 0..<count where positions[index + 1] > width { return (index, positions[index]) }
    return (count, positions[count])
  }
}
