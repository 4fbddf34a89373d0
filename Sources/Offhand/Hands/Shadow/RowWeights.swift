/// How much each of the eight rows of sample places counts.
public struct RowWeights: Sendable, Hashable {
  /// The rows that count twice, one bit a place.
  public let emphasis: UInt64

  /// All rows count the same.
  public static let even = RowWeights(emphasis: 0)
  /// The top quarter counts twice: a title, or the first item of a menu.
  public static let title = RowWeights(emphasis: 0xFFFF)

  /// What all places together count.
  var total: Int { 64 + emphasis.nonzeroBitCount }

  /// What the places of `mask` count.
  @inline(__always)
  func count(_ mask: UInt64) -> Int { mask.nonzeroBitCount + (mask & emphasis).nonzeroBitCount }

  /// The weighted mean of `1 - seen`; rows are folded from both ends inwards, so that a mirrored field has the same mean.
  func mean(ofHidden seen: InlineArray<64, Double>) -> Double {
    var sum = 0.0
    for row in 0..<8 {
      var rowSum = 0.0
      for column in 0..<4 {
        rowSum += (1 - seen[8 * row + column]) + (1 - seen[8 * row + 7 - column])
      }
      sum += emphasis >> UInt64(8 * row) & 1 == 1 ? 2 * rowSum : rowSum
    }
    return sum / Double(total)
  }
}
