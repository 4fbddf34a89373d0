/// A position on the output plane: millimetres from the top left corner, y down.
public struct Point: Sendable, Hashable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// The position `x` to the right of and `y` below the top left corner, in millimetres.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let origin = Point(x: 0, y: 0)

  /// Whether both coordinates are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance in millimetres.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }

  /// The displacement that leads from `start` to `end`.
  @inlinable
  public static func - (end: Point, start: Point) -> Vector { Vector(dx: end.x - start.x, dy: end.y - start.y) }

  /// The position displaced by `offset`.
  @inlinable
  public static func + (start: Point, offset: Vector) -> Point { Point(x: start.x + offset.dx, y: start.y + offset.dy) }

  /// The position displaced by the opposite of `offset`.
  @inlinable
  public static func - (end: Point, offset: Vector) -> Point { Point(x: end.x - offset.dx, y: end.y - offset.dy) }

  /// Displaces the position by `offset`.
  @inlinable
  public static func += (place: inout Point, offset: Vector) { place = place + offset }
}

/// A displacement in millimetres, or a velocity in millimetres per second if the name says so; y down.
public struct Vector: Sendable, Hashable {
  /// To the right.
  public var dx: Double
  /// Downwards.
  public var dy: Double

  /// A displacement by `dx` to the right and `dy` down.
  @inlinable
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// Not available: a displacement has `dx` and `dy`, a point `x` and `y`.
  @available(*, unavailable, renamed: "init(dx:dy:)", message: "a displacement has dx and dy, a point x and y")
  public init(x: Double, y: Double) { self.init(dx: x, dy: y) }

  /// The unit vector at `angle`: zero points right, positive turns clockwise on the glass.
  public init(angle: Angle) { self.init(dx: angle.cosine, dy: angle.sine) }

  /// No displacement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Whether both components are finite.
  @inlinable public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// The square of the length.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

  /// The length.
  @inlinable public var length: Double { lengthSquared.squareRoot() }

  /// The direction from the positive x axis, clockwise positive; zero for the zero vector.
  public var angle: Angle { Angle(y: dy, x: dx) }

  /// The vector turned clockwise by a quarter turn.
  @inlinable public var turnedClockwise: Vector { Vector(dx: -dy, dy: dx) }

  /// The scalar product.
  @inlinable
  public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The z component of the vector product: positive if `other` lies clockwise of this vector.
  @inlinable
  public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// Adds displacements.
  @inlinable
  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }

  /// Subtracts displacements.
  @inlinable
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }

  /// The opposite displacement.
  @inlinable
  public static prefix func - (a: Vector) -> Vector { Vector(dx: -a.dx, dy: -a.dy) }

  /// Scales a displacement.
  @inlinable
  public static func * (a: Vector, factor: Double) -> Vector { Vector(dx: a.dx * factor, dy: a.dy * factor) }

  /// Divides a displacement.
  @inlinable
  public static func / (a: Vector, divisor: Double) -> Vector { Vector(dx: a.dx / divisor, dy: a.dy / divisor) }

  /// Adds to a displacement.
  @inlinable
  public static func += (a: inout Vector, b: Vector) { a = a + b }
}

/// A width and a height in millimetres.
public struct Size: Sendable, Hashable {
  /// The width in millimetres.
  public var width: Double
  /// The height in millimetres.
  public var height: Double

  /// A size of `width` by `height` millimetres.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// The area in square millimetres.
  @inlinable public var area: Double { width * height }

  /// Whether a side of a panel can be `millimetres` long: 20 to 3000 (Design/Recognizing.md LI3).
  package static func isPlausible(_ millimetres: Double) -> Bool { millimetres >= 20 && millimetres <= 3000 }

  package static func isPlausible(_ size: Size) -> Bool { isPlausible(size.width) && isPlausible(size.height) }
}

/// The rounding error that comparisons with a threshold allow for, because sums of doubles are not exact.
enum Tolerance {
  /// A picometre, in millimetres.
  static var length: Double { 1e-9 }
}
