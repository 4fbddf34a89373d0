/// A position in a ``UserFrame``: millimetres from the panel's centre, x to the user's right, y towards the user.
public struct UserPoint: Sendable, Hashable {
  /// Millimetres to the user's right of the centre.
  public var x: Double
  /// Millimetres from the centre towards the user.
  public var y: Double

  /// The position `x` to the right of the centre and `y` towards the user, in millimetres.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The panel's centre.
  public static let origin = UserPoint(x: 0, y: 0)

  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance between two positions in millimetres.
  func distance(to other: UserPoint) -> Double { (other - self).length }

  /// The displacement that leads from `start` to `end`.
  public static func - (end: UserPoint, start: UserPoint) -> UserVector {
    UserVector(dx: end.x - start.x, dy: end.y - start.y)
  }

  /// The position displaced by `offset`.
  public static func + (start: UserPoint, offset: UserVector) -> UserPoint {
    UserPoint(x: start.x + offset.dx, y: start.y + offset.dy)
  }
}

/// A displacement in a ``UserFrame`` in millimetres, or a velocity in mm/s where the name says so.
public struct UserVector: Sendable, Hashable {
  /// To the user's right.
  public var dx: Double
  /// Towards the user.
  public var dy: Double

  /// A displacement by `dx` to the right and `dy` towards the user.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// No displacement.
  public static let zero = UserVector(dx: 0, dy: 0)

  var isFinite: Bool { dx.isFinite && dy.isFinite }

  var lengthSquared: Double { dx * dx + dy * dy }

  /// The length.
  public var length: Double { lengthSquared.squareRoot() }

  /// The scalar product.
  func dot(_ other: UserVector) -> Double { dx * other.dx + dy * other.dy }

  /// The z component of the vector product: positive if `other` lies clockwise of this vector.
  func cross(_ other: UserVector) -> Double { dx * other.dy - dy * other.dx }

  static func + (a: UserVector, b: UserVector) -> UserVector { UserVector(dx: a.dx + b.dx, dy: a.dy + b.dy) }

  static func - (a: UserVector, b: UserVector) -> UserVector { UserVector(dx: a.dx - b.dx, dy: a.dy - b.dy) }

  static func += (a: inout UserVector, b: UserVector) { a = a + b }

  static func * (a: UserVector, factor: Double) -> UserVector { UserVector(dx: a.dx * factor, dy: a.dy * factor) }

  static func / (a: UserVector, divisor: Double) -> UserVector { UserVector(dx: a.dx / divisor, dy: a.dy / divisor) }
}

/// The coordinates in which hands are described: millimetres from the panel's centre, x to the user's right, y towards the user.
///
/// It is the output plane moved to the panel's centre and turned by quarter turns until the user's edge is at the bottom. Measured
/// from the centre, a mirrored scene has exactly the negated x coordinates, so left and right hands are treated exactly alike.
public struct UserFrame: Sendable, Hashable {
  /// The panel's centre on the output plane.
  public let center: Point
  /// Half the panel's width and height, as the user sees it.
  package let halfSize: Size
  private let edge: ScreenEdge

  /// The frame of a user at `edge` of `panel`; a panel that is empty or not finite counts as zero by zero at the origin.
  public init(panel: Rect, edge: ScreenEdge) {
    let isUsable = panel.isFinite && !panel.isEmpty
    center = isUsable ? panel.center : .origin
    let size = isUsable ? panel.size : .zero
    let isTurned = edge == .left || edge == .right
    halfSize = Size(width: (isTurned ? size.height : size.width) / 2, height: (isTurned ? size.width : size.height) / 2)
    self.edge = edge
  }

  /// A displacement on the output plane as the user sees it.
  public func inward(_ offset: Vector) -> UserVector {
    switch edge {
    case .bottom: UserVector(dx: offset.dx, dy: offset.dy)
    case .top: UserVector(dx: -offset.dx, dy: -offset.dy)
    case .left: UserVector(dx: offset.dy, dy: -offset.dx)
    case .right: UserVector(dx: -offset.dy, dy: offset.dx)
    }
  }

  /// A displacement as the user sees it, on the output plane.
  package func outward(_ offset: UserVector) -> Vector {
    switch edge {
    case .bottom: Vector(dx: offset.dx, dy: offset.dy)
    case .top: Vector(dx: -offset.dx, dy: -offset.dy)
    case .left: Vector(dx: -offset.dy, dy: offset.dx)
    case .right: Vector(dx: offset.dy, dy: -offset.dx)
    }
  }

  /// A position on the output plane in this frame.
  public func inward(_ position: Point) -> UserPoint { .origin + inward(position - center) }

  /// A position in this frame on the output plane.
  package func outward(_ position: UserPoint) -> Point { center + outward(position - .origin) }

  /// A size on the output plane as the user sees it, and the reverse: it is its own inverse.
  public func turned(_ size: Size) -> Size {
    edge == .left || edge == .right ? Size(width: size.height, height: size.width) : size
  }
}
