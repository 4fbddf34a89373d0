/// Predicts by a line through the latest samples, shortened where people are known to brake, turn or rest.
///
/// Of many rules this is the one that stays near the best for every kind of motion and has the fewest frames in which the
/// picture would have been better off unpredicted. A touch is predicted by itself, from its own samples. The rules and their reasons
/// are on the page <doc:Prediction>.
public struct SteadyMotionPredictor: MotionPredictor {
  /// The constants. The optimum is flat: each may be a third larger or smaller at the price of one or two hundredths of the gain.
  struct Settings: Sendable, Hashable {
    /// The longest time ahead, in seconds: beyond it the error at turns grows faster than the gain on the way.
    var longestHorizon = 0.040
    /// The age in seconds of the samples from which the velocity is computed: the shortest time in which the noise of good panels is
    /// small against the motion.
    var quickWindow = 0.024
    /// The age in seconds to which that grows while the motion is steady, so that a steady finger has a calm velocity.
    var steadyWindow = 0.064
    /// The shortest time in seconds from which a velocity is computed.
    var shortestWindow = 0.003
    /// The distance in mm from the line within which samples of a steady motion lie, if the panel has less noise than three times that.
    var tolerance = 0.08
    /// The distance grows by this time in seconds times the speed: the jitter of timestamps.
    var timeTolerance = 0.0005
    /// The speed in mm/s that is believed without regard to the motion before: a wrong sample is not to throw the picture.
    var trustedSpeed = 200.0
    /// Speeds beyond it are believed up to this many times the mean speed of the last 16 ms before the newest sample.
    var trustedAcceleration = 2.0
    /// The share of the velocity that is left out where the speed changes: people who do that are soon slower.
    var caution = 0.25
    /// The relative change of speed at which half of the caution is applied.
    var unsteadiness = 0.2
    /// The speed in mm/s below which changes of speed are noise.
    var slowSpeed = 3.0
    /// The farthest step, in relation to the motion of an equally long time before.
    var reach = 1.25
    /// The distance in mm that the farthest step may be longer.
    var reachAllowance = 0.3
    /// The distance in mm within which a finger rests, if the panel has less noise than that; of the motion of `steadyWindow`.
    var restRadius = 0.3
    /// The distance in mm beyond the rest radius at which the full step is made.
    var restMargin = 0.3
    /// The silence after which the step begins to shrink: intervals between reports, and seconds. In it recorded fingers moved on by
    /// a third to a half of what their speed promised.
    var silence = 1.5
    /// See `silence`.
    var silenceAllowance = 0.002
    /// The intervals between reports in which the step then shrinks to nothing.
    var silenceFade = 1.5
    /// The interval in seconds of a panel of which none is known yet.
    var usualInterval = 0.012
    /// The shortest interval in seconds that is assumed.
    var shortestInterval = 0.004
    /// The uncertainty of a sample in mm.
    var noise = MotionHistory.noise
    /// The growth of the uncertainty in mm/s of a finger that is nearly at rest.
    var drift = MotionHistory.drift
    /// The growth of the uncertainty in relation to the speed of a steady motion, and what unsteadiness adds.
    var speedDoubt = 0.1
    /// See `speedDoubt`.
    var unsteadyDoubt = 0.45
  }

  private let settings: Settings
  /// The bounds of the panel, which predicted positions do not leave; `nil` if unknown.
  public var panel: Rect?

  private var history = MotionHistory()

  /// A predictor without touches.
  public init(panel: Rect? = nil) { self.init(panel: panel, settings: Settings()) }

  /// A predictor that reaches further than 40 ms, for a motion that is known to be even.
  package init(panel: Rect?, longestHorizon: Duration) {
    var settings = Settings()
    settings.longestHorizon = longestHorizon.inSeconds
    self.init(panel: panel, settings: settings)
  }

  init(panel: Rect? = nil, settings: Settings) {
    self.panel = panel
    self.settings = settings
  }

  /// Takes a frame.
  public mutating func record(_ frame: borrowing TouchFrame) { history.record(frame) }

  /// Forgets all touches.
  public mutating func reset() { history.reset() }

  /// The expected position at `time`, at most 40 ms after the newest sample.
  public func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let track = history.track(of: touch) else { return nil }
    let ahead = track.seconds(to: time)
    guard ahead > 0 else { return history.interpolated(track, -ahead) }
    guard track.isFinger, let motion = motion(of: track) else {
      return PredictedPosition(
        position: track.measured, measured: track.measured, uncertainty: settings.noise + ahead * settings.drift)
    }
    let horizon = min(ahead, settings.longestHorizon)
    let share = restShare(of: track) * silenceShare(of: track, at: now)
    let step = step(of: motion, of: track, over: horizon) * share
    return PredictedPosition(
      position: held(track.measured + step, beside: track.measured), measured: track.measured,
      uncertainty: settings.noise + ahead * (settings.drift + motion.speed * motion.doubt(settings)))
  }

  // MARK: Velocity

  /// The motion of a touch at its newest sample, in mm and s.
  private struct Motion {
    var velocity: Vector
    var speed: Double
    /// The mean age of the samples from which the velocity was computed.
    var meanAge: Double
    /// The mean velocity from 64 to 16 ms before the newest sample, and the mean acceleration there.
    var earlier: Vector
    var acceleration: Vector

    /// The growth of the uncertainty in relation to the speed.
    func doubt(_ settings: Settings) -> Double {
      let change = (velocity - earlier).length / (speed + settings.slowSpeed)
      return settings.speedDoubt + settings.unsteadyDoubt * change / (change + settings.unsteadiness)
    }
  }

  /// The motion of `track`; `nil` where no speed is known.
  private func motion(of track: MotionHistory.Track) -> Motion? {
    var (velocity, meanAge) = fit(to: track)
    let size = velocity.length
    guard size > 0 else { return nil }
    let speed = min(size, trustedSpeed(of: track))
    velocity = velocity * (speed / size)
    let (near, middle, far) = (
      history.offset(of: track, 0.016), history.offset(of: track, 0.032), history.offset(of: track, 0.064)
    )
    return Motion(
      velocity: velocity, speed: speed, meanAge: meanAge, earlier: (near - far) / 0.048,
      acceleration: ((near - middle) / 0.016 - (middle - far) / 0.032) / 0.024)
  }

  /// The slope of the line through the latest samples, and their mean age: those of the last 24 ms, and older ones as long as all lie
  /// near the line.
  private func fit(to track: MotionHistory.Track) -> (velocity: Vector, meanAge: Double) {
    let count = history.countSincePause(of: track)
    guard count > 1 else { return (.zero, 0) }
    var line = Line()
    var index = 1
    var oldest = 0.0
    while index < count {
      let sample = history.sample(index, of: track)
      if index > 1, sample.age > settings.quickWindow { break }
      line.add(sample)
      oldest = sample.age
      index += 1
    }
    guard oldest >= settings.shortestWindow else { return (.zero, 0) }
    let tolerance = max(settings.tolerance, history.noiseFloor / 3)
    while index < count {
      let sample = history.sample(index, of: track)
      if sample.age > settings.steadyWindow { break }
      var longer = line
      longer.add(sample)
      guard isStraight(longer, through: index, of: track, within: tolerance) else { break }
      line = longer
      index += 1
    }
    return (line.velocity, line.meanAge)
  }

  private func isStraight(
    _ line: Line, through last: Int, of track: MotionHistory.Track, within tolerance: Double
  ) -> Bool {
    let velocity = line.velocity
    let limit = tolerance + settings.timeTolerance * velocity.length
    var index = last
    while index >= 0 {
      let sample = history.sample(index, of: track)
      let off = sample.offset - line.meanOffset + velocity * (sample.age - line.meanAge)
      if off.lengthSquared > limit * limit { return false }
      index -= 1
    }
    return true
  }

  /// The line through samples by least squares, the newest one included.
  private struct Line {
    private var count = 1.0
    private var age = 0.0
    private var ageSquared = 0.0
    private var offset = Vector.zero
    private var product = Vector.zero

    mutating func add(_ sample: MotionHistory.Sample) {
      count += 1
      age += sample.age
      ageSquared += sample.age * sample.age
      offset += sample.offset
      product += sample.offset * sample.age
    }

    var meanAge: Double { age / count }
    var meanOffset: Vector { offset / count }

    /// The slope over time, in mm/s.
    var velocity: Vector {
      let spread = ageSquared - age * age / count
      return spread > 0 ? (offset * (age / count) - product) / spread : .zero
    }
  }

  /// The speed in mm/s up to which the newest sample is believed.
  private func trustedSpeed(of track: MotionHistory.Track) -> Double {
    let before = history.sample(1, of: track)
    let distance = (history.offset(of: track, before.age + 0.016) - before.offset).length
    return settings.trustedAcceleration * distance / 0.016 + settings.trustedSpeed
  }

  // MARK: Step

  /// The expected displacement over `horizon` seconds.
  private func step(of motion: Motion, of track: MotionHistory.Track, over horizon: Double) -> Vector {
    let earlierSpeed = motion.earlier.dot(motion.velocity) / motion.speed
    let change = abs(motion.speed - earlierSpeed) / (motion.speed + settings.slowSpeed)
    let share = 1 - settings.caution * change / (change + settings.unsteadiness)
    var step = (motion.velocity * share + motion.acceleration * (horizon / 6)) * horizon
    // Half of the 16 to 64 ms that the earlier speed is the mean of.
    let braking = (motion.speed - earlierSpeed) / (0.040 - min(motion.meanAge, 0.024))
    if braking < 0 {
      let end = min(horizon, -motion.speed / braking)
      let part = (motion.speed * end + braking * end * end / 2) / (motion.speed * horizon)
      step = step * max(0, part).squareRoot()
    }
    let reach = settings.reach * history.offset(of: track, horizon).length + settings.reachAllowance
    let length = step.length
    return length > reach ? step * (reach / length) : step
  }

  /// The share of the step for a finger that has rested, from 0 to 1.
  private func restShare(of track: MotionHistory.Track) -> Double {
    var farthest = history.offset(of: track, settings.steadyWindow).lengthSquared
    for index in 1..<max(history.count(of: track), 1) {
      let sample = history.sample(index, of: track)
      if sample.age > settings.steadyWindow { break }
      farthest = max(farthest, sample.offset.lengthSquared)
    }
    let radius = max(settings.restRadius, history.noiseFloor)
    return min(max((farthest.squareRoot() - radius) / settings.restMargin, 0), 1)
  }

  /// The share of the step after the panel has been silent until `now`, from 0 to 1.
  private func silenceShare(of track: MotionHistory.Track, at now: Timestamp) -> Double {
    let interval = max(track.meanInterval ?? settings.usualInterval, settings.shortestInterval)
    let silence = track.seconds(to: now) - settings.silence * interval - settings.silenceAllowance
    return 1 - min(max(silence / (settings.silenceFade * interval), 0), 1)
  }

  /// `position` held within the panel, and within reach of a sample outside.
  private func held(_ position: Point, beside measured: Point) -> Point {
    guard let panel else { return position }
    return Point(
      x: min(max(position.x, min(panel.minX, measured.x)), max(panel.maxX, measured.x)),
      y: min(max(position.y, min(panel.minY, measured.y)), max(panel.maxY, measured.y)))
  }
}
