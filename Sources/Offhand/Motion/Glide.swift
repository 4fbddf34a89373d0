/// Exponential slowing down, as a pure function of time: a thrown object slides on and comes to rest.
public struct Decay: Sendable, Hashable {
  /// The speed in millimetres per second below which the motion is over (Design/Recognizing.md "Momentum").
  static let stopSpeed = 2.0

  /// The rate of decay per second: the velocity falls as `e^(−rate·t)`.
  public var rate: Double

  /// A decay by `rate` per second; positive.
  public init(rate: Double) { self.rate = max(rate, 1e-6) }

  /// A decay to `factor` of the velocity per millisecond, between 0 and 1.
  public init(factorPerMillisecond factor: Double) { self.init(rate: -_log(factor) * 1000) }

  /// 0.998 a millisecond, the field's usual rate for scrolling: 2.002 a second.
  public static let normal = Decay(factorPerMillisecond: 0.998)

  /// The distance covered after `seconds` per unit of starting velocity, in seconds.
  public func reach(after seconds: Double) -> Double { (1 - _exp(-rate * max(0, seconds))) / rate }

  /// The fraction of the starting velocity that remains after `seconds`.
  public func remainder(after seconds: Double) -> Double { _exp(-rate * max(0, seconds)) }

  /// The position at which a throw from `position` with `velocity` per second comes to rest.
  public func projection(from position: Double, velocity: Double) -> Double { position + velocity / rate }

  /// Seconds until `speed` has fallen to `Decay.stopSpeed`.
  public func duration(speed: Double) -> Double { speed > Decay.stopSpeed ? _log(speed / Decay.stopSpeed) / rate : 0 }
}

/// A throw along one axis that comes to rest within a range: it slides and slows down, and at an end of the range
/// a spring takes over and brings it back to the end.
public struct Glide: Sendable, Hashable {
  /// The distance in mm, and the speed, below which it is at rest.
  static let tolerance = 0.016

  private let origin: Double
  private let velocity: Double
  private let decay: Decay
  private let spring: Spring
  /// The time in seconds after the start at which the spring takes over, and the end to which it pulls; `nil` if the throw stays inside.
  private let takeOver: TakeOver?

  private struct TakeOver: Sendable, Hashable {
    var seconds: Double
    var target: Double
  }

  /// The time in seconds until it is at rest.
  public let duration: Double

  /// A throw from `origin` with `velocity` a second; `range` holds the positions at which it may rest.
  public init(
    from origin: Double, velocity: Double, within range: ClosedRange<Double>, decay: Decay = .normal,
    spring: Spring = .settle
  ) {
    self.origin = origin
    self.velocity = velocity
    self.decay = decay
    self.spring = spring
    let rest = decay.projection(from: origin, velocity: velocity)
    if !range.contains(origin) {
      takeOver = TakeOver(seconds: 0, target: origin < range.lowerBound ? range.lowerBound : range.upperBound)
    } else if !range.contains(rest) {
      let target = rest < range.lowerBound ? range.lowerBound : range.upperBound
      let seconds = -_log(1 - (target - origin) * decay.rate / velocity) / decay.rate
      takeOver = TakeOver(seconds: max(0, seconds), target: target)
    } else {
      takeOver = nil
    }
    if let takeOver {
      let speed = velocity * decay.remainder(after: takeOver.seconds)
      let offset = takeOver.seconds > 0 ? 0 : origin - takeOver.target
      duration = takeOver.seconds + spring.settlingTime(from: offset, velocity: speed, tolerance: Glide.tolerance)
    } else {
      duration = decay.duration(speed: abs(velocity))
    }
  }

  /// The position at which it comes to rest.
  public var rest: Double { takeOver?.target ?? slide(after: duration) }

  /// The position `seconds` after the start.
  public func position(after seconds: Double) -> Double {
    guard seconds < duration else { return rest }
    guard let takeOver, seconds >= takeOver.seconds else { return slide(after: seconds) }
    return takeOver.target
      + spring.offset(
        from: slide(after: takeOver.seconds) - takeOver.target,
        velocity: velocity * decay.remainder(after: takeOver.seconds), after: seconds - takeOver.seconds)
  }

  private func slide(after seconds: Double) -> Double { origin + velocity * decay.reach(after: seconds) }
}

/// Resistance past an end: the displacement grows less and less with the pull, and never exceeds `extent`.
///
/// `f(x) = (1 − 1/(x·c/d + 1))·d` with c = 0.55, as scroll views do it (Design/Recognizing.md "Momentum").
public struct RubberBand: Sendable, Hashable {
  /// The largest displacement in millimetres; usually the size of the object that is pulled.
  public var extent: Double
  /// The displacement per millimetre at the start of the pull, 0 to 1.
  public var stiffness: Double

  /// A band that gives `extent` millimetres at most.
  public init(extent: Double, stiffness: Double = 0.55) {
    self.extent = extent
    self.stiffness = stiffness
  }

  /// The displacement for a pull of `distance` past the end; odd in the distance.
  public func displacement(pulledBy distance: Double) -> Double {
    guard extent > 0 else { return 0 }
    let give = (1 - 1 / (abs(distance) * stiffness / extent + 1)) * extent
    return distance < 0 ? -give : give
  }

  /// The pull that gives `displacement`, so that a finger that catches an object beyond its end does not make it jump.
  public func pull(displacing displacement: Double) -> Double {
    guard extent > 0, stiffness > 0 else { return 0 }
    let part = min(abs(displacement) / extent, 1 - 1e-9)
    let pull = (1 / (1 - part) - 1) * extent / stiffness
    return displacement < 0 ? -pull : pull
  }

  /// The position of an object under a finger at `position`: the same within `range`, against the band outside.
  public func position(for position: Double, within range: ClosedRange<Double>) -> Double {
    let end = min(max(position, range.lowerBound), range.upperBound)
    return position == end ? position : end + displacement(pulledBy: position - end)
  }

  /// The finger's position for an object at `position`.
  public func finger(at position: Double, within range: ClosedRange<Double>) -> Double {
    let end = min(max(position, range.lowerBound), range.upperBound)
    return position == end ? position : end + pull(displacing: position - end)
  }
}
