import Offhand

/// What a display list draws into some areas: shapes in device pixels, sprites, shaped lines, pictures; found before anything is drawn, so
/// that drawing changes none of it and several threads can draw.
struct PreparedScene {
  /// A command of which something can be seen.
  struct Item {
    /// The pixels that it may touch.
    var area: PixelRect
    var drawing: Drawing
    /// For the beginning of a layer, the index of its end.
    var end = 0
  }

  enum Drawing {
    case shape(ShapePlan, SpriteCache.Sprite?)
    case picture(PicturePlan)
    case line(TextLine)
    case polygon(Range<Int>, UInt32)
    case capsule(Point, Double, Point, Double, UInt32)
    case beginLayer(Rect, Double, Double)
    case endLayer
  }

  /// A rectangle of damage.
  struct Area {
    var clip = PixelRect.empty
    var items = 0..<0
    /// Its entries in `covers`.
    var covers = 0..<0
    /// The number of its first band.
    var firstBand = 0
  }

  /// The rows of a band: few enough that the sheet of a layer is small, and that no thread waits long for another's last band.
  static let bandHeight: Int32 = 64

  private var items: ContiguousArray<Item> = []
  /// The items that may hide all that is below, in order: opaque pictures and colours that are in no layer.
  private var covers: [Int] = []
  private var areas = InlineArray<4, Area>(repeating: Area())
  /// The number of areas.
  private(set) var areaCount = 0
  /// The number of bands of all areas.
  private var bandCount = 0
  /// The layers that are open while an area is prepared: the index of the beginning, and the clip outside.
  private var layers: [(begin: Int, clip: PixelRect)] = []

  subscript(index: Int) -> Item { items[index] }

  /// The bands of some areas, and the number of their pixels.
  func bands(of numbers: Range<Int>) -> (bands: Range<Int>, pixels: Int64) {
    guard let first = numbers.first else { return (0..<0, 0) }
    let end = numbers.upperBound < areaCount ? areas[numbers.upperBound].firstBand : bandCount
    return (areas[first].firstBand..<end, numbers.reduce(0) { $0 + areas[$1].clip.area })
  }

  /// Whether no two areas overlap.
  var isDisjoint: Bool {
    for first in 0..<areaCount {
      for second in first + 1..<max(areaCount, first + 1) {
        if !areas[first].clip.intersection(areas[second].clip).isEmpty { return false }
      }
    }
    return true
  }

  /// Forgets the frame, but not its sprites.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    (areaCount, bandCount) = (0, 0)
  }

  /// The pieces of a band.
  func pieces(ofBand number: Int) -> BandPieces {
    var area = areas[0]
    for index in 1..<max(areaCount, 1) where areas[index].firstBand <= number { area = areas[index] }
    var clip = area.clip
    clip.y += Int32(number - area.firstBand) * PreparedScene.bandHeight
    clip.height = min(PreparedScene.bandHeight, area.clip.maxY - clip.y)
    var pieces = BandPieces(of: clip, items: area.items)
    for cover in area.covers.reversed() where !pieces.isComplete {
      pieces.hide(items[covers[cover]].hiddenColumns(clip.y, clip.maxY), below: covers[cover])
    }
    return pieces
  }

  /// Adds an area in which `list` will be drawn.
  mutating func prepare(
    _ list: DisplayList, on grid: PixelGrid, within clip: PixelRect, sprites: inout SpriteCache,
    pictures: borrowing PictureStore, fonts: FontBook
  ) {
    let first = (item: items.count, cover: covers.count)
    var clip = clip
    areas[areaCount] = Area(clip: clip, firstBand: bandCount)
    bandCount += Int((clip.height + PreparedScene.bandHeight - 1) / PreparedScene.bandHeight)
    /// The number of open layers of which nothing can be seen.
    var skipped = 0
    layers.removeAll(keepingCapacity: true)
    for index in list.commands.indices {
      let command = list.commands[index]
      switch command {
      case .beginLayer(let rect, let cornerRadius, let opacity):
        let visible = grid.pixels(touchedBy: rect).intersection(clip)
        if skipped > 0 || visible.isEmpty {
          skipped += 1
        } else {
          layers.append((items.count, clip))
          clip = visible
          add(.beginLayer(rect, cornerRadius, opacity), clip)
        }
      case .endLayer:
        if skipped > 0 {
          skipped -= 1
        } else if let layer = layers.popLast() {
          items[layer.begin].end = items.count
          add(.endLayer, clip)
          clip = layer.clip
        }
      case _ where skipped > 0: break
      case .picture(let id, let size, let transform, let quality):
        guard let entry = pictures[id],
          let plan = PicturePlan(entry, size: size, transform, quality, on: grid, within: clip)
        else { continue }
        add(.picture(plan), plan.area)
      case .text(let range, let rect, let style):
        guard let line = TextLine(list.text[range], in: rect, style, with: fonts, on: grid) else { continue }
        add(.line(line), line.rows(within: clip))
      case .fill, .stroke, .shadow:
        guard let plan = ShapePlan(command, on: grid, within: clip) else { continue }
        add(.shape(plan, sprites.sprite(of: plan)), plan.area)
      case .polygon(let range, let color): add(.polygon(range, color.premultiplied), clip)
      case .capsule(let start, let startRadius, let end, let endRadius, let color):
        add(.capsule(start, startRadius, end, endRadius, color.premultiplied), clip)
      }
    }
    for layer in layers { items[layer.begin].end = items.count }
    areas[areaCount].items = first.item..<items.count
    areas[areaCount].covers = first.cover..<covers.count
    areaCount += 1
  }

  private mutating func add(_ drawing: Drawing, _ area: PixelRect) {
    let item = Item(area: area, drawing: drawing)
    if layers.isEmpty, item.mayHide { covers.append(items.count) }
    items.append(item)
  }
}

extension PreparedScene.Item {
  /// Whether it may hide all that is below some of its pixels.
  fileprivate var mayHide: Bool {
    switch drawing {
    case .shape(let plan, _): plan.isOpaqueRectangle
    case .picture(let plan): plan.isOpaque
    default: false
    }
  }

  /// The columns in which it hides all that is below in rows `top` to `bottom`, the last excluded.
  fileprivate func hiddenColumns(_ top: Int32, _ bottom: Int32) -> Range<Int32> {
    guard area.y <= top, area.maxY >= bottom else { return 0..<0 }
    if case .picture(let plan) = drawing { return plan.innerColumns(top, bottom) }
    return area.x..<area.maxX
  }
}
