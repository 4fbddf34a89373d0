/// A rectangle of whole pixels; `right` and `bottom` lie outside.
public struct PixelBounds: Sendable, Hashable {
  /// The first column.
  public let left: Int
  /// The first row.
  public let top: Int
  /// The column after the last.
  public let right: Int
  /// The row after the last.
  public let bottom: Int

  /// The rectangle between these edges.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Pixels from left to right.
  public var width: Int { right - left }
  /// Pixels from top to bottom.
  public var height: Int { bottom - top }
  /// The middle, horizontally.
  public var midX: Double { Double(left + right) / 2 }
  /// The middle, vertically.
  public var midY: Double { Double(top + bottom) / 2 }

  /// Whether every edge is within `tolerance` pixels of that of `other`.
  public func isNear(_ other: PixelBounds, tolerance: Int = 2) -> Bool {
    [left - other.left, top - other.top, right - other.right, bottom - other.bottom]
      .allSatisfy { abs($0) <= tolerance }
  }

  /// The smallest rectangle that holds both.
  func including(_ other: PixelBounds) -> PixelBounds {
    PixelBounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
