/// Where a piece of a shadow begins and ends along horizontal lines.
///
/// The hull of two discs is bounded by their arcs and their two common tangents; on a line, the outermost of the four is its
/// edge. Every operation is exact under a change of sign of x, so a mirrored piece has exactly the mirrored edges.
struct PieceOutline {
  private struct Tangent {
    var x, y, slope, minY, maxY: Float

    /// The tangent from a place of the first disc's edge to one of the second's.
    init(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float) {
      (x, y) = (ax, ay)
      (minY, maxY) = (min(ay, by), max(ay, by))
      slope = maxY - minY > 1e-3 ? (bx - ax) / (by - ay) : 0
      if slope == 0, bx != ax { (minY, maxY) = (.infinity, -.infinity) }
    }
  }

  private let piece: ShadowPiece
  private let first, second: Tangent

  init(_ piece: ShadowPiece) {
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
  private func widen(
    _ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>, along tangent: Tangent, _ y: SIMD8<Float>
  ) {
    let x = tangent.x + (y - tangent.y) * tangent.slope
    let isBetween = (y .>= tangent.minY) .& (y .<= tangent.maxY)
    PieceOutline.widen(&low, &high, to: x, x, where: isBetween)
  }

  /// Comparisons, because `pointwiseMin` goes lane by lane (a third of a decision's instructions).
  @inline(__always)
  private static func widen(
    _ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>, to left: SIMD8<Float>, _ right: SIMD8<Float>,
    where isValid: SIMDMask<SIMD8<Int32>>
  ) {
    low.replace(with: left, where: isValid .& (left .< low))
    high.replace(with: right, where: isValid .& (right .> high))
  }
}
