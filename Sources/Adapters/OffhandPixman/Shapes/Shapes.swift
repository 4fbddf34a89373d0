import Offhand

/// A rectangle with round corners, rotated about its centre.
struct BoxDistance: SignedDistance {
  var centerX: Double
  var centerY: Double
  /// The unit normals of its right and of its lower side.
  var across = (x: 1.0, y: 0.0)
  var down = (x: 0.0, y: 1.0)
  /// Half of the width without the corners' radius; `halfHeight` likewise.
  var halfWidth: Double
  var halfHeight: Double
  var radius: Double

  /// A rectangle with these edges; the radius is limited to half of the shorter side.
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
    let across = abs(dx * across.x + dy * across.y) - halfWidth
    let down = abs(dx * down.x + dy * down.y) - halfHeight
    if across <= 0 || down <= 0 { return max(across, down) - radius }
    return (across * across + down * down).squareRoot() - radius
  }

  /// The columns whose pixels in rows `top` to `bottom`, the last excluded, are all inside of a box without round corners; none if there
  /// are no such columns. The box is convex: what is inside in the first and in the last row is inside between them.
  func innerColumns(_ top: Int, _ bottom: Int) -> Range<Int32> {
    // The rasterizer takes pixels as inside whose centre is half a pixel from the edge; a little more for rounding.
    let margin = 0.51
    var left = -1e6
    var right = 1e6
    /// Keeps what has -half <= slope * dx + offset <= half.
    func keep(_ slope: Double, _ offset: Double, _ half: Double) {
      let limit = half - margin
      if abs(slope) > 1e-9 {
        let ends = ((-limit - offset) / slope, (limit - offset) / slope)
        left = max(left, centerX + min(ends.0, ends.1))
        right = min(right, centerX + max(ends.0, ends.1))
      } else if abs(offset) > limit {
        right = -.infinity
      }
    }
    func keep(row: Int) {
      let dy = Double(row) + 0.5 - centerY
      keep(across.x, dy * across.y, halfWidth)
      keep(down.x, dy * down.y, halfHeight)
    }
    keep(row: top)
    keep(row: bottom - 1)
    // Pixels whose centres lie between.
    let first = (left - 0.5).rounded(.up)
    let end = (right - 0.5).rounded(.down) + 1
    return first < end ? Int32(first)..<Int32(end) : 0..<0
  }

  /// Turns it on the glass, about its centre: where pixels are not square it becomes a parallelogram.
  mutating func turn(by angle: Angle, on grid: PixelGrid) {
    let (column, row) = (1 / grid.perMillimetreX, 1 / grid.perMillimetreY)
    let right = Vector(dx: angle.cosine * column, dy: angle.sine * row)
    let below = Vector(dx: -angle.sine * column, dy: angle.cosine * row)
    across = (right.dx / right.length, right.dy / right.length)
    down = (below.dx / below.length, below.dy / below.length)
    halfWidth = max(0, (halfWidth + radius) * column / right.length - radius)
    halfHeight = max(0, (halfHeight + radius) * row / below.length - radius)
  }

  /// Half the width and height of the upright rectangle around it.
  var reach: (x: Double, y: Double) {
    let area = abs(across.x * down.y - across.y * down.x)
    return (
      (halfWidth * abs(down.y) + halfHeight * abs(across.y)) / area + radius,
      (halfWidth * abs(down.x) + halfHeight * abs(across.x)) / area + radius
    )
  }

  /// The same edges with corners of at least `radius`, limited by the sides.
  func rounded(atLeast radius: Double) -> BoxDistance {
    var box = self
    let more = min(max(0, radius - self.radius), halfWidth, halfHeight)
    box.radius += more
    box.halfWidth -= more
    box.halfHeight -= more
    return box
  }
}

/// The convex hull of two discs.
struct CapsuleDistance: SignedDistance {
  private let startX: Double
  private let startY: Double
  private let startRadius: Double
  private let endRadius: Double
  private let length: Double
  private let axisX: Double
  private let axisY: Double
  /// Sine and cosine of the angle between the axis and the straight sides.
  private let taper: Double
  private let slope: Double

  /// The hull of the disc around (startX, startY) and the disc around (endX, endY).
  init(startX: Double, startY: Double, startRadius: Double, endX: Double, endY: Double, endRadius: Double) {
    let dx = endX - startX
    let dy = endY - startY
    let length = (dx * dx + dy * dy).squareRoot()
    if length <= abs(startRadius - endRadius) {  // one disc holds the other
      let isStartLarger = startRadius >= endRadius
      self.startX = isStartLarger ? startX : endX
      self.startY = isStartLarger ? startY : endY
      self.startRadius = max(startRadius, endRadius)
      self.endRadius = self.startRadius
      self.length = 0
      (axisX, axisY, taper, slope) = (1, 0, 0, 1)
    } else {
      (self.startX, self.startY, self.startRadius, self.endRadius) = (startX, startY, startRadius, endRadius)
      self.length = length
      (axisX, axisY) = (dx / length, dy / length)
      taper = (startRadius - endRadius) / length
      slope = (1 - taper * taper).squareRoot()
    }
  }

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double {
    let dx = x - startX
    let dy = y - startY
    let along = dx * axisX + dy * axisY
    let aside = abs(dy * axisX - dx * axisY)
    let foot = along * slope - aside * taper
    if foot <= 0 { return (along * along + aside * aside).squareRoot() - startRadius }
    if foot >= slope * length {
      let beyond = along - length
      return (beyond * beyond + aside * aside).squareRoot() - endRadius
    }
    return aside * slope + along * taper - startRadius
  }
}

/// A convex polygon as the half planes of its edges; beyond a corner the distance is that to the line of an edge.
struct PolygonDistance: SignedDistance {
  /// The line of an edge, and its outward normal.
  struct Edge {
    var normalX: Double
    var normalY: Double
    var offset: Double
  }

  /// The edges, in memory that the caller keeps.
  let edges: UnsafeBufferPointer<Edge>

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double {
    var farthest = -Double.infinity
    for edge in edges { farthest = max(farthest, edge.normalX * x + edge.normalY * y - edge.offset) }
    return farthest
  }

  /// Fills `edges` with those of the polygon with these corners, in either order; returns whether it has any area.
  static func edges(of corners: ArraySlice<(x: Double, y: Double)>, into edges: inout [Edge]) -> Bool {
    edges.removeAll(keepingCapacity: true)
    var doubleArea = 0.0
    guard var last = corners.last else { return false }
    for corner in corners {
      doubleArea += last.x * corner.y - corner.x * last.y
      last = corner
    }
    guard abs(doubleArea) > 1e-9, doubleArea.isFinite else { return false }
    let turn: Double = doubleArea > 0 ? 1 : -1
    for corner in corners {
      let dx = corner.x - last.x
      let dy = corner.y - last.y
      let length = (dx * dx + dy * dy).squareRoot()
      if length > 1e-9 {
        let normalX = turn * dy / length
        let normalY = -turn * dx / length
        edges.append(Edge(normalX: normalX, normalY: normalY, offset: normalX * corner.x + normalY * corner.y))
      }
      last = corner
    }
    return edges.count >= 3
  }
}

/// A line along the inside of a shape's edge.
struct Stroke<Shape: SignedDistance>: SignedDistance {
  var shape: Shape
  /// The width of the line in pixels.
  var width: Double

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double { abs(shape.distance(x, y) + width / 2) - width / 2 }
}
