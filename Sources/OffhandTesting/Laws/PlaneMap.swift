public import Offhand

/// A motion of the whole glass that keeps all distances: what it does to touches, it does to answers.
public struct PlaneMap: Sendable, Hashable {
  /// What the unit vector to the right becomes.
  public var right: Vector
  /// What the unit vector down becomes.
  public var down: Vector
  /// What is added last.
  public var offset: Vector

  /// Everything stays.
  public static let identity = PlaneMap(right: Vector(dx: 1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// Left and right change places.
  public static let mirror = PlaneMap(right: Vector(dx: -1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// A quarter turn clockwise about the top left corner.
  public static let quarterTurn = PlaneMap(right: Vector(dx: 0, dy: 1), down: Vector(dx: -1, dy: 0), offset: .zero)

  /// A turn about the top left corner.
  public static func turn(by angle: Angle) -> PlaneMap {
    let right = Vector(angle: angle)
    return PlaneMap(right: right, down: right.turnedClockwise, offset: .zero)
  }

  /// A displacement.
  public static func shift(by offset: Vector) -> PlaneMap {
    var map = identity
    map.offset = offset
    return map
  }

  /// Whether clockwise becomes counterclockwise.
  public var isMirrored: Bool { right.cross(down) < 0 }

  /// What becomes of a displacement.
  public func apply(_ vector: Vector) -> Vector { right * vector.dx + down * vector.dy }

  /// What becomes of a place.
  public func apply(_ point: Point) -> Point { .origin + apply(point - .origin) + offset }

  /// What becomes of a direction.
  func apply(_ direction: SwipeDirection) -> SwipeDirection {
    let way = apply(direction.vector)
    return SwipeDirection.allCases.max { $0.vector.dot(way) < $1.vector.dot(way) } ?? direction
  }

  /// What becomes of an edge.
  func apply(_ edge: ScreenEdge) -> ScreenEdge {
    let way = apply(edge.inward)
    return ScreenEdge.allCases.max { $0.inward.dot(way) < $1.inward.dot(way) } ?? edge
  }

  /// What becomes of bounds; for turns that are no quarter turns the upright rectangle around them.
  public func apply(_ bounds: Rect) -> Rect {
    let corner = apply(bounds.origin)
    let opposite = apply(Point(x: bounds.maxX, y: bounds.maxY))
    return Rect(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(opposite.x - corner.x),
      height: abs(opposite.y - corner.y))
  }
}
