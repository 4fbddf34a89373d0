/// An upright rectangle in millimetres, y down.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The extent; never negative in a rectangle that this module makes.
  public var size: Size

  /// The rectangle of `size` whose top left corner is `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle from (x, y), `width` wide and `height` high, in millimetres.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of `size` around `center`.
  @inlinable
  public init(center: Point, size: Size) {
    self.init(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The width in millimetres.
  @inlinable public var width: Double { size.width }
  /// The height in millimetres.
  @inlinable public var height: Double { size.height }
  /// The middle.
  @inlinable public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  /// The area in square millimetres.
  @inlinable public var area: Double { size.area }
  /// Whether the area is zero or negative.
  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }
  /// Whether all four numbers are finite.
  @inlinable public var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }

  /// Whether `point` lies inside or on the edge.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Whether the other rectangle lies wholly inside.
  @inlinable
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the rectangles share more than an edge.
  @inlinable
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The intersection of both, or `nil` if they do not overlap.
  @inlinable
  public func intersection(_ other: Rect) -> Rect? {
    guard intersects(other) else { return nil }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest rectangle that contains both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle without `insets`; collapses to its middle if they leave nothing.
  @inlinable
  public func inset(by insets: Insets) -> Rect {
    let width = size.width - insets.left - insets.right
    let height = size.height - insets.top - insets.bottom
    let x = width < 0 ? (minX + insets.left + maxX - insets.right) / 2 : minX + insets.left
    let y = height < 0 ? (minY + insets.top + maxY - insets.bottom) / 2 : minY + insets.top
    return Rect(x: x, y: y, width: max(0, width), height: max(0, height))
  }

  /// The rectangle grown by `margin` millimetres on every side.
  @inlinable
  public func grown(by margin: Double) -> Rect { inset(by: Insets(all: -margin)) }

  /// The rectangle moved by `offset`.
  @inlinable
  public func moved(by offset: Vector) -> Rect { Rect(origin: origin + offset, size: size) }

  /// The distance from `point` to the nearest point inside, in millimetres.
  @inlinable
  public func distance(to point: Point) -> Double {
    let dx = max(minX - point.x, 0, point.x - maxX)
    let dy = max(minY - point.y, 0, point.y - maxY)
    return Vector(dx: dx, dy: dy).length
  }

  /// The rectangle moved as little as possible to lie within `bounds`, separately on each axis; where it is larger than the
  /// bounds, its leading edge (left, top) is aligned with theirs (Design/Recognizing.md L4). The size never changes.
  public func clamped(to bounds: Rect) -> Rect {
    Rect(
      x: max(bounds.minX, min(minX, bounds.maxX - width)), y: max(bounds.minY, min(minY, bounds.maxY - height)),
      width: width, height: height)
  }
}

/// Distances from the four edges inwards, in millimetres.
public struct Insets: Sendable, Hashable {
  /// From the top edge down.
  public var top: Double
  /// From the left edge to the right.
  public var left: Double
  /// From the bottom edge up.
  public var bottom: Double
  /// From the right edge to the left.
  public var right: Double

  /// Four distances in millimetres.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same distance from every edge, in millimetres.
  @inlinable
  public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }
}
