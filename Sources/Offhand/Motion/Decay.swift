/// Exponential slowing down, as a pure function of time: what is thrown slides on and comes to rest.
public struct Decay: Sendable, Hashable {
  /// The speed in millimetres a second below which the motion is over (recognizers.md §3.11).
  public static let stopSpeed = 2.0

  /// How much of the velocity is lost a second: the velocity falls as `e^(−rate·t)`.
  public var rate: Double

  /// Slowing down by `rate` a second; positive.
  public init(rate: Double) { self.rate = max(rate, 1e-6) }

  /// Slowing down to `factor` of the velocity in a millisecond, between 0 and 1.
  public init(factorPerMillisecond factor: Double) { self.init(rate: -_log(factor) * 1000) }

  /// 0.998 a millisecond, the field's usual rate for scrolling: 2.002 a second.
  public static let normal = Decay(factorPerMillisecond: 0.998)
  /// 0.99 a millisecond: for paging, and for photos that should not leave the table.
  public static let fast = Decay(factorPerMillisecond: 0.99)

  /// Seconds' worth of the starting velocity that are covered after `seconds`: multiply by the velocity for the way.
  public func reach(after seconds: Double) -> Double { (1 - _exp(-rate * max(0, seconds))) / rate }

  /// The part of the starting velocity that is left after `seconds`.
  public func remainder(after seconds: Double) -> Double { _exp(-rate * max(0, seconds)) }

  /// Where something thrown from `position` with `velocity` a second comes to rest.
  public func projection(from position: Double, velocity: Double) -> Double { position + velocity / rate }

  /// Where something thrown from `position` with `velocity` a second comes to rest.
  public func projection(from position: Point, velocity: Vector) -> Point { position + velocity / rate }

  /// Seconds until `speed` has fallen to `Decay.stopSpeed`.
  public func duration(speed: Double) -> Double {
    speed > Decay.stopSpeed ? _log(speed / Decay.stopSpeed) / rate : 0
  }

  /// The speed that carries exactly `distance` millimetres far, for aiming at a place.
  public func speed(reaching distance: Double) -> Double { distance * rate }
}
