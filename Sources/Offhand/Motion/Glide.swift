/// A throw along one axis that comes to rest within a range: it slides and slows down, and what reaches an end is taken over
/// by a spring that brings it back to the end.
public struct Glide: Sendable, Hashable {
  /// The distance, in millimetres, and the speed, that count as rest.
  static let tolerance = 0.016

  private let origin: Double
  private let velocity: Double
  private let decay: Decay
  private let spring: Spring
  /// When the spring takes over, in seconds after the start, and the end it pulls to; never where the throw stays inside.
  private let takeOver: TakeOver?

  private struct TakeOver: Sendable, Hashable {
    var seconds: Double
    var target: Double
  }

  /// Seconds until it rests.
  public let duration: Double

  /// A throw from `origin` with `velocity` a second; `range` is where it may rest.
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
      duration =
        takeOver.seconds + spring.settlingTime(from: offset, velocity: speed, tolerance: Glide.tolerance)
    } else {
      duration = decay.duration(speed: abs(velocity))
    }
  }

  /// Where it comes to rest.
  public var rest: Double { takeOver?.target ?? slide(after: duration) }

  /// Where it is `seconds` after the start.
  public func position(after seconds: Double) -> Double {
    guard seconds < duration else { return rest }
    guard let takeOver, seconds >= takeOver.seconds else { return slide(after: seconds) }
    return takeOver.target
      + spring.offset(
        from: slide(after: takeOver.seconds) - takeOver.target,
        velocity: velocity * decay.remainder(after: takeOver.seconds), after: seconds - takeOver.seconds)
  }

  /// How fast it is `seconds` after the start, a second.
  public func velocity(after seconds: Double) -> Double {
    guard seconds < duration else { return 0 }
    guard let takeOver, seconds >= takeOver.seconds else { return velocity * decay.remainder(after: seconds) }
    return spring.velocity(
      from: slide(after: takeOver.seconds) - takeOver.target,
      velocity: velocity * decay.remainder(after: takeOver.seconds), after: seconds - takeOver.seconds)
  }

  private func slide(after seconds: Double) -> Double { origin + velocity * decay.reach(after: seconds) }
}
