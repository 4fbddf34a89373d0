import CPlatform
import Offhand

/// The open layers of a display list. A layer that fades or has round corners is drawn on a sheet of its own, which is then laid over
/// what is below. Sheets are kept from frame to frame.
struct SheetStack: ~Copyable {
  private var sheets: [Sheet] = []
  /// The number of open layers; the sheets of further ones are kept for later.
  private var depth = 0
  private let shade = SolidSource()

  /// One layer: its memory, and what is below it.
  private final class Sheet {
    var pixels = ScratchPixels()
    var below: PixelTarget?
    var own: PixelTarget?
    var shape: BoxDistance?
    var opacity = 1.0
  }

  /// Closes all layers without drawing them.
  mutating func removeAll() { depth = 0 }

  /// Opens a layer over `target` and returns what to draw it into; `nil`, and no layer, if nothing of it can be seen. A layer that
  /// neither fades nor has round corners only clips.
  mutating func begin(
    _ rect: Rect, _ cornerRadius: Double, _ opacity: Double, on grid: PixelGrid, over target: PixelTarget
  ) -> PixelTarget? {
    if sheets.count == depth { sheets.append(Sheet()) }
    let sheet = sheets[depth]
    let visible = grid.pixels(touchedBy: rect).intersection(target.clip)
    guard !visible.isEmpty else { return nil }
    sheet.below = target
    sheet.own = nil
    guard opacity < 1 || cornerRadius > 0 else {
      var clipped = target
      clipped.clip = visible
      depth += 1
      return clipped
    }
    guard let memory = sheet.pixels.take(width: Int(visible.width), height: Int(visible.height))
    else { return nil }
    memory.words.update(repeating: 0, count: Int(visible.area))
    sheet.shape = cornerRadius > 0 ? grid.box(rect, cornerRadius: cornerRadius) : nil
    sheet.opacity = opacity
    let own = PixelTarget(
      image: memory.image, base: memory.words, stride: memory.stride / 4, x: Int(visible.x), y: Int(visible.y),
      clip: visible)
    sheet.own = own
    depth += 1
    return own
  }

  /// Closes the last layer, draws it over what is below, and returns that; `nil` if no layer is open.
  mutating func end() -> PixelTarget? {
    guard depth > 0 else { return nil }
    depth -= 1
    let sheet = sheets[depth]
    guard let below = sheet.below, let own = sheet.own else { return sheet.below }
    if let shape = sheet.shape {
      var sink = CutSink(target: own)
      rasterize(shape, .sharp, area: own.clip.area(), into: &sink)
    }
    let weight = UInt32((min(max(sheet.opacity, 0), 1) * 255).rounded())
    let faded = weight < 255 ? shade.image(weight << 24) : nil
    let clip = own.clip
    pixman_image_composite32(
      PIXMAN_OP_OVER, own.image, faded, below.image, 0, 0, 0, 0, clip.x - CInt(below.x), clip.y - CInt(below.y),
      clip.width, clip.height)
    return below
  }
}
