/// The probability that each small square of a region is hidden, with running sums: the hidden fraction of any rectangle takes four
/// look-ups.
///
/// Drawing the occlusion once and summing it makes a decision among two hundred positions as cheap as among two (T12 of the figures:
/// 60 µs). Squares lie on a grid through the middle of the panel, probabilities are integers and sums of integers are exact, so a
/// mirrored scene has exactly the mirrored map. The storage is reused.
public struct OcclusionMap: Sendable {
  /// The edge of a square in millimetres: half a fingertip. Larger only in regions of more than `limit` squares across.
  package static let finest = 5.0
  /// The most squares across and down.
  private static let limit = 120
  /// The probability 1.
  static let certain = 32768
  /// Steps within a square, for rectangles whose edges lie inside of it.
  private static let steps = 256

  /// The edge of a square.
  private(set) var cell = OcclusionMap.finest
  /// The largest value of `hidden`.
  private var ceiling = 1.0
  /// Which squares are drawn, counted from the panel's middle; all others are not hidden.
  private var columns = 0..<0
  private var rows = 0..<0
  /// Drawn probabilities in parts of `certain`, eight squares of a row at a time.
  private var squares: [SIMD8<UInt16>] = []
  /// What one hypothesis hides: one bit a square, two words a row.
  private var bits: [UInt64] = []
  /// The rows in which bits may be set.
  private var marked = 0..<0
  /// The same squares for one hand.
  private var hand: [SIMD8<UInt16>] = []
  /// The sums of all squares above and to the left of each grid point.
  private var sums: [UInt32] = []

  package init() {}

  /// The number of groups of eight squares in a row.
  private var groups: Int { (columns.count + 7) / 8 }

  /// Draws `field` between `minX`, `minY` and `maxX`, `maxY`, in millimetres of the user's frame: probabilities, or what counts where a
  /// position is chosen.
  package mutating func draw(
    _ field: borrowing OcclusionField, minX: Double, minY: Double, maxX: Double, maxY: Double,
    forChoosing isForChoosing: Bool = false
  ) {
    ceiling = isForChoosing && field.isEmphasized ? 2 : 1
    let (minX, minY) = (OcclusionMap.sane(minX), OcclusionMap.sane(minY))
    let (maxX, maxY) = (OcclusionMap.sane(maxX), OcclusionMap.sane(maxY))
    let extent = max(maxX - minX, maxY - minY)
    let farthest = max(max(abs(minX), abs(maxX)), max(abs(minY), abs(maxY)))
    cell = max(OcclusionMap.finest, max(extent / Double(OcclusionMap.limit - 2), farthest / 100_000))
    let box = field.box
    columns = line(max(minX, box.minX), maxX: min(maxX, box.maxX))
    rows = line(max(minY, box.minY), maxX: min(maxY, box.maxY))
    guard !columns.isEmpty, !rows.isEmpty else {
      (columns, rows) = (0..<0, 0..<0)
      return
    }
    drawSquares(of: field, forChoosing: isForChoosing)
    add()
  }

  /// A length clamped to the range of an integer; a length that is not finite counts as 0.
  private static func sane(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e9), 1e9) : 0 }

  private func line(_ minX: Double, maxX: Double) -> Range<Int> {
    guard minX < maxX else { return 0..<0 }
    return Int((minX / cell).rounded(.down))..<Int((maxX / cell).rounded(.up))
  }

  /// Draws every hypothesis, adds up those of one hand by their probabilities, and joins the hands, which hide independently.
  private mutating func drawSquares(of field: borrowing OcclusionField, forChoosing isForChoosing: Bool) {
    let need = rows.count * groups
    if squares.count < need {
      squares = [SIMD8<UInt16>](repeating: .zero, count: need)
      hand = squares
    }
    if bits.count < 2 * rows.count { bits = [UInt64](repeating: 0, count: 2 * rows.count) }
    var index = 0
    for track in 0..<field.trackCount {
      for square in 0..<need { hand[square] = .zero }
      while index < field.hypotheses.count, field.hypotheses[index].track == track {
        mark(field.hypotheses[index], of: field)
        spread(UInt16(isForChoosing ? field.hypotheses[index].stake : field.hypotheses[index].share))
        index += 1
      }
      if track == 0 { swap(&hand, &squares) } else { join(need) }
    }
  }

  /// Hidden by one hand or the other: p + q - pq.
  private mutating func join(_ count: Int) {
    for group in 0..<count {
      let limit = SIMD8(repeating: UInt16(OcclusionMap.certain))
      let p = SIMD8<UInt32>(truncatingIfNeeded: squares[group].replacing(with: limit, where: squares[group] .> limit))
      let q = SIMD8<UInt32>(truncatingIfNeeded: hand[group].replacing(with: limit, where: hand[group] .> limit))
      squares[group] = SIMD8<UInt16>(truncatingIfNeeded: p &+ q &- (p &* q) &>> 15)
    }
  }

  /// Adds `share` to every marked square.
  private mutating func spread(_ share: UInt16) {
    let lanes = SIMD8<UInt16>(1, 2, 4, 8, 16, 32, 64, 128)
    let whole = SIMD8<UInt16>(repeating: share)
    let groups = groups
    for row in marked {
      for word in 0..<2 {
        var remaining = bits[2 * row + word]
        var group = row * groups + 8 * word
        while remaining != 0 {
          let byte = UInt16(truncatingIfNeeded: remaining & 0xFF)
          if byte != 0 {
            let isMarked = (SIMD8(repeating: byte) & lanes) .!= SIMD8<UInt16>.zero
            hand[group] &+= SIMD8<UInt16>.zero.replacing(with: whole, where: isMarked)
          }
          remaining &>>= 8
          group += 1
        }
      }
    }
  }

  /// Marks the squares whose centres `hypothesis` hides.
  private mutating func mark(_ hypothesis: OcclusionField.Hypothesis, of field: borrowing OcclusionField) {
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

  /// The drawn rows whose centres may lie between two heights.
  private func lines(from minY: Float, to maxY: Float) -> Range<Int> {
    let count = Double(rows.count)
    let first = (Double(minY) / cell).rounded(.down) - Double(rows.lowerBound)
    let last = (Double(maxY) / cell).rounded(.up) - Double(rows.lowerBound)
    return Int(min(max(first, 0), count))..<Int(min(max(last, min(max(first, 0), count)), count))
  }

  /// Marks the squares whose centres `piece` hides, eight rows at a time.
  private mutating func mark(_ piece: OcclusionPiece) {
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
      // Sixteenths of a square, rounded symmetrically about the panel's middle; a centre lies at 8 of 16.
      let lows = OcclusionMap.rounded(low * perMillimetre)
      let highs = OcclusionMap.rounded(high * perMillimetre)
      for lane in 0..<min(8, lines.upperBound - row) {
        let start = max((lows[lane] &+ 7) &>> 4 &- first, 0)
        let end = min((highs[lane] &+ 8) &>> 4 &- first, count)
        guard start < end else { continue }
        let word = 2 * (row + lane)
        if start < 64 { bits[word] |= (~0 &<< UInt64(start)) & (end < 64 ? ~(~0 &<< UInt64(end)) : ~0) }
        if end > 64 {
          bits[word + 1] |= (~0 &<< UInt64(max(start - 64, 0))) & (end < 128 ? ~(~0 &<< UInt64(end - 64)) : ~0)
        }
      }
      row += 8
    }
  }

  /// The nearest integers, halves to even, of numbers below four million: adding 1.5 * 2^23 leaves them in the low bits.
  @inline(__always)
  private static func rounded(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    let shift: Float = 12_582_912
    let limit: Float = 4_000_000
    let limited = values.replacing(with: limit, where: values .> limit).replacing(with: -limit, where: values .< -limit)
    let shifted = limited + shift
    return unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- Int32(bitPattern: shift.bitPattern)
  }

  private mutating func add() {
    let width = columns.count + 1
    let need = width * (rows.count + 1)
    if sums.count < need { sums = [UInt32](repeating: 0, count: need) }
    for column in 0..<width { sums[column] = 0 }
    for row in 0..<rows.count {
      var running: UInt32 = 0
      var corner = (row + 1) * width
      sums[corner] = 0
      for group in 0..<groups {
        let eight = squares[row * groups + group]
        for lane in 0..<min(8, columns.count - 8 * group) {
          running &+= UInt32(eight[lane])
          corner += 1
          sums[corner] = sums[corner - width] &+ running
        }
      }
    }
  }

  /// The expected hidden fraction of the rectangle around (`centerX`, `centerY`), 0 to 1; lengths in millimetres. Only what was drawn
  /// counts. A cost's map counts both sides of a hand nearly fully while either is in doubt: there up to 2.
  public func hidden(centerX: Double, centerY: Double, width: Double, height: Double) -> Double {
    let (left, right) = stretch(centerX, width)
    let (top, bottom) = stretch(centerY, height)
    guard !columns.isEmpty, right > left, bottom > top else { return 0 }
    let sum = (at(right, bottom) - at(left, bottom)) - (at(right, top) - at(left, top))
    let area = Double(right - left) * Double(bottom - top) * Double(OcclusionMap.certain)
    return min(ceiling, Double(sum) / area)
  }

  /// The ends of an interval, in steps from the panel's middle. In 64 bits everywhere: that of a kilometre has 50 million steps, and sums
  /// have 48 bits.
  private func stretch(_ center: Double, _ length: Double) -> (low: Int64, high: Int64) {
    func step(_ value: Double) -> Int64 {
      // Halves away from zero, so that left and right are rounded symmetrically; `rounded()` would be a call.
      let steps = OcclusionMap.sane(value) / cell * Double(OcclusionMap.steps)
      return Int64(steps < 0 ? steps - 0.5 : steps + 0.5)
    }
    return (step(center - length / 2), step(center + length / 2))
  }

  /// The sum above and to the left of a position, linear between grid points; in squares of steps.
  private func at(_ x: Int64, _ y: Int64) -> Int64 {
    let steps = OcclusionMap.steps
    let across = Int(min(max(x &- Int64(columns.lowerBound &* steps), 0), Int64(columns.count &* steps)))
    let down = Int(min(max(y &- Int64(rows.lowerBound &* steps), 0), Int64(rows.count &* steps)))
    let column = min(across &>> 8, columns.count - 1)
    let row = min(down &>> 8, rows.count - 1)
    let (beyond, below) = (across &- column &* steps, down &- row &* steps)
    let width = columns.count + 1
    let corner = row &* width &+ column
    func sum(_ corner: Int) -> Int64 {
      Int64(sums[corner]) &* Int64(steps &- beyond) &+ Int64(sums[corner &+ 1]) &* Int64(beyond)
    }
    return sum(corner) &* Int64(steps &- below) &+ sum(corner &+ width) &* Int64(below)
  }
}
