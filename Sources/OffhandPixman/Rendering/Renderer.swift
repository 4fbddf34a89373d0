import CPlatform
public import Offhand

/// Draws display lists into pixel memory with pixman.
///
/// A list is drawn once for each rectangle of damage; pixels outside of the rectangle are neither computed nor touched, and the
/// pixels inside are the same as if everything had been drawn, whatever was in the memory before. Sprites, shaped text and scratch
/// memory are kept between frames, so that a steady scene allocates nothing.
public final class Renderer {
  /// The fonts that text is drawn with.
  public let fonts: FontBook
  /// The pictures that lists may name.
  public var pictures = PictureStore()

  private var shapes = ShapePainter()
  private let text = TextPainter()
  private var sheets = SheetStack()
  private var targets = TargetCache()

  /// A renderer that draws text with `fonts`.
  public init(fonts: FontBook) { self.fonts = fonts }

  /// Draws what `damage` covers of `list` into a bitmap as large as `grid`.
  public func draw(_ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into bitmap: Bitmap) {
    precondition(
      bitmap.width == Int(grid.width) && bitmap.height == Int(grid.height),
      "a grid of \(grid.width)×\(grid.height) pixels does not fit a bitmap of \(bitmap.width)×\(bitmap.height)")
    draw(list, on: grid, damage: damage, into: bitmap.pixels, stride: bitmap.stride)
  }

  /// Draws what `damage` covers of `list` into memory of `grid.height` rows of `stride` bytes, 4 bytes per pixel.
  package func draw(
    _ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into memory: UnsafeMutableRawPointer, stride: Int
  ) {
    guard let image = targets.image(over: memory, width: Int(grid.width), height: Int(grid.height), stride: stride)
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

  /// Makes pixels transparent, so that the former content of the memory does not show through.
  private func erase(_ area: PixelRect, in target: PixelTarget) {
    for row in Int(area.y)..<Int(area.maxY) {
      target.pointer(Int(area.x), row).update(repeating: 0, count: Int(area.width))
    }
  }

  private func draw(_ list: DisplayList, on grid: PixelGrid, into bottom: PixelTarget) {
    var target = bottom
    /// The number of open layers of which nothing can be seen.
    var skipped = 0
    sheets.removeAll()
    for index in list.commands.indices {
      let command = list.commands[index]
      if skipped > 0 {
        if case .beginLayer = command { skipped += 1 }
        if case .endLayer = command { skipped -= 1 }
        continue
      }
      switch command {
      case .beginLayer(let rect, let cornerRadius, let opacity):
        guard let inner = sheets.begin(rect, cornerRadius, opacity, on: grid, over: target) else {
          skipped = 1
          continue
        }
        target = inner
      case .endLayer:
        if let below = sheets.end() { target = below }
      case .fill(let rect, let cornerRadius, let color):
        shapes.fill(rect, cornerRadius: cornerRadius, line: nil, color.premultiplied, on: grid, into: target)
      case .stroke(let rect, let cornerRadius, let width, let color):
        shapes.fill(rect, cornerRadius: cornerRadius, line: width, color.premultiplied, on: grid, into: target)
      case .shadow(let rect, let cornerRadius, let shadow, let transform):
        shapes.draw(shadow, under: rect, cornerRadius: cornerRadius, transform, on: grid, into: target)
      case .picture(let id, let size, let transform, let quality):
        guard let entry = pictures[id] else { continue }
        PicturePainter.draw(entry, size: size, transform, quality, on: grid, into: target)
      case .text(let range, let rect, let style):
        text.draw(list.text[range], in: rect, style, with: fonts, on: grid, into: target)
      case .polygon(let range, let color):
        shapes.fill(polygon: list.points[range], color.premultiplied, on: grid, into: target)
      case .capsule(let start, let startRadius, let end, let endRadius, let color):
        shapes.fillCapsule(start, startRadius, end, endRadius, color.premultiplied, on: grid, into: target)
      }
    }
  }
}

extension DisplayList {
  /// Whether the first command fills all of `clip` with an opaque colour, as most scenes do.
  fileprivate func beginsOpaque(over clip: PixelRect, on grid: PixelGrid) -> Bool {
    guard case .fill(let rect, 0, let color)? = commands.first, color.premultiplied >> 24 == 255 else { return false }
    return (rect.minX * grid.perMillimetreX).rounded() <= Double(clip.x)
      && (rect.minY * grid.perMillimetreY).rounded() <= Double(clip.y)
      && (rect.maxX * grid.perMillimetreX).rounded() >= Double(clip.maxX)
      && (rect.maxY * grid.perMillimetreY).rounded() >= Double(clip.maxY)
  }
}

/// Pixman's images over the last few buffers, since a window draws into the same two or three in turn.
private struct TargetCache: ~Copyable {
  private struct Entry {
    var memory: UnsafeMutableRawPointer
    var width: Int
    var height: Int
    var stride: Int
    var image: OpaquePointer
  }

  private static let capacity = 8

  private var entries: [Entry] = []

  deinit {
    for entry in entries { pixman_image_unref(entry.image) }
  }

  /// The image over `memory`; `nil` if pixman refuses the size.
  mutating func image(
    over memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int
  ) -> OpaquePointer? {
    for entry in entries
    where entry.memory == memory && entry.width == width && entry.height == height && entry.stride == stride {
      return entry.image
    }
    guard width > 0, height > 0,
      let image = pixman_image_create_bits_no_clear(
        PIXMAN_a8r8g8b8, CInt(width), CInt(height), memory.assumingMemoryBound(to: UInt32.self), CInt(stride))
    else { return nil }
    if entries.count >= TargetCache.capacity { pixman_image_unref(entries.removeFirst().image) }
    entries.append(Entry(memory: memory, width: width, height: height, stride: stride, image: image))
    return image
  }
}
