import Offhand

/// A filled or stroked shape or a drop shadow in device pixels.
struct ShapePlan {
  /// The pixels that it covers.
  enum Form {
    /// Whole pixels.
    case pixels
    /// A box with round corners.
    case box(BoxDistance)
    /// The line inside of its edge.
    case line(Stroke<BoxDistance>)
    /// A soft box, but nothing under what casts the shadow.
    case shadow(BoxDistance, Edge, outside: BoxDistance)
  }

  let form: Form
  /// The colour, premultiplied.
  let pixel: UInt32
  /// The column and row of the first pixel of its sprite, and the sprite's size.
  private(set) var sprite = (left: 0, top: 0, width: 0, height: 0)
  /// The pixels of it that are to be drawn.
  let area: PixelRect
  /// What its pixels depend on; `nil` if they are not worth keeping.
  let key: SpriteKey?

  /// Whether it hides all that is below its area.
  var isOpaqueRectangle: Bool {
    if case .pixels = form { pixel >> 24 == 255 } else { false }
  }

  /// The shape of `command`; `nil` if nothing of it is within `clip`, or the command is of another kind.
  init?(_ command: DrawCommand, on grid: PixelGrid, within clip: PixelRect) {
    switch command {
    case .fill(let rect, let cornerRadius, let color):
      self.init(rect, cornerRadius: cornerRadius, line: nil, color.premultiplied, on: grid, within: clip)
    case .stroke(let rect, let cornerRadius, let width, let color):
      self.init(rect, cornerRadius: cornerRadius, line: width, color.premultiplied, on: grid, within: clip)
    case .shadow(let rect, let cornerRadius, let shadow, let transform):
      self.init(shadow, under: rect, cornerRadius: cornerRadius, transform, on: grid, within: clip)
    default: return nil
    }
  }

  /// A rounded rectangle, or the line inside its edge.
  ///
  /// Edges lie on whole pixels, so that panels and hairlines are sharp. A circle, which has no straight edges, is placed at the
  /// nearest quarter of a pixel, so that the dot of a moving touch glides.
  private init?(
    _ rect: Rect, cornerRadius: Double, line: Double?, _ pixel: UInt32, on grid: PixelGrid, within clip: PixelRect
  ) {
    guard rect.isFinite, !rect.isEmpty, pixel >> 24 > 0 else { return nil }
    var box = grid.box(rect, cornerRadius: cornerRadius)
    let isCircle = box.halfWidth < 0.5 && box.halfHeight < 0.5
    let step = isCircle ? 4.0 : 1.0
    let (x, y, width, height) = ShapePlan.edges(of: rect, on: grid, step: step)
    area = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height, within: clip)
    guard !area.isEmpty else { return nil }
    self.pixel = pixel
    let radius = (box.radius * 16).rounded() / 16
    let stroke = line.map { min(max(1, ($0 * grid.perMillimetre * 4).rounded() / 4), 1e6) }
    if radius == 0, stroke == nil {
      (form, key) = (.pixels, nil)
      return
    }
    box = BoxDistance(minX: x, minY: y, maxX: x + width, maxY: y + height, radius: radius)
    form = stroke.map { .line(Stroke(shape: box, width: $0)) } ?? .box(box)
    let whole = (
      x: x.rounded(.down), y: y.rounded(.down), maxX: (x + width).rounded(.up), maxY: (y + height).rounded(.up)
    )
    guard SpriteCache.keeps(whole) else {
      key = nil
      return
    }
    key = SpriteKey(
      width: Int32(clamping: Int(width * 16)), height: Int32(clamping: Int(height * 16)),
      radius: Int32(clamping: Int(radius * 16)), line: Int32(clamping: Int((stroke ?? 0) * 16)), blur: 0,
      phaseX: Int8((x - x.rounded(.down)) * 4), phaseY: Int8((y - y.rounded(.down)) * 4), pixel: pixel)
    sprite = (Int(whole.x), Int(whole.y), Int(whole.maxX - whole.x), Int(whole.maxY - whole.y))
  }

  /// Where the edges of a rectangle are drawn, in steps of which a pixel has `step`; at least a pixel apart.
  private static func edges(
    of rect: Rect, on grid: PixelGrid, step: Double
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    func snapped(_ pixels: Double) -> Double { (pixels * step).rounded() / step }
    return (
      snapped(rect.minX * grid.perMillimetreX), snapped(rect.minY * grid.perMillimetreY),
      max(1, snapped(rect.width * grid.perMillimetreX)), max(1, snapped(rect.height * grid.perMillimetreY))
    )
  }

  /// The drop shadow of a rounded rectangle, but not under the rectangle itself: panels are translucent.
  private init?(
    _ shadow: DropShadow, under rect: Rect, cornerRadius: Double, _ transform: Similarity, on grid: PixelGrid,
    within clip: PixelRect
  ) {
    let pixel = shadow.color.premultiplied
    guard rect.isFinite, !rect.isEmpty, pixel >> 24 > 0, transform.scale > 0 else { return nil }
    self.pixel = pixel
    let size = Size(width: rect.width * transform.scale, height: rect.height * transform.scale)
    let frame = Rect(center: transform.apply(rect.center), size: size)
    let isUpright = transform.rotation == .zero
    var caster = grid.box(frame, cornerRadius: cornerRadius * transform.scale)
    if isUpright {
      // The same pixels as the rectangle's own. A circle's differ by up to half a pixel, so that all places share one sprite.
      let (x, y, width, height) = ShapePlan.edges(of: frame, on: grid, step: 1)
      caster = BoxDistance(minX: x, minY: y, maxX: x + width, maxY: y + height, radius: caster.radius)
    } else {
      caster.turn(by: transform.rotation, on: grid)
    }

    let blur = max(shadow.blur * grid.perMillimetre, 0.5)
    let offsetX = (shadow.offset.dx * grid.perMillimetreX).rounded()
    let offsetY = (shadow.offset.dy * grid.perMillimetreY).rounded()
    var shape = caster.rounded(atLeast: blur)
    shape.centerX += offsetX
    shape.centerY += offsetY

    let (reachX, reachY) = (shape.reach.x + blur, shape.reach.y + blur)
    // Where it reaches to whole pixels, rounding errors must not add one at some places: others share its sprite.
    let error = 1e-6
    let whole = (
      x: (shape.centerX - reachX + error).rounded(.down), y: (shape.centerY - reachY + error).rounded(.down),
      maxX: (shape.centerX + reachX - error).rounded(.up), maxY: (shape.centerY + reachY - error).rounded(.up)
    )
    area = PixelRect(minX: whole.x, minY: whole.y, maxX: whole.maxX, maxY: whole.maxY, within: clip)
    guard !area.isEmpty else { return nil }
    form = .shadow(shape, .soft(blur), outside: caster)
    guard isUpright, SpriteCache.keeps(whole) else {
      key = nil
      return
    }
    key = SpriteKey.shadow(of: caster, blur: blur, offsetX, offsetY, pixel)
    sprite = (Int(whole.x), Int(whole.y), Int(whole.maxX - whole.x), Int(whole.maxY - whole.y))
  }

  /// Draws the pixels of `area`, one by one.
  func rasterize(_ area: PixelRect, into target: PixelTarget) {
    var sink = PaintSink(target: target, pixel: pixel)
    let area = area.area()
    switch form {
    case .pixels: break
    case .box(let box): OffhandPixman.rasterize(box, .sharp, area: area, into: &sink)
    case .line(let line): OffhandPixman.rasterize(line, .sharp, area: area, into: &sink)
    case .shadow(let shape, let edge, let hole):
      OffhandPixman.rasterize(shape, edge, outside: hole, area: area, into: &sink)
    }
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

  /// The pixels that a box touches, cut at `clip`.
  init(around box: BoxDistance, within clip: PixelRect) {
    let reach = box.reach
    self.init(
      minX: box.centerX - reach.x, minY: box.centerY - reach.y, maxX: box.centerX + reach.x,
      maxY: box.centerY + reach.y, within: clip)
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
