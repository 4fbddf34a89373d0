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
