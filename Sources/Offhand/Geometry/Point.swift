/// A place on the output plane: millimetres from the top left corner, y down.
public struct Point: Sendable, Hashable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// The place `x` to the right of and `y` below the top left corner, in millimetres.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let origin = Point(x: 0, y: 0)

  /// Whether both coordinates are numbers that can be computed with.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance between two places in millimetres.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }

  /// The displacement that leads from `start` to `end`.
  @inlinable
  public static func - (end: Point, start: Point) -> Vector { Vector(dx: end.x - start.x, dy: end.y - start.y) }

  /// The place that `offset` leads to.
  @inlinable
  public static func + (start: Point, offset: Vector) -> Point { Point(x: start.x + offset.dx, y: start.y + offset.dy) }

  /// The place from which `offset` leads to `end`.
  @inlinable
  public static func - (end: Point, offset: Vector) -> Point { Point(x: end.x - offset.dx, y: end.y - offset.dy) }

  /// Moves the place by `offset`.
  @inlinable
  public static func += (place: inout Point, offset: Vector) { place = place + offset }
}
