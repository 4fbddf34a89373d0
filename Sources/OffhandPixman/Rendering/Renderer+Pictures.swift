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
    let isUpright = transform.rotation == .zero
    let place = transform.bounds(of: Rect(origin: .origin, size: size))
    var box = grid.box(place, cornerRadius: 0)
    if isUpright {
      // Edges on whole pixels: what is upright stays crisp.
      box = BoxDistance(
        minX: (place.minX * grid.perMillimetreX).rounded(), minY: (place.minY * grid.perMillimetreY).rounded(),
        maxX: (place.maxX * grid.perMillimetreX).rounded(), maxY: (place.maxY * grid.perMillimetreY).rounded(),
        radius: 0)
    }
    let area = PixelRect(
      minX: box.centerX - box.halfWidth, minY: box.centerY - box.halfHeight, maxX: box.centerX + box.halfWidth,
      maxY: box.centerY + box.halfHeight, within: target.clip)
    guard !area.isEmpty else { return }

    let scale = transform.scale * grid.perMillimetre * size.width / Double(entry.pyramid.width)
    let level = entry.pyramid.level(at: scale)
    guard let image = entry.image(level) else { return }
    let bitmap = entry.pyramid.levels[level]
    var matrix = Renderer.matrix(from: grid, through: transform.inverse, size: size, to: bitmap)
    pixman_image_set_transform(image, &matrix)
    pixman_image_set_filter(image, quality == .fast ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)

    let edge = isUpright ? nil : coverMask(of: size, transform, on: grid, area: area)
    pixman_image_composite32(
      PIXMAN_OP_OVER, image, edge, target.image, area.x, area.y, 0, 0, area.x - CInt(target.x),
      area.y - CInt(target.y), area.width, area.height)
  }

  /// How far the turned picture covers each pixel of `area`: antialiased edges, whatever the filter does inside.
  private func coverMask(
    of size: Size, _ transform: Similarity, on grid: PixelGrid, area: PixelRect
  ) -> OpaquePointer? {
    let center = transform.apply(Rect(origin: .origin, size: size).center)
    var shape = grid.box(
      Rect(center: center, size: Size(width: size.width * transform.scale, height: size.height * transform.scale)),
      cornerRadius: 0)
    shape.cosine = transform.rotation.cosine
    shape.sine = transform.rotation.sine
    guard let memory = mask.take(PIXMAN_a8, width: Int(area.width), height: Int(area.height)) else { return nil }
    var sink = MaskSink(
      base: UnsafeMutableRawPointer(memory.words).assumingMemoryBound(to: UInt8.self), stride: memory.stride,
      x: Int(area.x), y: Int(area.y))
    rasterize(shape, .sharp, area: area.area(), into: &sink)
    return memory.image
  }

  /// The map from device pixels to the pixels of a picture, as pixman wants it.
  private static func matrix(
    from grid: PixelGrid, through inverse: Similarity, size: Size, to bitmap: Bitmap
  ) -> pixman_transform_t {
    let cosine = inverse.rotation.cosine * inverse.scale
    let sine = inverse.rotation.sine * inverse.scale
    let across = Double(bitmap.width) / size.width
    let down = Double(bitmap.height) / size.height
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (
      fixed(across * cosine / grid.perMillimetreX), fixed(-across * sine / grid.perMillimetreY),
      fixed(across * inverse.translation.dx)
    )
    matrix.matrix.1 = (
      fixed(down * sine / grid.perMillimetreX), fixed(down * cosine / grid.perMillimetreY),
      fixed(down * inverse.translation.dy)
    )
    matrix.matrix.2 = (0, 0, fixed(1))
    return matrix
  }

  /// 16.16 fixed point (`pixman_double_to_fixed` is a function-like macro); saturates.
  private static func fixed(_ value: Double) -> pixman_fixed_t {
    pixman_fixed_t(min(max((value * 65536).rounded(), -2_147_483_648), 2_147_483_647))
  }
}
