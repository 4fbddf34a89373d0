/// Eight by eight places spread evenly over a rectangle.
struct SampleGrid {
  let columns: SIMD8<Float>
  let centerY: Float
  let rowStep: Float
  let minX, minY, maxX, maxY: Float

  init(centerX: Double, centerY: Double, width: Double, height: Double) {
    let offsets = SIMD8<Float>(-3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5)
    columns = offsets * Float(width / 8) + Float(centerX)
    rowStep = Float(height / 8)
    self.centerY = Float(centerY)
    minX = columns[0]
    maxX = columns[7]
    minY = self.centerY - 3.5 * rowStep
    maxY = self.centerY + 3.5 * rowStep
  }

  /// Which places `piece` hides: eight bits a row, the top row lowest.
  @inline(__always)
  func mask(of piece: ShadowPiece) -> UInt64 {
    var hits: UInt64 = 0
    for row in 0..<8 {
      let y = centerY + (Float(row) - 3.5) * rowStep
      guard y >= piece.minY, y <= piece.maxY else { continue }
      hits |= UInt64(piece.hides(columns, rowY: y)) << UInt64(8 * row)
    }
    return hits
  }
}
