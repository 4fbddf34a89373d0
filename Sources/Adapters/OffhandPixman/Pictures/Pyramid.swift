import CPlatform
public import Offhand

/// A picture and its copies of half, a quarter, an eighth … the size, for drawing it small without shimmering.
///
/// The levels include the picture and take 4/3 of its memory; making them takes one pass over it, on any thread.
///
/// Sound as `@unchecked Sendable`: nothing else has its bitmaps (`sending`), and it only reads them.
public final class Pyramid: @unchecked Sendable {
  /// The levels, each half as large as the one before, down to a longest side of at most 64 pixels.
  let levels: [Bitmap]
  /// Whether every pixel is opaque.
  let isOpaque: Bool

  /// The pyramid over `picture`, which it takes over.
  public init(_ picture: sending Bitmap) {
    var levels = [picture]
    while let last = levels.last, max(last.width, last.height) > 64 { levels.append(last.halved()) }
    self.levels = levels
    isOpaque = picture.isOpaque
  }

  /// The memory of all levels in bytes.
  public var byteCount: Int { levels.reduce(0) { $0 + $1.height * $1.stride } }

  /// The picture's width in pixels.
  public var width: Int { levels[0].width }
  /// The picture's height in pixels.
  public var height: Int { levels[0].height }

  /// The level to draw at `scale` device pixels per pixel of the picture: the smallest that has at least the pixels that are shown, or,
  /// for a picture that moves, at least half of them. Most of the time goes into reading pixels: a picture at .57 of the size of its
  /// level is drawn from the next in two thirds of the time.
  func level(at scale: Double, _ quality: FilterQuality) -> Int {
    let limit = quality == .fast ? 0.5.squareRoot() : 0.5
    var level = 0
    var remaining = scale
    while remaining <= limit, level + 1 < levels.count {
      level += 1
      remaining *= 2
    }
    return level
  }
}

extension Bitmap {
  /// A bitmap of half the size, every pixel the mean of four; an odd last column or row counts twice.
  func halved() -> Bitmap {
    let half = Bitmap(width: max(1, (width + 1) / 2), height: max(1, (height + 1) / 2))
    for y in 0..<half.height {
      let upper = pixels + min(2 * y, height - 1) * width
      let lower = pixels + min(2 * y + 1, height - 1) * width
      let row = half.pixels + y * half.width
      let pairs = width / 2
      for x in 0..<pairs {
        row[x] = Bitmap.mean(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
      }
      if pairs < half.width {
        row[pairs] = Bitmap.mean(upper[width - 1], upper[width - 1], lower[width - 1], lower[width - 1])
      }
    }
    return half
  }

  /// The mean of four pixels, rounded to nearest, two components at a time.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = ((a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002) >> 2 & mask
    let high = ((a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002) >> 2 & mask
    return low | high << 8
  }
}

/// The pictures that a renderer can draw, by name.
public struct PictureStore: ~Copyable {
  /// A pyramid and pixman's images over its levels, of which each thread has its own: they change with every use.
  final class Entry {
    let pyramid: Pyramid
    /// All levels for the first thread, then for the next; a thread touches nothing but its own.
    private let images: UnsafeMutablePointer<PixmanImage?>

    init(_ pyramid: Pyramid) {
      self.pyramid = pyramid
      let count = pyramid.levels.count * Renderer.threadLimit
      images = .allocate(capacity: count)
      images.initialize(repeating: nil, count: count)
    }

    deinit {
      images.deinitialize(count: pyramid.levels.count * Renderer.threadLimit)
      images.deallocate()
    }

    /// Pixman's image over `level` for thread `number`; `nil` if there is no memory.
    func image(_ level: Int, for number: Int) -> OpaquePointer? {
      let own = images + (number * pyramid.levels.count + level)
      if let image = own.pointee { return image.raw }
      let bitmap = pyramid.levels[level]
      let image = PixmanImage(
        pyramid.isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, width: bitmap.width, height: bitmap.height,
        over: bitmap.pixels, stride: bitmap.stride)
      if let image { pixman_image_set_repeat(image.raw, PIXMAN_REPEAT_PAD) }
      own.pointee = image
      return image?.raw
    }
  }

  private var entries: [ImageID: Entry] = [:]
  private var last: UInt32 = 0

  init() {}

  /// Adds a picture and returns its name for display lists.
  public mutating func insert(_ pyramid: Pyramid) -> ImageID {
    last += 1
    let id = ImageID(rawValue: last)
    entries[id] = Entry(pyramid)
    return id
  }

  /// Removes a picture; commands that still name it draw nothing.
  public mutating func remove(_ id: ImageID) { entries[id] = nil }

  subscript(id: ImageID) -> Entry? { entries[id] }
}
