import CPlatform
import Offhand

extension Renderer {
  /// Draws a picture of `size` millimetres where `transform` takes it.
  func draw(
    _ id: ImageID, size: Size, _ transform: Similarity, _ quality: FilterQuality, on grid: PixelGrid,
    into target: PixelTarget
  ) {
    guard let entry = pictures[id], size.width > 0, size.height > 0, transform.scale > 0, transform.scale.isFinite,
      transform.translation.isFinite, transform.rotation.radians.isFinite
    else { return }
    let place = transform.bounds(of: Rect(origin: .origin, size: size))
    let scale = transform.scale * grid.perMillimetre * size.width / Double(entry.pyramid.width)
    let level = entry.pyramid.level(at: scale)
    let map = Renderer.sampler(
      of: entry.pyramid.levels[level], size: size, from: grid, through: transform.inverse)
    if transform.rotation == .zero {
      drawUpright(entry, level, map, place, quality, on: grid, into: target)
    } else {
      var shape = grid.box(
        Rect(
          center: place.center, size: Size(width: size.width * transform.scale, height: size.height * transform.scale)),
        cornerRadius: 0)
      shape.cosine = transform.rotation.cosine
      shape.sine = transform.rotation.sine
      let outer = grid.box(place, cornerRadius: 0)
      let area = PixelRect(around: outer, within: target.clip)
      guard !area.isEmpty else { return }
      var sink = PictureSink(target: target, sampler: map, quality: quality, isOpaque: entry.pyramid.isOpaque)
      rasterize(shape, .sharp, area: area.area(), into: &sink)
    }
  }

  /// Upright pictures go through pixman, which scales along rows and columns faster than anything general; their edges lie on
  /// whole pixels, so that they stay crisp.
  private func drawUpright(
    _ entry: PictureStore.Entry, _ level: Int, _ map: AffineSampler, _ place: Rect, _ quality: FilterQuality,
    on grid: PixelGrid, into target: PixelTarget
  ) {
    let box = BoxDistance(
      minX: (place.minX * grid.perMillimetreX).rounded(), minY: (place.minY * grid.perMillimetreY).rounded(),
      maxX: (place.maxX * grid.perMillimetreX).rounded(), maxY: (place.maxY * grid.perMillimetreY).rounded(), radius: 0)
    let area = PixelRect(around: box, within: target.clip)
    guard !area.isEmpty, let image = entry.image(level) else { return }
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (Renderer.fixed(map.u.acrossX), 0, Renderer.fixed(map.u.start))
    matrix.matrix.1 = (0, Renderer.fixed(map.v.acrossY), Renderer.fixed(map.v.start))
    matrix.matrix.2 = (0, 0, Renderer.fixed(1))
    pixman_image_set_transform(image, &matrix)
    pixman_image_set_filter(image, quality == .fast ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
    pixman_image_composite32(
      PIXMAN_OP_OVER, image, nil, target.image, area.x, area.y, 0, 0, area.x - CInt(target.x),
      area.y - CInt(target.y), area.width, area.height)
  }

  /// The map from device pixels to the pixels of a bitmap that stands for `size` millimetres.
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
