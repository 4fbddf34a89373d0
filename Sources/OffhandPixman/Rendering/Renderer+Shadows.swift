import CPlatform
import Offhand

extension Renderer {
  /// Draws the shadow of a rounded rectangle, without what lies below the rectangle itself: panels are translucent.
  func draw(
    _ shadow: Shadow, under rect: Rect, cornerRadius: Double, _ transform: Similarity, on grid: PixelGrid,
    into target: PixelTarget
  ) {
    let pixel = shadow.color.premultiplied
    guard rect.isFinite, !rect.isEmpty, pixel >> 24 > 0, transform.scale > 0 else { return }
    let size = Size(width: rect.width * transform.scale, height: rect.height * transform.scale)
    let place = Rect(center: transform.apply(rect.center), size: size)
    let isUpright = transform.rotation == .zero
    var caster = grid.box(isUpright ? grid.snapped(place) : place, cornerRadius: cornerRadius * transform.scale)
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
  /// The key of a shadow: of what casts it, its blur, its offset in whole pixels and its colour.
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
