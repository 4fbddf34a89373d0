import CPlatform
import Offhand

/// A picture in device pixels.
struct PicturePlan {
  /// The pixels of it that are to be drawn.
  let area: PixelRect
  private let entry: PictureStore.Entry
  private let level: Int
  private let sampler: AffineSampler
  /// Its outline.
  private let box: BoxDistance
  /// Whether its sides lie along rows and columns. Then they also lie on whole pixels, so that they stay sharp.
  private let isUpright: Bool

  /// A picture of `size` millimetres, mapped by `transform`; `nil` if nothing of it is within `clip`.
  init?(
    _ entry: PictureStore.Entry, size: Size, _ transform: Similarity, _ quality: FilterQuality, on grid: PixelGrid,
    within clip: PixelRect
  ) {
    guard size.width > 0, size.height > 0, transform.scale > 0, transform.scale.isFinite,
      transform.translation.isFinite, transform.rotation.radians.isFinite
    else { return nil }
    self.entry = entry
    let scale = transform.scale * grid.perMillimetre * size.width / Double(entry.pyramid.width)
    level = entry.pyramid.level(at: scale, quality)
    sampler = AffineSampler(entry.pyramid.levels[level], size: size, from: grid, through: transform.inverse)
    let frame = transform.bounds(of: Rect(origin: .origin, size: size))
    isUpright = transform.rotation == .zero
    if isUpright {
      box = BoxDistance(
        minX: (frame.minX * grid.perMillimetreX).rounded(), minY: (frame.minY * grid.perMillimetreY).rounded(),
        maxX: (frame.maxX * grid.perMillimetreX).rounded(), maxY: (frame.maxY * grid.perMillimetreY).rounded(),
        radius: 0)
    } else {
      let inner = Size(width: size.width * transform.scale, height: size.height * transform.scale)
      var turned = grid.box(Rect(center: frame.center, size: inner), cornerRadius: 0)
      turned.turn(by: transform.rotation, on: grid)
      box = turned
    }
    area = PixelRect(around: box, within: clip)
    if area.isEmpty { return nil }
  }

  /// Whether every pixel of it is opaque.
  var isOpaque: Bool { entry.pyramid.isOpaque }

  /// The columns of `area` that it covers wholly in rows `top` to `bottom` of it, the last excluded.
  func innerColumns(_ top: Int32, _ bottom: Int32) -> Range<Int32> {
    let all = area.x..<area.maxX
    return isUpright ? all : box.innerColumns(Int(top), Int(bottom)).clamped(to: all)
  }

  /// Draws what is in `area` of the picture, with the images of thread `number`.
  func draw(_ area: PixelRect, by number: Int, into target: PixelTarget) {
    if isUpright {
      drawUpright(area, by: number, into: target)
    } else {
      var sink = PictureSink(target: target, sampler: sampler, isOpaque: entry.pyramid.isOpaque)
      let (x, y, maxX, maxY) = area.area()
      var left = x
      while left < maxX {
        let right = min((left | (AffineSampler.strip - 1)) + 1, maxX)
        rasterize(box, .sharp, area: (left, y, right, maxY), into: &sink)
        left = right
      }
    }
  }

  /// Draws through pixman, which scales along rows and columns faster than any general transform.
  private func drawUpright(_ area: PixelRect, by number: Int, into target: PixelTarget) {
    guard let image = entry.image(level, for: number) else { return }
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (PicturePlan.fixed(sampler.u.acrossX), 0, PicturePlan.fixed(sampler.u.start))
    matrix.matrix.1 = (0, PicturePlan.fixed(sampler.v.acrossY), PicturePlan.fixed(sampler.v.start))
    matrix.matrix.2 = (0, 0, PicturePlan.fixed(1))
    pixman_image_set_transform(image, &matrix)
    pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, nil, 0)
    pixman_image_composite32(
      PIXMAN_OP_OVER, image, nil, target.image, area.x, area.y, 0, 0, area.x - CInt(target.x),
      area.y - CInt(target.y), area.width, area.height)
  }

  /// 16.16 fixed point (`pixman_double_to_fixed` is a function-like macro); saturates.
  private static func fixed(_ value: Double) -> pixman_fixed_t {
    pixman_fixed_t(min(max((value * 65536).rounded(), -2_147_483_648), 2_147_483_647))
  }
}

/// Draws the pixels of a rotated picture.
private struct PictureSink: CoverageSink {
  let target: PixelTarget
  let sampler: AffineSampler
  let isOpaque: Bool

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {
    let row = target.pointer(x, y)
    if isOpaque {
      sampler.smooth(x, y, count) { row[$0] = $1 }
    } else {
      sampler.smooth(x, y, count) { row[$0] = Pixel.over($1, row[$0]) }
    }
  }

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let pixel = sampler.smooth(x, y)
    let below = target.pointer(x, y)
    below.pointee = Pixel.over(Pixel.scaled(pixel, by: coverage), below.pointee)
  }
}
