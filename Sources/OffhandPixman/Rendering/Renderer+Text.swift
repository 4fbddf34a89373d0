import CPlatform
import Offhand

extension Renderer {
  /// Draws one line of text.
  func draw(
    _ text: ArraySlice<UInt8>, in rect: Rect, _ style: TextStyle, on grid: PixelGrid, into target: PixelTarget
  ) {
    let size = style.size * grid.perMillimetreY
    let pixel = style.color.premultiplied
    guard rect.isFinite, size >= 1, pixel >> 24 > 0, let run = fonts.run(text, size: size, weight: style.weight),
      let font = fonts.font(size: size, weight: style.weight)
    else { return }
    let room = Int((rect.width * grid.perMillimetreX).rounded(.up))
    var shown = (count: run.count, width: run.width)
    var ellipsis: TextRun?
    if run.width > room {
      ellipsis = fonts.run(Renderer.ellipsis[...], size: size, weight: style.weight)
      shown = run.prefix(fitting: max(0, room - (ellipsis?.width ?? 0)))
    }
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
    guard abs(start) < 1e6, abs(baseline) < 1e6 else { return }
    let source = solid.image(pixel)
    let end = draw(run, shown.count, x: Int(start.rounded()), baseline: Int(baseline), source, into: target)
    if let ellipsis { draw(ellipsis, ellipsis.count, x: end, baseline: Int(baseline), source, into: target) }
  }

  private static let ellipsis = Array("…".utf8)

  /// Draws the first `count` glyphs and answers where the next would stand.
  @discardableResult
  private func draw(
    _ run: TextRun, _ count: Int, x: Int, baseline: Int, _ source: OpaquePointer, into target: PixelTarget
  ) -> Int {
    var pen = x
    for index in 0..<count {
      guard let glyph = run.glyph(index)?.pointee else { continue }
      draw(glyph, x: pen + Int(glyph.x), y: baseline - Int(glyph.y), source, into: target)
      pen += Int(glyph.advance.x)
    }
    return pen
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
