import CPlatform
import Offhand

/// Draws bands of a prepared scene, with scratch memory and pixman images that belong to one thread.
final class Painter {
  /// The number of the thread, from 0.
  private let number: Int
  private var shapes = ShapePainter()
  private let text = TextPainter()
  private var sheets = SheetStack()
  private var targets = TargetCache()

  init(number: Int) { self.number = number }

  /// Draws a band into `canvas`.
  func paint(
    _ band: Int, of scene: borrowing PreparedScene, _ list: DisplayList, on grid: PixelGrid, into canvas: Canvas
  ) {
    guard let image = targets.image(over: canvas) else { return }
    let pieces = scene.pieces(ofBand: band)
    for index in 0..<pieces.count {
      let piece = pieces[index]
      let target = PixelTarget(
        image: image, base: canvas.memory.assumingMemoryBound(to: UInt32.self), stride: canvas.stride / 4, x: 0, y: 0,
        clip: piece.clip)
      if !piece.isCovered { erase(piece.clip, in: target) }
      paint(piece.first..<pieces.end, of: scene, list, on: grid, into: target)
    }
  }

  /// Makes pixels transparent, so that the former content of the memory does not show through.
  private func erase(_ area: PixelRect, in target: PixelTarget) {
    for row in Int(area.y)..<Int(area.maxY) {
      target.pointer(Int(area.x), row).update(repeating: 0, count: Int(area.width))
    }
  }

  private func paint(
    _ items: Range<Int>, of scene: borrowing PreparedScene, _ list: DisplayList, on grid: PixelGrid,
    into bottom: PixelTarget
  ) {
    var target = bottom
    sheets.removeAll()
    var index = items.lowerBound
    while index < items.upperBound {
      let item = scene[index]
      index += 1
      let area = item.area.intersection(target.clip)
      switch item.drawing {
      case .beginLayer(let rect, let cornerRadius, let opacity):
        if let inner = sheets.begin(rect, cornerRadius, opacity, on: grid, over: target) {
          target = inner
        } else {
          index = item.end + 1
        }
      case .endLayer: if let below = sheets.end() { target = below }
      case _ where area.isEmpty: break
      case .shape(let plan, let sprite): shapes.draw(plan, sprite, area, into: target)
      case .picture(let plan): plan.draw(area, by: number, into: target)
      case .line(let line): text.draw(line, into: target)
      case .polygon(let range, let pixel): shapes.fill(polygon: list.points[range], pixel, on: grid, into: target)
      case .capsule(let start, let startRadius, let end, let endRadius, let pixel):
        shapes.fillCapsule(start, startRadius, end, endRadius, pixel, on: grid, into: target)
      }
    }
  }
}

/// Pixman's images over the last few buffers, since a window draws into the same two or three in turn.
private struct TargetCache {
  private struct Entry {
    var memory: UnsafeMutableRawPointer
    var width: Int
    var height: Int
    var stride: Int
    var image: PixmanImage
  }

  private static let capacity = 8

  private var entries: [Entry] = []

  /// The image over `canvas`; `nil` if pixman refuses the size.
  mutating func image(over canvas: Canvas) -> OpaquePointer? {
    let (memory, width, height, stride) = (canvas.memory, canvas.width, canvas.height, canvas.stride)
    for entry in entries
    where entry.memory == memory && entry.width == width && entry.height == height && entry.stride == stride {
      return entry.image.raw
    }
    guard width > 0, height > 0,
      let image = PixmanImage(width: width, height: height, over: memory, stride: stride)
    else { return nil }
    if entries.count >= TargetCache.capacity { entries.removeFirst() }
    entries.append(Entry(memory: memory, width: width, height: height, stride: stride, image: image))
    return image.raw
  }
}
