/// A damped spring: position and velocity as pure functions of the time since the release.
///
/// The equation is linear, so one `Response` serves a number, a `Vector`, an angle: offset and velocity at the start are
/// multiplied by it. Offsets are measured from the target.
public struct Spring: Sendable, Hashable {
  /// The natural frequency in radians per second.
  public var frequency: Double
  /// The damping: 1 comes to rest fastest without overshoot, less oscillates, more creeps.
  public var dampingRatio: Double

  /// A spring with a natural `frequency` in radians per second.
  public init(frequency: Double, dampingRatio: Double = 1) {
    self.frequency = max(frequency, 1e-6)
    self.dampingRatio = max(dampingRatio, 0)
  }

  /// A critically damped spring that has covered 99 % of the distance after `time`: `(1 + ωt)·e^(−ωt) = 0.01` at ωt = 6.6384.
  public init(settlingIn time: Duration) { self.init(frequency: 6.638352067993812 / max(time.inSeconds, 1e-6)) }

  /// For objects that return to their position: quick, without overshoot.
  public static let settle = Spring(settlingIn: .milliseconds(300))

  /// The offset and velocity after some time, for unit offset and unit velocity at the start.
  struct Response: Sendable, Hashable {
    /// The remaining offset of an initial offset of 1.
    var offset: Double
    /// The offset caused by an initial velocity of 1 per second.
    var offsetOfVelocity: Double
    /// The velocity per second caused by an initial offset of 1.
    var velocityOfOffset: Double
    /// The remaining velocity of an initial velocity of 1.
    var velocity: Double
  }

  /// The response `seconds` after the start; negative times count as 0.
  func response(after seconds: Double) -> Response {
    let t = max(0, seconds)
    guard t.isFinite else { return Response(offset: 0, offsetOfVelocity: 0, velocityOfOffset: 0, velocity: 0) }
    if abs(dampingRatio - 1) < 1e-4 { return criticalResponse(t) }
    return dampingRatio < 1 ? swingingResponse(t) : creepingResponse(t)
  }

  /// The offset from the target after `seconds`, released at `offset` with `velocity` per second.
  public func offset(from offset: Double, velocity: Double = 0, after seconds: Double) -> Double {
    let response = response(after: seconds)
    return response.offset * offset + response.offsetOfVelocity * velocity
  }

  /// The velocity per second after `seconds`, released at `offset` with `velocity`.
  public func velocity(from offset: Double, velocity: Double = 0, after seconds: Double) -> Double {
    let response = response(after: seconds)
    return response.velocityOfOffset * offset + response.velocity * velocity
  }

  /// An upper bound of the time in seconds after which the offset stays below `tolerance`, in the offset's unit, and the velocity below
  /// `tolerance` times the frequency.
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

struct SpringMotion: Sendable, Hashable {
  /// The distance from the target, in millimetres, below which the motion is over: a tenth of a pixel at 160 dpi.
  static let tolerance = 0.016

  var spring: Spring
  var start: Timestamp
  var origin: Point
  /// The velocity at the release in millimetres per second.
  var velocity: Vector
  var target: Point
  let end: Timestamp

  /// A motion from `origin` to `target`; `velocity` in millimetres per second.
  init(_ spring: Spring, from origin: Point, velocity: Vector = .zero, to target: Point, at start: Timestamp) {
    self.spring = spring
    self.start = start
    self.origin = origin
    self.velocity = velocity
    self.target = target
    let time = spring.settlingTime(
      from: (origin - target).length, velocity: velocity.length, tolerance: SpringMotion.tolerance)
    end = start + .seconds(time)
  }

  /// The position at `time`; the target after the end.
  func position(at time: Timestamp) -> Point {
    guard time < end else { return target }
    let response = spring.response(after: time.seconds(since: start))
    return target + (origin - target) * response.offset + velocity * response.offsetOfVelocity
  }

  /// The velocity at `time` in millimetres per second; zero after the end.
  func velocity(at time: Timestamp) -> Vector {
    guard time < end else { return .zero }
    let response = spring.response(after: time.seconds(since: start))
    return (origin - target) * response.velocityOfOffset + velocity * response.velocity
  }

  func isOver(at time: Timestamp) -> Bool { time >= end }
}
