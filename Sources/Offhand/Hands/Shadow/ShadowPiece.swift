/// One convex piece of a shadow: the convex hull of two discs, as it lies on the glass.
///
/// A point is inside if for some t in 0...1 it lies in the disc that is t of the way from one to the other. The squared
/// distance minus the squared radius is a parabola in t, so the best t has a closed form and the test needs no root. Every
/// operation is exact under a change of sign of x, so a mirrored piece hides exactly the mirrored points.
public struct ShadowPiece: Sendable, Hashable {
  /// The first disc's centre; millimetres.
  public var x, y: Float
  /// The first disc's radius.
  public var radius: Float
  /// From the first centre to the second.
  public var dx, dy: Float
  /// The second radius less the first.
  public var growth: Float
  /// The inverse of how fast the parabola opens; zero where one disc holds the other.
  var inverse: Float
  /// The edges of the smallest upright rectangle around the piece.
  public private(set) var minX, minY, maxX, maxY: Float

  /// The hull of the disc around (x, y) of `radius` and the disc around (`endX`, `endY`) of `endRadius`.
  public init(x: Double, y: Double, radius: Double, endX: Double, endY: Double, endRadius: Double) {
    let dx = endX - x
    let dy = endY - y
    let growth = endRadius - radius
    let opening = dx * dx + dy * dy - growth * growth
    if opening > 1e-6 {
      (self.x, self.y, self.radius) = (Float(x), Float(y), Float(radius))
      (self.dx, self.dy, self.growth, inverse) = (Float(dx), Float(dy), Float(growth), Float(1 / opening))
    } else {
      let isFirst = radius >= endRadius
      (self.x, self.y, self.radius) = (
        Float(isFirst ? x : endX), Float(isFirst ? y : endY), Float(max(radius, endRadius))
      )
      (self.dx, self.dy, self.growth, inverse) = (0, 0, 0, 0)
    }
    let endX = self.x + self.dx
    let endY = self.y + self.dy
    let endRadius = self.radius + self.growth
    minX = min(self.x - self.radius, endX - endRadius)
    minY = min(self.y - self.radius, endY - endRadius)
    maxX = max(self.x + self.radius, endX + endRadius)
    maxY = max(self.y + self.radius, endY + endRadius)
  }

  /// Whether the point (x, y) is hidden.
  func hides(x pointX: Float, y pointY: Float) -> Bool {
    let px = pointX - x
    let py = pointY - y
    let t = min(max((px * dx + (py * dy + radius * growth)) * inverse, 0), 1)
    let qx = px - t * dx
    let qy = py - t * dy
    let reach = radius + t * growth
    return qx * qx + qy * qy <= reach * reach
  }
}
