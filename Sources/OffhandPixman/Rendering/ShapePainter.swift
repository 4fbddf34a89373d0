import CPlatform
import Offhand

/// Draws filled and stroked shapes and drop shadows. Shapes that are drawn repeatedly are kept as sprites.
struct ShapePainter: ~Copyable {
  private var sprites = SpriteCache()
  private let solid = SolidSource()
  /// The corners and edges of the polygon that is being drawn, kept so that drawing does not allocate.
  private var corners: [(x: Double, y: Double)] = []
  private var edges: [PolygonDistance.Edge] = []

  /// Fills a rounded rectangle, or draws the line inside its edge.
  ///
  /// Edges lie on whole pixels, so that panels and hairlines are sharp. A circle, which has no straight edges, is placed at the
  /// nearest quarter of a pixel, so that the dot of a moving touch glides.
  mutating func fill(
    _ rect: Rect, cornerRadius: Double, line: Double?, _ pixel: UInt32, on grid: PixelGrid, into target: PixelTarget
  ) {
    guard rect.isFinite, !rect.isEmpty, pixel >> 24 > 0 else { return }
    var box = grid.box(rect, cornerRadius: cornerRadius)
    let isCircle = box.halfWidth < 0.5 && box.halfHeight < 0.5
    let step = isCircle ? 4.0 : 1.0
    let width = max(1, (2 * (box.halfWidth + box.radius) * step).rounded() / step)
    let height = max(1, (2 * (box.halfHeight + box.radius) * step).rounded() / step)
    let x = (rect.minX * grid.perMillimetreX * step).rounded() / step
    let y = (rect.minY * grid.perMillimetreY * step).rounded() / step
    let area = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height, within: target.clip)
    guard !area.isEmpty else { return }
    let radius = (box.radius * 16).rounded() / 16
    let stroke = line.map { max(1, ($0 * grid.perMillimetre * 4).rounded() / 4) }
    if radius == 0, stroke == nil {
      paint(area, pixel, into: target)
      return
    }
    let key = SpriteKey(
      width: Int32(clamping: Int(width * 16)), height: Int32(clamping: Int(height * 16)),
      radius: Int32(clamping: Int(radius * 16)), line: Int32(clamping: Int((stroke ?? 0) * 16)), blur: 0,
      phaseX: Int8((x - x.rounded(.down)) * 4), phaseY: Int8((y - y.rounded(.down)) * 4), pixel: pixel)
    box = BoxDistance(minX: x, minY: y, maxX: x + width, maxY: y + height, radius: radius)
    let whole = (
      x: x.rounded(.down), y: y.rounded(.down), maxX: (x + width).rounded(.up), maxY: (y + height).rounded(.up)
    )
    if let stroke {
      drawCached(Stroke(shape: box, width: stroke), .sharp, key, pixel, whole: whole, area: area, into: target)
    } else {
      drawCached(box, .sharp, key, pixel, whole: whole, area: area, into: target)
    }
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

  /// Draws a shape as a sprite if the same one was drawn before, and directly otherwise.
  private mutating func drawCached(
    _ shape: some SignedDistance, _ edge: Edge, outside hole: BoxDistance? = nil, _ key: SpriteKey?, _ pixel: UInt32,
    whole: (x: Double, y: Double, maxX: Double, maxY: Double), area: PixelRect, into target: PixelTarget
  ) {
    let across = whole.maxX - whole.x
    let down = whole.maxY - whole.y
    guard let key, across * down <= Double(SpriteCache.largestArea), abs(whole.x) < 1e6, abs(whole.y) < 1e6 else {
      paint(shape, edge, outside: hole, pixel, area: area.area(), into: target)
      return
    }
    let left = Int(whole.x)
    let top = Int(whole.y)
    switch sprites.lookUp(key) {
    case .sprite(let sprite): copy(sprite, left, top, area, into: target)
    case .worthKeeping:
      guard let sprite = SpriteCache.Sprite(width: Int(across), height: Int(down)) else { fallthrough }
      let own = PixelTarget(
        image: sprite.image.raw, base: sprite.bitmap.pixels, stride: sprite.bitmap.width, x: left, y: top, clip: .empty)
      paint(
        shape, edge, outside: hole, pixel, area: (left, top, left + Int(across), top + Int(down)), into: own)
      sprites.insert(sprite, for: key)
      copy(sprite, left, top, area, into: target)
    case .seenOnce: paint(shape, edge, outside: hole, pixel, area: area.area(), into: target)
    }
  }

  private func paint(
    _ shape: some SignedDistance, _ edge: Edge, outside hole: BoxDistance?, _ pixel: UInt32,
    area: (x: Int, y: Int, maxX: Int, maxY: Int), into target: PixelTarget
  ) {
    var sink = PaintSink(target: target, pixel: pixel)
    if let hole {
      rasterize(shape, edge, outside: hole, area: area, into: &sink)
    } else {
      rasterize(shape, edge, area: area, into: &sink)
    }
  }

  private func copy(
    _ sprite: SpriteCache.Sprite, _ left: Int, _ top: Int, _ area: PixelRect, into target: PixelTarget
  ) {
    pixman_image_composite32(
      PIXMAN_OP_OVER, sprite.image.raw, nil, target.image, area.x - CInt(left), area.y - CInt(top), 0, 0,
      area.x - CInt(target.x), area.y - CInt(target.y), area.width, area.height)
  }

  /// Draws the drop shadow of a rounded rectangle, but not under the rectangle itself: panels are translucent.
  mutating func draw(
    _ shadow: DropShadow, under rect: Rect, cornerRadius: Double, _ transform: Similarity, on grid: PixelGrid,
    into target: PixelTarget
  ) {
    let pixel = shadow.color.premultiplied
    guard rect.isFinite, !rect.isEmpty, pixel >> 24 > 0, transform.scale > 0 else { return }
    let size = Size(width: rect.width * transform.scale, height: rect.height * transform.scale)
    let frame = Rect(center: transform.apply(rect.center), size: size)
    let isUpright = transform.rotation == .zero
    var caster = grid.box(isUpright ? grid.snapped(frame) : frame, cornerRadius: cornerRadius * transform.scale)
    caster.cosine = transform.rotation.cosine
    caster.sine = transform.rotation.sine

    let blur = max(shadow.blur * grid.perMillimetre, 0.5)
    let offsetX = (shadow.offset.dx * grid.perMillimetreX).rounded()
    let offsetY = (shadow.offset.dy * grid.perMillimetreY).rounded()
    var shape = caster.rounded(atLeast: blur)
    shape.centerX += offsetX
    shape.centerY += offsetY

    let reachX = abs(shape.halfWidth * shape.cosine) + abs(shape.halfHeight * shape.sine) + shape.radius + blur
    let reachY = abs(shape.halfWidth * shape.sine) + abs(shape.halfHeight * shape.cosine) + shape.radius + blur
    let whole = (
      x: (shape.centerX - reachX).rounded(.down), y: (shape.centerY - reachY).rounded(.down),
      maxX: (shape.centerX + reachX).rounded(.up), maxY: (shape.centerY + reachY).rounded(.up)
    )
    let area = PixelRect(minX: whole.x, minY: whole.y, maxX: whole.maxX, maxY: whole.maxY, within: target.clip)
    guard !area.isEmpty else { return }
    let key = isUpright ? SpriteKey.shadow(of: caster, blur: blur, offsetX, offsetY, pixel) : nil
    drawCached(shape, .soft(blur), outside: caster, key, pixel, whole: whole, area: area, into: target)
  }
}

extension SpriteKey {
  /// The key of a drop shadow: the box that casts it, its blur, its offset in whole pixels and its colour.
  fileprivate static func shadow(
    of box: BoxDistance, blur: Double, _ offsetX: Double, _ offsetY: Double, _ pixel: UInt32
  ) -> SpriteKey? {
    guard abs(offsetX) < 100, abs(offsetY) < 100, box.halfWidth < 1e6, box.halfHeight < 1e6, blur < 1e6 else {
      return nil
    }
    return SpriteKey(
      width: Int32((box.halfWidth * 32).rounded()), height: Int32((box.halfHeight * 32).rounded()),
      radius: Int32((box.radius * 16).rounded()), line: 0, blur: Int32((blur * 16).rounded()), phaseX: Int8(offsetX),
      phaseY: Int8(offsetY), pixel: pixel)
  }
}

extension PixelGrid {
  /// Device pixels per millimetre, the mean of both directions, for lengths without a direction, such as a radius.
  var perMillimetre: Double { (perMillimetreX + perMillimetreY) / 2 }

  /// A rounded rectangle in device pixels.
  func box(_ rect: Rect, cornerRadius: Double) -> BoxDistance {
    BoxDistance(
      minX: rect.minX * perMillimetreX, minY: rect.minY * perMillimetreY, maxX: rect.maxX * perMillimetreX,
      maxY: rect.maxY * perMillimetreY, radius: cornerRadius * perMillimetre)
  }
}

extension PixelRect {
  /// The edges as integers.
  func area() -> (x: Int, y: Int, maxX: Int, maxY: Int) { (Int(x), Int(y), Int(maxX), Int(maxY)) }

  /// The pixels that an upright box touches, cut at `clip`.
  init(around box: BoxDistance, within clip: PixelRect) {
    let reachX = box.halfWidth + box.radius
    let reachY = box.halfHeight + box.radius
    self.init(
      minX: box.centerX - reachX, minY: box.centerY - reachY, maxX: box.centerX + reachX, maxY: box.centerY + reachY,
      within: clip)
  }

  /// The pixels that an area with these edges touches, cut at `clip`.
  init(minX: Double, minY: Double, maxX: Double, maxY: Double, within clip: PixelRect) {
    guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else {
      self = .empty
      return
    }
    let left = max(minX.rounded(.down), Double(clip.x))
    let top = max(minY.rounded(.down), Double(clip.y))
    let right = min(maxX.rounded(.up), Double(clip.maxX))
    let bottom = min(maxY.rounded(.up), Double(clip.maxY))
    guard right > left, bottom > top else {
      self = .empty
      return
    }
    self.init(x: Int32(left), y: Int32(top), width: Int32(right - left), height: Int32(bottom - top))
  }
}
