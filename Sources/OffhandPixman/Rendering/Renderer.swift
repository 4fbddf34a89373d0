import CPlatform
public import Offhand

/// Draws display lists into pixel memory with pixman.
///
/// A list is drawn once for each rectangle of damage, and what lies outside of the rectangle is neither computed nor touched; the
/// result is the same pixels as if everything had been drawn, whatever was in the memory before. Sprites, shaped text and scratch memory are kept between frames,
/// so that a steady scene allocates nothing.
public final class Renderer {
  /// The fonts.
  public let fonts: FontBook
  /// The pictures that lists may name.
  public var pictures = PictureStore()

  var sprites = SpriteCache()
  let solid = SolidSource()
  let shade = SolidSource()
  var corners: [(x: Double, y: Double)] = []
  var edges: [PolygonDistance.Edge] = []
  private var sheets: [Sheet] = []
  private var targets: [TargetImage] = []

  /// A renderer that draws text with `fonts`.
  public init(fonts: FontBook) { self.fonts = fonts }

  /// Draws what `damage` covers of `list` into a bitmap as large as `grid`.
  public func draw(_ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into bitmap: Bitmap) {
    precondition(
      bitmap.width == Int(grid.width) && bitmap.height == Int(grid.height),
      "a grid of \(grid.width)×\(grid.height) pixels does not fit a bitmap of \(bitmap.width)×\(bitmap.height)")
    draw(list, on: grid, damage: damage, into: bitmap.pixels, stride: bitmap.stride)
  }

  /// Draws what `damage` covers of `list` into memory of `grid.height` rows of `stride` bytes, 4 bytes a pixel.
  package func draw(
    _ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into memory: UnsafeMutableRawPointer, stride: Int
  ) {
    guard let image = targetImage(over: memory, width: Int(grid.width), height: Int(grid.height), stride: stride)
    else { return }
    let damage = damage ?? Damage(grid.bounds)
    for index in damage.indices {
      let clip = damage[index].intersection(grid.bounds)
      guard !clip.isEmpty else { continue }
      let target = PixelTarget(
        image: image, base: memory.assumingMemoryBound(to: UInt32.self), stride: stride / 4, x: 0, y: 0, clip: clip)
      if !list.beginsOpaque(over: clip, on: grid) { erase(clip, in: target) }
      draw(list, on: grid, into: target)
    }
  }

  /// Makes pixels transparent, so that what was in the memory before does not shine through.
  private func erase(_ area: PixelRect, in target: PixelTarget) {
    for row in Int(area.y)..<Int(area.maxY) {
      target.pointer(Int(area.x), row).update(repeating: 0, count: Int(area.width))
    }
  }

  private func draw(_ list: DisplayList, on grid: PixelGrid, into bottom: PixelTarget) {
    var target = bottom
    var depth = 0
    var skipped = 0
    for index in list.commands.indices {
      let command = list.commands[index]
      if skipped > 0 {
        if case .beginLayer = command { skipped += 1 }
        if case .endLayer = command { skipped -= 1 }
        continue
      }
      switch command {
      case .beginLayer(let rect, let cornerRadius, let opacity):
        guard let inner = beginSheet(depth, rect, cornerRadius, opacity, on: grid, over: target) else {
          skipped = 1
          continue
        }
        target = inner
        depth += 1
      case .endLayer:
        guard depth > 0 else { continue }
        depth -= 1
        target = endSheet(depth)
      case .fill(let rect, let cornerRadius, let color):
        fill(rect, cornerRadius: cornerRadius, line: nil, color.premultiplied, on: grid, into: target)
      case .stroke(let rect, let cornerRadius, let width, let color):
        fill(rect, cornerRadius: cornerRadius, line: width, color.premultiplied, on: grid, into: target)
      case .shadow(let rect, let cornerRadius, let shadow, let transform):
        draw(shadow, under: rect, cornerRadius: cornerRadius, transform, on: grid, into: target)
      case .picture(let id, let size, let transform, let quality):
        draw(id, size: size, transform, quality, on: grid, into: target)
      case .text(let range, let rect, let style):
        draw(list.text[range], in: rect, style, on: grid, into: target)
      case .polygon(let range, let color):
        draw(polygon: list.points[range], color.premultiplied, on: grid, into: target)
      case .capsule(let start, let startRadius, let end, let endRadius, let color):
        drawCapsule(start, startRadius, end, endRadius, color.premultiplied, on: grid, into: target)
      }
    }
  }

  /// One level of sheets: its memory, and what is below while it is drawn.
  private final class Sheet {
    var pixels = ScratchPixels()
    var below: PixelTarget?
    var own: PixelTarget?
    var shape: BoxDistance?
    var opacity = 1.0
  }

  /// Begins a sheet over `target`; `nil` if nothing of it is seen. A sheet that neither fades nor rounds is only a clip.
  private func beginSheet(
    _ depth: Int, _ rect: Rect, _ cornerRadius: Double, _ opacity: Double, on grid: PixelGrid, over target: PixelTarget
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
    return own
  }

  /// Lays the sheet at `depth` over what is below it, and answers that.
  private func endSheet(_ depth: Int) -> PixelTarget {
    let sheet = sheets[depth]
    guard let below = sheet.below else { preconditionFailure("layer \(depth) ends before it began") }
    guard let own = sheet.own else { return below }
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

  /// Pixman's image over a buffer; buffers come back, so the last few are remembered.
  private struct TargetImage {
    var memory: UnsafeMutableRawPointer
    var width: Int
    var height: Int
    var stride: Int
    var image: OpaquePointer
  }

  private func targetImage(
    over memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int
  ) -> OpaquePointer? {
    for target in targets
    where target.memory == memory && target.width == width && target.height == height && target.stride == stride {
      return target.image
    }
    guard width > 0, height > 0,
      let image = pixman_image_create_bits_no_clear(
        PIXMAN_a8r8g8b8, CInt(width), CInt(height), memory.assumingMemoryBound(to: UInt32.self), CInt(stride))
    else { return nil }
    if targets.count >= 8 { pixman_image_unref(targets.removeFirst().image) }
    targets.append(TargetImage(memory: memory, width: width, height: height, stride: stride, image: image))
    return image
  }

  deinit {
    for target in targets { pixman_image_unref(target.image) }
  }
}

extension DisplayList {
  /// Whether the first command paints all of `clip` with an opaque colour, as the ground of most scenes does.
  fileprivate func beginsOpaque(over clip: PixelRect, on grid: PixelGrid) -> Bool {
    guard case .fill(let rect, 0, let color)? = commands.first, color.premultiplied >> 24 == 255 else { return false }
    return (rect.minX * grid.perMillimetreX).rounded() <= Double(clip.x)
      && (rect.minY * grid.perMillimetreY).rounded() <= Double(clip.y)
      && (rect.maxX * grid.perMillimetreX).rounded() >= Double(clip.maxX)
      && (rect.maxY * grid.perMillimetreY).rounded() >= Double(clip.maxY)
  }
}
