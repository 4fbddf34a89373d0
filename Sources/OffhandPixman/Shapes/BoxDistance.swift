import Offhand

/// A rectangle with round corners, turned about its centre.
struct BoxDistance: SignedDistance {
  var centerX: Double
  var centerY: Double
  /// The turned x axis.
  var cosine = 1.0
  var sine = 0.0
  /// Half the sides without the corners' radius.
  var halfWidth: Double
  var halfHeight: Double
  var radius: Double

  /// The rectangle with these edges; the radius is cut to half of the shorter side.
  init(minX: Double, minY: Double, maxX: Double, maxY: Double, radius: Double) {
    let width = maxX - minX
    let height = maxY - minY
    self.radius = min(max(radius, 0), width / 2, height / 2)
    centerX = (minX + maxX) / 2
    centerY = (minY + maxY) / 2
    halfWidth = width / 2 - self.radius
    halfHeight = height / 2 - self.radius
  }

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double {
    let dx = x - centerX
    let dy = y - centerY
    let across = abs(dx * cosine + dy * sine) - halfWidth
    let down = abs(dy * cosine - dx * sine) - halfHeight
    if across <= 0 || down <= 0 { return max(across, down) - radius }
    return (across * across + down * down).squareRoot() - radius
  }

  /// The largest square-cornered box of whole pixels that lies wholly inside, of one that is not turned.
  var core: PixelRect {
    // A corner's arc leaves this much of its square free; the edge itself is soft up to half a pixel to either side.
    let inset = radius * (1 - 0.5.squareRoot()) + 0.5
    let left = (centerX - halfWidth - radius + inset).rounded(.up)
    let top = (centerY - halfHeight - radius + inset).rounded(.up)
    let right = (centerX + halfWidth + radius - inset).rounded(.down)
    let bottom = (centerY + halfHeight + radius - inset).rounded(.down)
    guard abs(left) < 1e6, abs(top) < 1e6, right > left, bottom > top, right - left < 1e6, bottom - top < 1e6 else {
      return .empty
    }
    return PixelRect(x: Int32(left), y: Int32(top), width: Int32(right - left), height: Int32(bottom - top))
  }

  /// The same edges with corners of at least `radius`, as far as the sides allow.
  func rounded(atLeast radius: Double) -> BoxDistance {
    var box = self
    let more = min(max(0, radius - self.radius), halfWidth, halfHeight)
    box.radius += more
    box.halfWidth -= more
    box.halfHeight -= more
    return box
  }
}
