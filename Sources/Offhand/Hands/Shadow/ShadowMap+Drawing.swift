extension ShadowMap {
  /// Draws every way of holding, adds up those of one hand by their probabilities, and joins the hands, which hide
  /// independently.
  mutating func drawSquares(of field: borrowing ShadowField) {
    let need = rows.count * groups
    if squares.count < need {
      squares = [SIMD8<UInt16>](repeating: .zero, count: need)
      hand = squares
    }
    if bits.count < 2 * rows.count { bits = [UInt64](repeating: 0, count: 2 * rows.count) }
    var index = 0
    for track in 0..<field.trackCount {
      for place in 0..<need { hand[place] = .zero }
      while index < field.hypotheses.count, field.hypotheses[index].track == track {
        mark(field.hypotheses[index], of: field)
        spread(UInt16(field.hypotheses[index].share))
        index += 1
      }
      if track == 0 { swap(&hand, &squares) } else { join(need) }
    }
  }

  /// Hidden by one hand or the other: p + q - pq.
  private mutating func join(_ count: Int) {
    for place in 0..<count {
      let limit = SIMD8(repeating: UInt16(ShadowMap.certain))
      let p = SIMD8<UInt32>(truncatingIfNeeded: squares[place].replacing(with: limit, where: squares[place] .> limit))
      let q = SIMD8<UInt32>(truncatingIfNeeded: hand[place].replacing(with: limit, where: hand[place] .> limit))
      squares[place] = SIMD8<UInt16>(truncatingIfNeeded: p &+ q &- (p &* q) &>> 15)
    }
  }

  /// Adds `share` to every marked square.
  private mutating func spread(_ share: UInt16) {
    let lanes = SIMD8<UInt16>(1, 2, 4, 8, 16, 32, 64, 128)
    let whole = SIMD8<UInt16>(repeating: share)
    let groups = groups
    for row in marked {
      for word in 0..<2 {
        var rest = bits[2 * row + word]
        var place = row * groups + 8 * word
        while rest != 0 {
          let byte = UInt16(truncatingIfNeeded: rest & 0xFF)
          if byte != 0 {
            let isMarked = (SIMD8(repeating: byte) & lanes) .!= SIMD8<UInt16>.zero
            hand[place] &+= SIMD8<UInt16>.zero.replacing(with: whole, where: isMarked)
          }
          rest &>>= 8
          place += 1
        }
      }
    }
  }

  /// Marks the squares whose middles `hypothesis` hides.
  private mutating func mark(_ hypothesis: ShadowField.Hypothesis, of field: borrowing ShadowField) {
    marked = lines(from: hypothesis.minY, to: hypothesis.maxY)
    for row in marked { (bits[2 * row], bits[2 * row + 1]) = (0, 0) }
    let left = Float(Double(columns.lowerBound) * cell)
    let right = Float(Double(columns.upperBound) * cell)
    guard !marked.isEmpty, hypothesis.maxX > left, hypothesis.minX < right else { return marked = 0..<0 }
    let top = Float(Double(rows.lowerBound) * cell)
    let bottom = Float(Double(rows.upperBound) * cell)
    field.pieces.withUnsafeBufferPointer { pieces in
      for index in hypothesis.first..<hypothesis.end {
        let piece = pieces[index]
        guard piece.maxX > left, piece.minX < right, piece.maxY > top, piece.minY < bottom else { continue }
        mark(piece)
      }
    }
  }

  /// The drawn rows whose middles may lie between two heights.
  private func lines(from minY: Float, to maxY: Float) -> Range<Int> {
    let count = Double(rows.count)
    let first = (Double(minY) / cell).rounded(.down) - Double(rows.lowerBound)
    let last = (Double(maxY) / cell).rounded(.up) - Double(rows.lowerBound)
    return Int(min(max(first, 0), count))..<Int(min(max(last, min(max(first, 0), count)), count))
  }

  /// Marks the squares whose middles `piece` hides, eight rows at a time.
  private mutating func mark(_ piece: ShadowPiece) {
    let lines = lines(from: piece.minY, to: piece.maxY)
    guard !lines.isEmpty else { return }
    let outline = PieceOutline(piece)
    let first = Int32(columns.lowerBound)
    let count = Int32(columns.count)
    let perMillimetre = Float(16 / cell)
    var row = lines.lowerBound
    while row < lines.upperBound {
      let offsets = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)
      let (low, high) = outline.stretch(at: (offsets + Float(rows.lowerBound + row)) * Float(cell))
      // Sixteenths of a square, rounded alike on both sides of the middle; a middle lies at 8 of 16.
      let lows = ShadowMap.rounded(low * perMillimetre)
      let highs = ShadowMap.rounded(high * perMillimetre)
      for lane in 0..<min(8, lines.upperBound - row) {
        let start = max((lows[lane] &+ 7) &>> 4 &- first, 0)
        let end = min((highs[lane] &+ 8) &>> 4 &- first, count)
        guard start < end else { continue }
        let place = 2 * (row + lane)
        if start < 64 { bits[place] |= (~0 &<< UInt64(start)) & (end < 64 ? ~(~0 &<< UInt64(end)) : ~0) }
        if end > 64 {
          bits[place + 1] |= (~0 &<< UInt64(max(start - 64, 0))) & (end < 128 ? ~(~0 &<< UInt64(end - 64)) : ~0)
        }
      }
      row += 8
    }
  }

  /// The nearest whole numbers, halves to even, of numbers below four million: adding 1.5 * 2^23 leaves them in the low bits.
  @inline(__always)
  private static func rounded(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    let shift: Float = 12_582_912
    let limit: Float = 4_000_000
    let limited = values.replacing(with: limit, where: values .> limit).replacing(with: -limit, where: values .< -limit)
    let shifted = limited + shift
    return unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- Int32(bitPattern: shift.bitPattern)
  }
}
