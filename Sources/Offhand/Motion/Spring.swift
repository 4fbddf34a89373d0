/// A damped spring as a pure function of time: where it is, and how fast, any time after it was let go.
///
/// The equation is linear, so one `Response` serves a number, a `Vector`, an angle: offset and velocity at the start are
/// multiplied by it. Offsets are measured from the target.
public struct Spring: Sendable, Hashable {
  /// Radians a second that the spring would swing with if nothing damped it.
  public var frequency: Double
  /// 1 comes to rest fastest without overshoot; less swings, more creeps.
  public var dampingRatio: Double

  /// A spring of its natural `frequency` in radians a second.
  public init(frequency: Double, dampingRatio: Double = 1) {
    self.frequency = max(frequency, 1e-6)
    self.dampingRatio = max(dampingRatio, 0)
  }

  /// A critically damped spring that has covered 99 % of the way after `time`: `(1 + ωt)·e^(−ωt) = 0.01` at ωt = 6.6384.
  public init(settlingIn time: Duration) {
    self.init(frequency: 6.638352067993812 / max(time.inSeconds, 1e-6))
  }

  /// For what comes back to where it belongs: quick, without overshoot.
  public static let settle = Spring(settlingIn: .milliseconds(300))
  /// For what is thrown open or shut: swings over by about 5 %, so that the throw is felt.
  public static let throwing = Spring(frequency: 20, dampingRatio: 0.7)

  /// What the spring makes of offset and velocity after some time.
  public struct Response: Sendable, Hashable {
    /// The offset left of an offset of 1.
    public var offset: Double
    /// The offset made by a velocity of 1 a second.
    public var offsetOfVelocity: Double
    /// The velocity made by an offset of 1, a second.
    public var velocityOfOffset: Double
    /// The velocity left of a velocity of 1.
    public var velocity: Double
  }

  /// The response `seconds` after the start; before it, that of the start.
  public func response(after seconds: Double) -> Response {
    let t = max(0, seconds)
    guard t.isFinite else { return Response(offset: 0, offsetOfVelocity: 0, velocityOfOffset: 0, velocity: 0) }
    if abs(dampingRatio - 1) < 1e-4 { return criticalResponse(t) }
    return dampingRatio < 1 ? swingingResponse(t) : creepingResponse(t)
  }

  /// The offset from the target after `seconds`, let go at `offset` with `velocity` a second.
  public func offset(from offset: Double, velocity: Double = 0, after seconds: Double) -> Double {
    let response = response(after: seconds)
    return response.offset * offset + response.offsetOfVelocity * velocity
  }

  /// The velocity a second after `seconds`, let go at `offset` with `velocity`.
  public func velocity(from offset: Double, velocity: Double = 0, after seconds: Double) -> Double {
    let response = response(after: seconds)
    return response.velocityOfOffset * offset + response.velocity * velocity
  }

  /// Seconds after which offset and velocity stay below what `tolerance` (in the offset's unit) bounds; an upper bound.
  public func settlingTime(from offset: Double, velocity: Double = 0, tolerance: Double) -> Double {
    let rate = dampingRatio <= 1 ? frequency * max(dampingRatio, 1e-3) : slowRate
    let size = abs(offset) + abs(velocity) / frequency
    guard size > tolerance, tolerance > 0 else { return 0 }
    var time = _log(size / tolerance) / rate
    let step = 0.25 / rate
    for _ in 0..<400 where !isSettled(response(after: time), offset, velocity, tolerance) { time += step }
    return time
  }

  private func isSettled(_ r: Response, _ offset: Double, _ velocity: Double, _ tolerance: Double) -> Bool {
    abs(r.offset * offset) + abs(r.offsetOfVelocity * velocity) <= tolerance
      && (abs(r.velocityOfOffset * offset) + abs(r.velocity * velocity)) / frequency <= tolerance
  }

  private func criticalResponse(_ t: Double) -> Response {
    let decay = _exp(-frequency * t)
    return Response(
      offset: (1 + frequency * t) * decay, offsetOfVelocity: t * decay,
      velocityOfOffset: -frequency * frequency * t * decay, velocity: (1 - frequency * t) * decay)
  }

  private func swingingResponse(_ t: Double) -> Response {
    let damping = dampingRatio * frequency
    let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
    let decay = _exp(-damping * t)
    let sine = _sin(swing * t) / swing
    let cosine = _cos(swing * t)
    return Response(
      offset: decay * (cosine + damping * sine), offsetOfVelocity: decay * sine,
      velocityOfOffset: -frequency * frequency * decay * sine, velocity: decay * (cosine - damping * sine))
  }

  private func creepingResponse(_ t: Double) -> Response {
    let slow = slowRate
    let fast = frequency * frequency / slow
    let spread = fast - slow
    let slowDecay = _exp(-slow * t)
    let fastDecay = _exp(-fast * t)
    return Response(
      offset: (fast * slowDecay - slow * fastDecay) / spread, offsetOfVelocity: (slowDecay - fastDecay) / spread,
      velocityOfOffset: slow * fast * (fastDecay - slowDecay) / spread,
      velocity: (fast * fastDecay - slow * slowDecay) / spread)
  }

  /// The slower of the two rates of an overdamped spring, written so that nothing cancels for large ratios.
  private var slowRate: Double {
    frequency / (dampingRatio + (dampingRatio * dampingRatio - 1).squareRoot())
  }
}

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
