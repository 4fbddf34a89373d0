import Offhand

extension PixelGrid {
  /// Device pixels a millimetre, as the mean of both directions: for lengths that have none, such as a radius.
  var perMillimetre: Double { (perMillimetreX + perMillimetreY) / 2 }

  /// The rounded rectangle in device pixels, where it is.
  func box(_ rect: Rect, cornerRadius: Double) -> BoxDistance {
    BoxDistance(
      minX: rect.minX * perMillimetreX, minY: rect.minY * perMillimetreY, maxX: rect.maxX * perMillimetreX,
      maxY: rect.maxY * perMillimetreY, radius: cornerRadius * perMillimetre)
  }
}

extension PixelRect {
  /// The columns and rows.
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
