import Offhand
import Synchronization

/// What a display list needs that is kept between frames: sprites, shaped lines, pictures; found before anything is drawn, so that drawing
/// changes none of it and several threads can draw.
struct PreparedScene {
  /// What one command needs.
  enum Resource {
    /// Nothing, or nothing of it can be seen.
    case none
    case sprite(SpriteCache.Sprite)
    case line(TextLine)
    case picture(PictureStore.Entry)
  }

  /// A rectangle of damage.
  struct Area {
    var clip = PixelRect.empty
    /// Whether the list begins with a colour that hides what was there.
    var isCovered = false
    /// The index of the first command's resource.
    var offset = 0
    /// The number of its first band.
    var firstBand = 0
  }

  /// The rows of a band: few enough that the sheet of a layer is small, and that no thread waits long for another's last band.
  static let bandHeight: Int32 = 64

  private var resources: ContiguousArray<Resource> = []
  private var areas = InlineArray<4, Area>(repeating: Area())
  /// The number of areas.
  private(set) var areaCount = 0
  /// The number of bands of all areas.
  private var bandCount = 0
  private var clips: [PixelRect] = []

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
    resources.removeAll(keepingCapacity: true)
    (areaCount, bandCount) = (0, 0)
  }

  /// The area of a band, and its rows.
  func band(_ number: Int) -> (area: Area, clip: PixelRect) {
    var area = areas[0]
    for index in 1..<max(areaCount, 1) where areas[index].firstBand <= number { area = areas[index] }
    var clip = area.clip
    clip.y += Int32(number - area.firstBand) * PreparedScene.bandHeight
    clip.height = min(PreparedScene.bandHeight, area.clip.maxY - clip.y)
    return (area, clip)
  }

  /// What the command at `index` needs in `area`.
  func resource(of index: Int, in area: Area) -> Resource { resources[area.offset + index] }

  /// Adds an area in which `list` will be drawn.
  mutating func prepare(
    _ list: DisplayList, on grid: PixelGrid, within clip: PixelRect, sprites: inout SpriteCache,
    pictures: borrowing PictureStore, fonts: FontBook
  ) {
    areas[areaCount] = Area(
      clip: clip, isCovered: list.beginsOpaque(over: clip, on: grid), offset: resources.count, firstBand: bandCount)
    areaCount += 1
    bandCount += Int((clip.height + PreparedScene.bandHeight - 1) / PreparedScene.bandHeight)
    var clip = clip
    /// The number of open layers of which nothing can be seen.
    var skipped = 0
    clips.removeAll(keepingCapacity: true)
    for index in list.commands.indices {
      let command = list.commands[index]
      var resource = Resource.none
      switch command {
      case .beginLayer(let rect, _, _):
        let visible = grid.pixels(touchedBy: rect).intersection(clip)
        if skipped > 0 || visible.isEmpty {
          skipped += 1
        } else {
          clips.append(clip)
          clip = visible
        }
      case .endLayer:
        if skipped > 0 { skipped -= 1 } else if let below = clips.popLast() { clip = below }
      case _ where skipped > 0: break
      case .picture(let id, _, _, _): if let entry = pictures[id] { resource = .picture(entry) }
      case .text(let range, let rect, let style):
        if let line = TextLine(list.text[range], in: rect, style, with: fonts, on: grid) { resource = .line(line) }
      case .fill, .stroke, .shadow:
        if let plan = ShapePlan(command, on: grid, within: clip), let sprite = sprites.sprite(of: plan) {
          resource = .sprite(sprite)
        }
      case .polygon, .capsule: break
      }
      resources.append(resource)
    }
  }
}

/// Gives out bands, each once.
final class BandCounter: Sendable {
  private let following = Atomic(0)

  /// Begins with `band`.
  func start(at band: Int) { following.store(band, ordering: .relaxed) }

  /// The number of the next band.
  func next() -> Int { following.wrappingAdd(1, ordering: .relaxed).oldValue }
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
