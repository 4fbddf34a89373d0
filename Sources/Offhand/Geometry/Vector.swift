/// A displacement in millimetres, or a velocity in millimetres a second where the name says so; y down.
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

  /// The unit vector at `angle`: zero points right, positive turns clockwise on the glass.
  public init(angle: Angle) {
    self.init(dx: angle.cosine, dy: angle.sine)
  }

  /// No displacement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Whether both components are numbers that can be computed with.
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
