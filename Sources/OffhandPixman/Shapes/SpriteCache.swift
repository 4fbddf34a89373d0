import CPlatform

/// Shapes that are drawn again and again, as pixels: what moves is copied, not computed.
///
/// A shape earns its sprite the second time it is asked for, so that what changes its size or colour with every frame does not
/// push out what stays.
struct SpriteCache: ~Copyable {
  /// A drawn shape with the image over it.
  final class Sprite {
    let bitmap: Bitmap
    let image: PixmanImage
    /// When it was last asked for.
    var lastUse: UInt64 = 0

    init?(width: Int, height: Int) {
      bitmap = Bitmap(width: width, height: height)
      guard
        let image = PixmanImage(
          PIXMAN_a8r8g8b8, width: width, height: height, over: bitmap.pixels, stride: bitmap.stride)
      else { return nil }
      self.image = image
    }
  }

  /// What `lookUp` answers.
  enum Answer {
    /// Here it is.
    case sprite(Sprite)
    /// Draw it once and `insert` it.
    case worthKeeping
    /// Draw it directly.
    case seenOnce
  }

  /// Sprites keep at most so many bytes: eight panels of 500 × 500 pixels, or some hundred of fingertips.
  static let capacity = 8 << 20
  /// The largest sprite in pixels; what is larger is drawn directly, where most of it is a run of one colour.
  static let largestArea = 512 * 512

  private var sprites: [SpriteKey: Sprite] = [:]
  private var bytes = 0
  private var clock: UInt64 = 0
  private var recent: [SpriteKey?] = Array(repeating: nil, count: 64)
  private var nextRecent = 0

  init() {}

  mutating func lookUp(_ key: SpriteKey) -> Answer {
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

/// What makes two shapes the same pixels: lengths in 16ths of a pixel, the place within a pixel in quarters.
struct SpriteKey: Hashable {
  var width: Int32
  var height: Int32
  var radius: Int32
  /// The width of the line; zero for a filled shape.
  var line: Int32
  /// The reach of the soft edge; zero for a sharp one.
  var blur: Int32
  var phaseX: Int8
  var phaseY: Int8
  var pixel: UInt32
}
