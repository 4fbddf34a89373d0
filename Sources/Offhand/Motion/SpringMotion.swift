/// A point on a spring: from where it was let go, with the velocity it had, to its target.
public struct SpringMotion: Sendable, Hashable {
  /// The distance from the target, in millimetres, below which the motion is over: a tenth of a pixel at 160 dpi.
  public static let tolerance = 0.016

  /// The spring.
  public var spring: Spring
  /// When it was let go.
  public var start: Timestamp
  /// Where it was let go.
  public var origin: Point
  /// Millimetres a second with which it was let go.
  public var velocity: Vector
  /// Where it comes to rest.
  public var target: Point
  /// When it is over.
  public let end: Timestamp

  /// A motion from `origin` to `target`; `velocity` in millimetres a second.
  public init(
    _ spring: Spring, from origin: Point, velocity: Vector = .zero, to target: Point, at start: Timestamp
  ) {
    self.spring = spring
    self.start = start
    self.origin = origin
    self.velocity = velocity
    self.target = target
    let time = spring.settlingTime(
      from: (origin - target).length, velocity: velocity.length, tolerance: SpringMotion.tolerance)
    end = start + .seconds(time)
  }

  /// Where it is at `time`; the target once it is over.
  public func position(at time: Timestamp) -> Point {
    guard time < end else { return target }
    let response = spring.response(after: time.seconds(since: start))
    return target + (origin - target) * response.offset + velocity * response.offsetOfVelocity
  }

  /// Millimetres a second at `time`; zero once it is over.
  public func velocity(at time: Timestamp) -> Vector {
    guard time < end else { return .zero }
    let response = spring.response(after: time.seconds(since: start))
    return (origin - target) * response.velocityOfOffset + velocity * response.velocity
  }

  /// Whether it has come to rest.
  public func isOver(at time: Timestamp) -> Bool { time >= end }
}
