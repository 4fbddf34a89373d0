import CPlatform
import Offhand

/// Draws pictures, upright through pixman and turned through ``AffineSampler``.
struct PicturePainter {
  /// The number of the thread that draws.
  let number: Int

  /// Draws a picture of `size` millimetres, transformed by `transform`.
  func draw(
    _ entry: PictureStore.Entry, size: Size, _ transform: Similarity, _ quality: FilterQuality, on grid: PixelGrid,
    into target: PixelTarget
  ) {
    guard size.width > 0, size.height > 0, transform.scale > 0, transform.scale.isFinite,
      transform.translation.isFinite, transform.rotation.radians.isFinite
    else { return }
    let frame = transform.bounds(of: Rect(origin: .origin, size: size))
    let scale = transform.scale * grid.perMillimetre * size.width / Double(entry.pyramid.width)
    let level = entry.pyramid.level(at: scale)
    let map = PicturePainter.sampler(
      of: entry.pyramid.levels[level], size: size, from: grid, through: transform.inverse)
    if transform.rotation == .zero {
      drawUpright(entry, level, map, frame, quality, on: grid, into: target)
    } else {
      var shape = grid.box(
        Rect(
          center: frame.center, size: Size(width: size.width * transform.scale, height: size.height * transform.scale)),
        cornerRadius: 0)
      shape.cosine = transform.rotation.cosine
      shape.sine = transform.rotation.sine
      let outer = grid.box(frame, cornerRadius: 0)
      let area = PixelRect(around: outer, within: target.clip)
      guard !area.isEmpty else { return }
      var sink = PictureSink(target: target, sampler: map, quality: quality, isOpaque: entry.pyramid.isOpaque)
      rasterize(shape, .sharp, area: area.area(), into: &sink)
    }
  }

  /// Draws an upright picture through pixman, which scales along rows and columns faster than any general transform. Its edges lie
  /// on whole pixels, so that they stay sharp.
  private func drawUpright(
    _ entry: PictureStore.Entry, _ level: Int, _ map: AffineSampler, _ frame: Rect, _ quality: FilterQuality,
    on grid: PixelGrid, into target: PixelTarget
  ) {
    let box = BoxDistance(
      minX: (frame.minX * grid.perMillimetreX).rounded(), minY: (frame.minY * grid.perMillimetreY).rounded(),
      maxX: (frame.maxX * grid.perMillimetreX).rounded(), maxY: (frame.maxY * grid.perMillimetreY).rounded(), radius: 0)
    let area = PixelRect(around: box, within: target.clip)
    guard !area.isEmpty, let image = entry.image(level, for: number) else { return }
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (PicturePainter.fixed(map.u.acrossX), 0, PicturePainter.fixed(map.u.start))
    matrix.matrix.1 = (0, PicturePainter.fixed(map.v.acrossY), PicturePainter.fixed(map.v.start))
    matrix.matrix.2 = (0, 0, PicturePainter.fixed(1))
    pixman_image_set_transform(image, &matrix)
    pixman_image_set_filter(image, quality == .fast ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
    pixman_image_composite32(
      PIXMAN_OP_OVER, image, nil, target.image, area.x, area.y, 0, 0, area.x - CInt(target.x),
      area.y - CInt(target.y), area.width, area.height)
  }

  /// The map from device pixels to the pixels of a bitmap that is shown at `size` millimetres.
  private static func sampler(
    of bitmap: Bitmap, size: Size, from grid: PixelGrid, through inverse: Similarity
  ) -> AffineSampler {
    let cosine = inverse.rotation.cosine * inverse.scale
    let sine = inverse.rotation.sine * inverse.scale
    let across = Double(bitmap.width) / size.width
    let down = Double(bitmap.height) / size.height
    return AffineSampler(
      pixels: UnsafePointer(bitmap.pixels), width: bitmap.width, height: bitmap.height,
      u: (
        across * inverse.translation.dx, across * cosine / grid.perMillimetreX, -across * sine / grid.perMillimetreY
      ),
      v: (down * inverse.translation.dy, down * sine / grid.perMillimetreX, down * cosine / grid.perMillimetreY))
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
  let quality: FilterQuality
  let isOpaque: Bool

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {
    let row = target.pointer(x, y)
    switch (quality, isOpaque) {
    case (.fast, true): sampler.nearest(x, y, count) { row[$0] = $1 }
    case (.fast, false): sampler.nearest(x, y, count) { row[$0] = Pixel.over($1, row[$0]) }
    case (.smooth, true): sampler.smooth(x, y, count) { row[$0] = $1 }
    case (.smooth, false): sampler.smooth(x, y, count) { row[$0] = Pixel.over($1, row[$0]) }
    }
  }

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let pixel = quality == .fast ? sampler.nearest(x, y) : sampler.smooth(x, y)
    let below = target.pointer(x, y)
    below.pointee = Pixel.over(Pixel.scaled(pixel, by: coverage), below.pointee)
  }
}
