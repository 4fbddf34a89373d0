import CPlatform
import Offhand

/// The pixels of shapes that are drawn repeatedly, so that they are copied instead of computed.
///
/// A shape is kept the second time it is drawn, if the first time is among the last 64 shapes that were not cached, so that one
/// that changes with every frame does not displace the others.
struct SpriteCache: ~Copyable {
  /// A drawn shape and pixman's image over it, which any thread may draw from.
  final class Sprite {
    let bitmap: Bitmap
    let image: PixmanImage
    /// The time of the last use, on the cache's clock.
    var lastUse: UInt64 = 0

    init?(width: Int, height: Int) {
      bitmap = Bitmap(width: width, height: height)
      guard let image = PixmanImage(width: width, height: height, over: bitmap.pixels, stride: bitmap.stride) else {
        return nil
      }
      self.image = image
    }
  }

  /// The result of `lookUp`.
  enum Entry {
    /// The sprite of the shape.
    case sprite(Sprite)
    /// There is none, but the shape was drawn before: draw a sprite and `insert` it.
    case worthKeeping
    /// There is none: draw the shape directly.
    case seenOnce
  }

  /// The most bytes of all sprites: eight panels of 500 × 500 pixels, or some hundred fingertips.
  static let capacity = 8 << 20
  /// The largest sprite in pixels; larger shapes are drawn directly, since most of them is a run of one colour.
  static let largestArea = 512 * 512

  private var sprites: [SpriteKey: Sprite] = [:]
  private var bytes = 0
  private var clock: UInt64 = 0
  private var recent: [SpriteKey?] = Array(repeating: nil, count: 64)
  private var nextRecent = 0

  init() {}

  /// Whether shapes of this extent are kept.
  static func keeps(_ whole: (x: Double, y: Double, maxX: Double, maxY: Double)) -> Bool {
    let (width, height) = (whole.maxX - whole.x, whole.maxY - whole.y)
    return width * height <= Double(largestArea) && max(width, height) <= Double(Bitmap.longestSide)
      && abs(whole.x) < 1e6 && abs(whole.y) < 1e6
  }

  /// The sprite of a shape; `nil` if it is to be drawn directly.
  mutating func sprite(of plan: ShapePlan) -> Sprite? {
    guard let key = plan.key else { return nil }
    switch lookUp(key) {
    case .sprite(let sprite): return sprite
    case .seenOnce: return nil
    case .worthKeeping:
      let (left, top, width, height) = plan.sprite
      guard let sprite = Sprite(width: width, height: height) else { return nil }
      let area = PixelRect(x: Int32(left), y: Int32(top), width: Int32(width), height: Int32(height))
      plan.rasterize(
        area,
        into: PixelTarget(
          image: sprite.image.raw, base: sprite.bitmap.pixels, stride: width, x: left, y: top, clip: area))
      sprite.image.share()
      insert(sprite, for: key)
      return sprite
    }
  }

  mutating func lookUp(_ key: SpriteKey) -> Entry {
    clock += 1
    if let sprite = sprites[key] {
      sprite.lastUse = clock
      return .sprite(sprite)
    }
    for index in recent.indices where recent[index] == key {
      recent[index] = nil
      return .worthKeeping
    }
    recent[nextRecent] = key
    nextRecent = (nextRecent + 1) % recent.count
    return .seenOnce
  }

  mutating func insert(_ sprite: Sprite, for key: SpriteKey) {
    let size = sprite.bitmap.stride * sprite.bitmap.height
    while bytes + size > SpriteCache.capacity, let oldest = sprites.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      sprites[oldest.key] = nil
      bytes -= oldest.value.bitmap.stride * oldest.value.bitmap.height
    }
    sprite.lastUse = clock
    sprites[key] = sprite
    bytes += size
  }
}

/// The parameters that determine the pixels of a shape: lengths in 16ths of a pixel, the position within a pixel in quarters.
struct SpriteKey: Hashable {
  var width: Int32
  var height: Int32
  var radius: Int32
  /// The width of the line; 0 for a filled shape.
  var line: Int32
  /// The reach of the soft edge; 0 for a sharp one.
  var blur: Int32
  var phaseX: Int8
  var phaseY: Int8
  var pixel: UInt32
}
