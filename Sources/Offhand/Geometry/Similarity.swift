/// A scale, a turn and a displacement, in this order: `p ↦ scale · R(rotation) · p + translation`.
public struct Similarity: Sendable, Hashable {
  /// The factor of enlargement; positive.
  public var scale: Double
  /// The turn about the origin, clockwise positive, not wrapped.
  public var rotation: Angle
  /// The displacement in millimetres, applied last.
  public var translation: Vector

  /// The map that scales, then turns, then moves.
  @inlinable
  public init(scale: Double = 1, rotation: Angle = .zero, translation: Vector = .zero) {
    self.scale = scale
    self.rotation = rotation
    self.translation = translation
  }

  /// The identity.
  public static let identity = Similarity()

  /// The map that scales and turns about `center` and then moves by `translation`.
  public init(scale: Double, rotation: Angle, about center: Point, translation: Vector = .zero) {
    self.init(scale: scale, rotation: rotation)
    self.translation = (center - apply(center)) + translation
  }

  /// The image of `point`.
  public func apply(_ point: Point) -> Point {
    let cosine = rotation.cosine * scale
    let sine = rotation.sine * scale
    return Point(
      x: cosine * point.x - sine * point.y + translation.dx, y: sine * point.x + cosine * point.y + translation.dy)
  }

  /// The map that applies this one and then `next`.
  public func followed(by next: Similarity) -> Similarity {
    let moved = next.apply(Point(x: translation.dx, y: translation.dy))
    return Similarity(
      scale: scale * next.scale, rotation: rotation + next.rotation, translation: Vector(dx: moved.x, dy: moved.y))
  }

  /// The inverse map; the scale must not be zero.
  public var inverse: Similarity {
    var back = Similarity(scale: 1 / scale, rotation: -rotation)
    let moved = back.apply(Point(x: translation.dx, y: translation.dy))
    back.translation = Vector(dx: -moved.x, dy: -moved.y)
    return back
  }

  /// The smallest upright rectangle that holds `rect` after this map.
  public func bounds(of rect: Rect) -> Rect {
    let center = apply(rect.center)
    let cosine = abs(rotation.cosine) * scale
    let sine = abs(rotation.sine) * scale
    return Rect(
      center: center,
      size: Size(width: cosine * rect.width + sine * rect.height, height: sine * rect.width + cosine * rect.height))
  }
}
