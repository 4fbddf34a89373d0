public import Offhand

extension Rect {
  /// Divides it into rows, from top to bottom, with `gap` mm between them: each has its height in mm, and those of `nil` share the rest.
  ///
  /// ```swift
  /// let parts = card.rows([20, nil, 12], gap: 6)  // a header, the content, a footer
  /// ```
  public func rows(_ heights: [Double?], gap: Double = 0) -> [Rect] {
    Rect.parts(heights, of: height, gap: gap).map { Rect(x: minX, y: minY + $0.start, width: width, height: $0.length) }
  }

  /// Divides it into columns, from left to right, as `rows` does.
  public func columns(_ widths: [Double?], gap: Double = 0) -> [Rect] {
    Rect.parts(widths, of: width, gap: gap).map { Rect(x: minX + $0.start, y: minY, width: $0.length, height: height) }
  }

  private static func parts(
    _ lengths: [Double?], of length: Double, gap: Double
  ) -> [(start: Double, length: Double)] {
    let fixed = lengths.reduce(gap * Double(max(lengths.count - 1, 0))) { $0 + ($1 ?? 0) }
    let share = max(0, length - fixed) / Double(max(lengths.count { $0 == nil }, 1))
    var start = 0.0
    return lengths.map { length in
      defer { start += (length ?? share) + gap }
      return (start, length ?? share)
    }
  }
}
