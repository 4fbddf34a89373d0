import CPlatform
import Offhand

/// Draws filled and stroked shapes, drop shadows, polygons and capsules.
struct ShapePainter: ~Copyable {
  private let solid = SolidSource()
  /// The corners and edges of the polygon that is being drawn, kept so that drawing does not allocate.
  private var corners: [(x: Double, y: Double)] = []
  private var edges: [PolygonDistance.Edge] = []

  /// Draws what is in `area` of a shape, from its sprite if there is one.
  func draw(_ plan: ShapePlan, _ sprite: SpriteCache.Sprite?, _ area: PixelRect, into target: PixelTarget) {
    if let sprite {
      copy(sprite, of: plan, area, into: target)
    } else if case .pixels = plan.form {
      paint(area, plan.pixel, into: target)
    } else {
      plan.rasterize(area, into: target)
    }
  }

  private func copy(
    _ sprite: SpriteCache.Sprite, of plan: ShapePlan, _ area: PixelRect, into target: PixelTarget
  ) {
    pixman_image_composite32(
      PIXMAN_OP_OVER, sprite.image.raw, nil, target.image, area.x - CInt(plan.sprite.left),
      area.y - CInt(plan.sprite.top), 0, 0, area.x - CInt(target.x), area.y - CInt(target.y), area.width, area.height)
  }

  /// Fills a convex polygon.
  mutating func fill(polygon points: ArraySlice<Point>, _ pixel: UInt32, on grid: PixelGrid, into target: PixelTarget) {
    guard pixel >> 24 > 0, points.count >= 3 else { return }
    corners.removeAll(keepingCapacity: true)
    var box = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)
    for point in points {
      let x = point.x * grid.perMillimetreX
      let y = point.y * grid.perMillimetreY
      corners.append((x, y))
      box = (min(box.minX, x), min(box.minY, y), max(box.maxX, x), max(box.maxY, y))
    }
    let area = PixelRect(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY, within: target.clip)
    guard !area.isEmpty, PolygonDistance.edges(of: corners[...], into: &edges) else { return }
    edges.withUnsafeBufferPointer { edges in
      var sink = PaintSink(target: target, pixel: pixel)
      rasterize(PolygonDistance(edges: edges), .sharp, area: area.area(), into: &sink)
    }
  }

  /// Fills the convex hull of two discs.
  func fillCapsule(
    _ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double, _ pixel: UInt32, on grid: PixelGrid,
    into target: PixelTarget
  ) {
    guard pixel >> 24 > 0, startRadius >= 0, endRadius >= 0 else { return }
    // A line thinner than a pixel is drawn one pixel wide, since it would fade and flicker otherwise.
    let first = max(startRadius * grid.perMillimetre, 0.5)
    let second = max(endRadius * grid.perMillimetre, 0.5)
    let x = (start.x * grid.perMillimetreX, end.x * grid.perMillimetreX)
    let y = (start.y * grid.perMillimetreY, end.y * grid.perMillimetreY)
    let area = PixelRect(
      minX: min(x.0 - first, x.1 - second), minY: min(y.0 - first, y.1 - second), maxX: max(x.0 + first, x.1 + second),
      maxY: max(y.0 + first, y.1 + second), within: target.clip)
    guard !area.isEmpty else { return }
    let shape = CapsuleDistance(
      startX: x.0, startY: y.0, startRadius: first, endX: x.1, endY: y.1, endRadius: second)
    var sink = PaintSink(target: target, pixel: pixel)
    rasterize(shape, .sharp, area: area.area(), into: &sink)
  }

  /// Fills whole pixels.
  private func paint(_ area: PixelRect, _ pixel: UInt32, into target: PixelTarget) {
    let x = area.x - CInt(target.x)
    let y = area.y - CInt(target.y)
    if pixel >> 24 == 255,
      pixman_fill(target.base, CInt(target.stride), 32, x, y, area.width, area.height, pixel) != 0
    {
      return
    }
    pixman_image_composite32(
      PIXMAN_OP_OVER, solid.image(pixel), nil, target.image, 0, 0, 0, 0, x, y, area.width, area.height)
  }
}
