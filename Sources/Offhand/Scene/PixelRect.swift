/// An upright rectangle of whole device pixels, y down.
public struct PixelRect: Sendable, Hashable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width; nothing lies inside where it is not positive.
  public var width: Int32
  /// The height; nothing lies inside where it is not positive.
  public var height: Int32

  /// The rectangle of `width` × `height` pixels whose top left pixel is (x, y).
  @inlinable
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Nothing.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The column right of the last.
  @inlinable public var maxX: Int32 { x + width }
  /// The row below the last.
  @inlinable public var maxY: Int32 { y + height }
  /// Whether there is nothing inside.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// How many pixels.
  @inlinable public var area: Int64 { isEmpty ? 0 : Int64(width) * Int64(height) }

  /// What both cover; empty where they do not overlap.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether the other rectangle lies wholly inside.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }
}
