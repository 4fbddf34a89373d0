/// A convex part of what a hand hides, as it lies on the glass: the convex hull of two discs, in the user's frame.
///
/// A point is inside if for some t in 0...1 it lies in the disc that is t of the way from one to the other. The squared
/// distance minus the squared radius is a parabola in t, so the best t has a closed form and the test needs no root. Every
/// operation is exact under a change of sign of x, so a mirrored piece hides exactly the mirrored points.
public struct OcclusionPiece: Sendable, Hashable {
  /// The first disc's centre and radius in millimetres.
  let x, y, radius: Float
  /// The displacement from the first centre to the second.
  let dx, dy: Float
  /// The second radius minus the first.
  let growth: Float
  /// The inverse of the parabola's curvature; zero where one disc contains the other.
  private let inverse: Float
  /// The edges of the smallest upright rectangle around the piece.
  let minX, minY, maxX, maxY: Float

  /// The hull of the disc of `radius` around (x, y) and the disc of `endRadius` around (`endX`, `endY`), in millimetres.
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

/// Where a piece begins and ends along horizontal lines.
///
/// The hull of two discs is bounded by their arcs and their two common tangents; on a line, the outermost of the four is its
/// edge. Every operation is exact under a change of sign of x, so a mirrored piece has exactly the mirrored edges.
struct PieceOutline {
  private struct Tangent {
    var x, y, slope, minY, maxY: Float

    /// The tangent from a point of the first disc's edge to one of the second's.
    init(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float) {
      (x, y) = (ax, ay)
      (minY, maxY) = (min(ay, by), max(ay, by))
      slope = maxY - minY > 1e-3 ? (bx - ax) / (by - ay) : 0
      if slope == 0, bx != ax { (minY, maxY) = (.infinity, -.infinity) }
    }
  }

  private let piece: OcclusionPiece
  private let first, second: Tangent

  init(_ piece: OcclusionPiece) {
    self.piece = piece
    let square = piece.dx * piece.dx + piece.dy * piece.dy
    let reach = (max(0, square - piece.growth * piece.growth)).squareRoot()
    let scale = square > 0 ? 1 / square : 0
    func tangent(_ side: Float) -> Tangent {
      let nx = (-piece.growth * piece.dx - side * piece.dy) * scale
      let ny = (-piece.growth * piece.dy + side * piece.dx) * scale
      let end = piece.radius + piece.growth
      return Tangent(
        piece.x + piece.radius * nx, piece.y + piece.radius * ny, (piece.x + piece.dx) + end * nx,
        (piece.y + piece.dy) + end * ny)
    }
    (first, second) = (tangent(reach), tangent(-reach))
  }

  /// The left and the right edge on eight lines; where the piece does not reach a line, left is beyond right.
  @inline(__always)
  func stretch(at y: SIMD8<Float>) -> (low: SIMD8<Float>, high: SIMD8<Float>) {
    var low = SIMD8<Float>(repeating: .infinity)
    var high = SIMD8<Float>(repeating: -.infinity)
    widen(&low, &high, arcAt: piece.x, piece.y, piece.radius, y)
    guard piece.dx != 0 || piece.dy != 0 else { return (low, high) }
    widen(&low, &high, arcAt: piece.x + piece.dx, piece.y + piece.dy, piece.radius + piece.growth, y)
    widen(&low, &high, along: first, y)
    widen(&low, &high, along: second, y)
    return (low, high)
  }

  @inline(__always)
  private func widen(
    _ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>, arcAt x: Float, _ centerY: Float, _ radius: Float,
    _ y: SIMD8<Float>
  ) {
    let up = y - centerY
    let square = radius * radius - up * up
    let reaches = square .>= .zero
    let half = square.replacing(with: Float(0), where: .!reaches).squareRoot()
    PieceOutline.widen(&low, &high, to: x - half, x + half, where: reaches)
  }

  @inline(__always)
  private func widen(_ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>, along tangent: Tangent, _ y: SIMD8<Float>) {
    let x = tangent.x + (y - tangent.y) * tangent.slope
    let isBetween = (y .>= tangent.minY) .& (y .<= tangent.maxY)
    PieceOutline.widen(&low, &high, to: x, x, where: isBetween)
  }

  /// Compares and replaces, because `pointwiseMin` works lane by lane and took a third of a decision's instructions.
  @inline(__always)
  private static func widen(
    _ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>, to left: SIMD8<Float>, _ right: SIMD8<Float>,
    where isValid: SIMDMask<SIMD8<Int32>>
  ) {
    low.replace(with: left, where: isValid .& (left .< low))
    high.replace(with: right, where: isValid .& (right .> high))
  }
}
