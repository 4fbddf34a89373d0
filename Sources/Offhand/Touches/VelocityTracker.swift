/// The motion of fingers from one start: translation, spread and rotation.
public struct MotionPath: Sendable, Hashable {
  /// Millimetres.
  public var translation: Vector
  /// The factor of spread.
  public var scale = 1.0
  /// Radians, clockwise positive, not wrapped.
  public var rotation = 0.0

  /// The path of no motion.
  public static let start = MotionPath(translation: .zero)
}

/// The velocity of fingers: translation, spread and rotation.
public struct MotionVelocity: Sendable, Hashable {
  /// Millimetres per second.
  public var translation: Vector
  /// Change of the path's scale a second.
  public var scale = 0.0
  /// Radians per second.
  public var rotation = 0.0
  /// The number of samples it is computed from; below three it is the slope between two.
  public var sampleCount = 0

  /// At rest.
  public static let zero = MotionVelocity(translation: .zero)
}

/// Computes the velocity of fingers from their positions over the last 100 ms of event time (Design/Recognizing.md "Velocity").
///
/// A parabola is fitted to the samples by least squares and its slope taken at the newest one: a straight line lags when a finger brakes,
/// and the last difference alone is noise. A slope opposite to the displacement of the fingers in the window is an artefact of the lift,
/// and the velocity is then zero (Chromium's rule). After fingers turn back, only samples since the turn count.
public struct VelocityTracker: Sendable {
  /// The age up to which samples count.
  public static let horizon = Duration.milliseconds(100)
  /// The number of samples kept; 32 reach back 100 ms at up to 320 reports per second.
  public static let capacity = 32
  /// The time without motion after which a finger counts as stopped: Android's figure.
  static let stoppingTime = Duration.milliseconds(40)
  /// The largest velocity in millimetres per second; Android's 1,270 is too slow for a tabletop.
  static let maximumSpeed = 10_000.0

  /// The time of the newest sample; the distant past if there is none.
  public private(set) var newest = Timestamp(nanoseconds: .min)

  private var times = InlineArray<32, Int64>(repeating: 0)
  private var paths = InlineArray<32, SIMD4<Double>>(repeating: .zero)
  /// The numbers of the oldest sample within the horizon, and of the next one to come.
  private var first = 0
  private var end = 0
  /// The fit to the samples within the horizon, if `isFitted`. Computed on demand, because most touches end before the
  /// velocity is read; afterwards new samples are added and expired ones removed.
  private var fit = ParabolaFit()
  private var isFitted = false
  /// The origin of the times in the fit, and of its values: sums of large numbers lose digits.
  private var origin = Int64.min
  private var originPath = SIMD4<Double>.zero
  /// The newest step of the translation that was not zero, if `isFitted`.
  private var heading = SIMD2<Double>.zero
  /// The number of the sample at which the direction last reversed, if `isFitted`: a window that begins later has no turn.
  private var reversal = -1

  /// A tracker without samples.
  public init() {}

  /// The number of samples within the horizon of the newest.
  public var count: Int { end &- first }

  /// Removes all samples.
  public mutating func reset() {
    first = end
    newest = Timestamp(nanoseconds: .min)
    isFitted = false
  }

  /// Adds the position of one finger.
  public mutating func add(_ position: Point, at time: Timestamp) {
    add(MotionPath(translation: position - .origin), at: time)
  }

  /// Adds a path sample. The same timestamp again replaces the sample; an older one is dropped.
  public mutating func add(_ path: MotionPath, at time: Timestamp) {
    let stamp = time.nanoseconds
    if end > first {
      let elapsed = stamp &- newest.nanoseconds
      if elapsed <= 0 || elapsed > VelocityTracker.gapNanoseconds {
        if elapsed < 0 { return }
        if elapsed == 0 { end &-= 1 } else { first = end }
        isFitted = false
      }
      if stamp &- origin > VelocityTracker.longestSum { isFitted = false }
    }
    let sample = SIMD4(path.translation.dx, path.translation.dy, path.scale, path.rotation)
    newest = time
    if isFitted { return slide(to: sample, at: stamp) }
    while end > first, isExpired(first, at: stamp) { first &+= 1 }
    append(sample, at: stamp)
  }

  /// Moves the fitted window to a new sample. The sums are copied, so that they stay in registers.
  @inline(__always)
  private mutating func slide(to sample: SIMD4<Double>, at stamp: Int64) {
    var sums = fit
    // Ends at the newest sample, if not before: no gap is longer than the window.
    while isExpired(first, at: stamp) {
      sums.add(paths[slot(first)] - originPath, at: seconds(to: times[slot(first)]), sign: -1)
      first &+= 1
    }
    sums.add(sample - originPath, at: seconds(to: stamp))
    fit = sums
    append(sample, at: stamp)
    noteStep(to: end &- 1)
  }

  /// Whether the sample numbered `number` leaves the window when one of `stamp` comes.
  @inline(__always)
  private func isExpired(_ number: Int, at stamp: Int64) -> Bool {
    stamp &- times[slot(number)] > VelocityTracker.horizonNanoseconds || count == VelocityTracker.capacity
  }

  @inline(__always)
  private mutating func append(_ sample: SIMD4<Double>, at stamp: Int64) {
    times[slot(end)] = stamp
    paths[slot(end)] = sample
    end &+= 1
  }

  /// The velocity at the newest sample.
  public var velocity: MotionVelocity {
    mutating get { velocity(turningBy: VelocityTracker.turn) }
  }

  private mutating func velocity(turningBy retreat: Double) -> MotionVelocity {
    let (scale, rotation) = shapeVelocity
    return MotionVelocity(
      translation: translationVelocity(turningBy: retreat), scale: scale, rotation: rotation,
      sampleCount: count > 1 ? count : 0)
  }

  /// The velocity of the translation alone, at the newest sample.
  var translationVelocity: Vector {
    mutating get { translationVelocity(turningBy: VelocityTracker.turn) }
  }

  /// The rates of change of scale and rotation, at the newest sample; each is zero if it is opposite to the change in the window.
  var shapeVelocity: (scale: Double, rotation: Double) {
    mutating get {
      guard count > 1 else { return (0, 0) }
      let (slope, net) = slope { $0.highHalf }
      let hasMoved = net * net .> VelocityTracker.roundingError * VelocityTracker.roundingError
      let rates = slope.replacing(with: 0, where: hasMoved .& (slope * net .< 0))
      return (rates.x, rates.y)
    }
  }

  /// The velocity of the translation. After the fingers move back by more than `retreat` millimetres, only samples since the
  /// turn count; without a turn, a velocity opposite to their displacement in the window becomes zero.
  @inline(__always)
  private mutating func translationVelocity(turningBy retreat: Double) -> Vector {
    guard count > 1 else { return .zero }
    var (slope, net) = slope { $0.lowHalf }
    if reversal >= first, !onlyTremble(within: retreat), let turn = turn(by: retreat) {
      slope = slopeSince(turn)
    } else if (slope * net).sum() < 0, (net * net).sum() > VelocityTracker.roundingError * VelocityTracker.roundingError
    {
      return .zero
    }
    let velocity = Vector(dx: slope.x, dy: slope.y)
    let limit = VelocityTracker.maximumSpeed
    return velocity.lengthSquared > limit * limit ? VelocityTracker.slowed(velocity) : velocity
  }

  /// `velocity` limited to the maximum speed. Not inlined, because then the root and quotient would be computed for every velocity.
  @inline(never)
  private static func slowed(_ velocity: Vector) -> Vector { velocity * (maximumSpeed / velocity.length) }

  /// Makes the fit, so that reading the velocity afterwards changes nothing. For callers that follow a motion from report to report.
  @inline(__always)
  mutating func keepUp() {
    if !isFitted { makeFit() }
  }

  /// The velocity from the sample before the newest to the newest.
  var stepVelocity: MotionVelocity {
    guard count > 1 else { return .zero }
    let step = paths[index(1)] - paths[index(2)]
    let slope = step / (Double(times[index(1)] &- times[index(2)]) * 1e-9)
    return MotionVelocity(
      translation: Vector(dx: slope.x, dy: slope.y), scale: slope.z, rotation: slope.w, sampleCount: 2)
  }

  /// The velocity for a lift at `time`: zero for fingers that had stopped by then.
  public mutating func velocity(liftedAt time: Timestamp) -> MotionVelocity {
    guard count > 1, let lastMotion else { return .zero }
    let rest = time.nanoseconds &- lastMotion
    if rest > VelocityTracker.stoppingTime.wholeNanoseconds && rest > medianInterval * 5 / 2 { return .zero }
    if hasStopped { return .zero }
    // A finger that rolls back as it lifts has not turned.
    var velocity = velocity(turningBy: VelocityTracker.roll)
    let net = paths[index(1)].lowHalf - paths[slot(first)].lowHalf
    if velocity.translation.dx * net.x + velocity.translation.dy * net.y < 0 {
      // What is released does not fly against the displacement that is seen: a long roll has the velocity before it, and fingers that
      // turned back by more, but not by as much as they went, have none.
      velocity.translation =
        turn(by: VelocityTracker.longestRoll) == nil ? translationVelocity(turningBy: .infinity) : .zero
    }
    return velocity
  }

  /// The standard deviation of the translation around a smooth motion in the window, along one axis, in millimetres,
  /// computed from the distances of samples from the mean of their two neighbours. `nil` with fewer than three samples.
  var jitter: Double? {
    guard count > 2 else { return nil }
    var sum = 0.0
    for age in 1..<(count - 1) {
      let offset = paths[index(age + 1)] - (paths[index(age)] + paths[index(age + 2)]) / 2
      sum += (offset.lowHalf * offset.lowHalf).sum()
    }
    // Two axes, and half of one variance from each neighbour.
    return (sum / Double(count - 2) / 3).squareRoot()
  }

  /// The horizon as an integer: a `Duration` uses 128 bits, which is too slow for every report.
  static var horizonNanoseconds: Int64 { 100_000_000 }
  /// A gap after which the history is not used for the current velocity (Design/Recognizing.md A20).
  private static var gapNanoseconds: Int64 { 100_000_000 }
  /// The longest time for which sums are updated before they are recomputed: times far from their origin lose digits.
  private static var longestSum: Int64 { 400_000_000 }

  @inline(__always)
  private func slot(_ number: Int) -> Int { number & (VelocityTracker.capacity - 1) }

  /// The index of the sample that is `age` before the next one to come.
  @inline(__always)
  private func index(_ age: Int) -> Int { slot(end &- age) }

  /// Displacements below this, in millimetres, are rounding error.
  private static var roundingError: Double { 1e-9 }
  /// The retreat in millimetres after which moving fingers have turned back: more than the jitter of good panels.
  private static var turn: Double { 0.5 }
  /// The same for fingers that lift, which roll back by a little more than 1 mm (Design/Recognizing.md E14).
  private static var roll: Double { 1.5 }
  /// The largest retreat of fingers that roll back as they lift at speed: 3 mm in two reports were seen.
  private static var longestRoll: Double { 3.5 }
  /// The least time in nanoseconds for which fingers must have moved back: longer than the report interval of most panels. Up to
  /// `longestLine` after the turn, the slope of the line from it is the velocity: over so short a time a parabola is mostly noise.
  private static var shortestTurn: Int64 { 9_000_000 }
  private static var longestLine: Int64 { 40_000_000 }

  /// The rates of change of the quantities that `half` selects, at the newest of at least two samples, and their change in the
  /// window; of two samples the line between them.
  @inline(__always)
  private mutating func slope(_ half: (SIMD4<Double>) -> SIMD2<Double>) -> (slope: SIMD2<Double>, net: SIMD2<Double>) {
    keepUp()
    let now = newest.nanoseconds
    let net = half(paths[index(1)]) - half(paths[slot(first)])
    if count == 2 { return (net / (Double(now &- times[slot(first)]) * 1e-9), net) }
    return (half(fit.slope(at: seconds(to: now))), net)
  }

  // MARK: Turns

  /// Compares the step to the sample numbered `number` with the one before.
  @inline(__always)
  private mutating func noteStep(to number: Int) {
    let step = paths[slot(number)].lowHalf - paths[slot(number &- 1)].lowHalf
    if (step * heading).sum() > 0 { heading = step } else { noteTurn(step, to: number) }
  }

  /// Records a step that does not continue the previous one; the sample between the two may be a turn.
  private mutating func noteTurn(_ step: SIMD2<Double>, to number: Int) {
    if step == .zero { return }
    defer { heading = step }
    guard (step * heading).sum() < 0 else { return }
    var turn = number &- 1
    while turn > first, paths[slot(turn)].lowHalf == paths[slot(turn &- 1)].lowHalf { turn &-= 1 }
    reversal = turn
  }

  /// Whether reversals in the window are only trembling, so that `turn(by:)` is `nil`: the fingers are no farther than `retreat`
  /// from where they have been since the last one, and before it they did not move to and fro by as much. If they did, the middle one
  /// of three samples would be as far off any line through the others, and no line leaves less than half the square of that.
  @inline(__always)
  private mutating func onlyTremble(within retreat: Double) -> Bool {
    let limit = 0.98 * retreat * retreat
    guard fit.deviation < limit / 2 else { return false }
    let place = paths[index(1)].lowHalf
    var number = end &- 2
    while number >= reversal {
      let offset = place - paths[slot(number)].lowHalf
      if (offset * offset).sum() > limit { return false }
      number &-= 1
    }
    return true
  }

  /// The number of the first sample after the fingers turned back, if they have since moved back by more than `retreat` millimetres,
  /// and came from as far ahead unless that is out of the window. `nil` if they did not, or turned just now.
  private mutating func turn(by retreat: Double) -> Int? {
    let now = newest.nanoseconds
    let place = paths[index(1)].lowHalf
    var recent = end &- 2
    while recent > first, now &- times[slot(recent)] < VelocityTracker.shortestTurn { recent &-= 1 }
    let motion = place - paths[slot(recent)].lowHalf
    let length = (motion * motion).sum().squareRoot()
    // The sample farthest back, and how far ahead of it the fingers came from.
    var turn = recent
    var (reach, start) = (length * length, -Double.infinity)
    for number in stride(from: end &- 2, through: first, by: -1) {
      let behind = ((place - paths[slot(number)].lowHalf) * motion).sum()
      if behind > reach + VelocityTracker.roundingError * length { (turn, reach, start) = (number, behind, -.infinity) }
      if number < turn { start = max(start, reach - behind) }
    }
    guard reach > retreat * length, turn >= reversal || start > retreat * length,
      now &- times[slot(turn)] >= VelocityTracker.shortestTurn
    else { return nil }
    // The step from the sample at the turn is partly one towards it.
    return min(turn &+ 1, end &- 2)
  }

  /// The velocity of the translation over the samples from the one numbered `start` on.
  private mutating func slopeSince(_ start: Int) -> SIMD2<Double> {
    let elapsed = newest.nanoseconds &- times[slot(start)]
    guard elapsed >= VelocityTracker.longestLine, end &- start > 2 else {
      return (paths[index(1)] - paths[slot(start)]).lowHalf / (Double(elapsed) * 1e-9)
    }
    var fit = ParabolaFit()
    for number in start..<end { fit.add(paths[slot(number)] - originPath, at: seconds(to: times[slot(number)])) }
    return fit.slope(at: seconds(to: newest.nanoseconds)).lowHalf
  }

  private mutating func makeFit() {
    fit = ParabolaFit()
    origin = newest.nanoseconds
    originPath = paths[index(1)]
    heading = .zero
    reversal = -1
    for number in first..<end {
      fit.add(paths[slot(number)] - originPath, at: seconds(to: times[slot(number)]))
      if number > first { noteStep(to: number) }
    }
    isFitted = end > first
  }

  @inline(__always)
  private func seconds(to time: Int64) -> Double { Double(time &- origin) * 1e-9 }

  /// The time at which the fingers last moved; `nil` if they did not within the horizon.
  private var lastMotion: Int64? {
    var age = 1
    while age < count {
      if paths[index(age)] != paths[index(age + 1)] { return times[index(age)] }
      age += 1
    }
    return nil
  }

  /// Whether the newest reports show that the fingers stopped after a motion: three reports or more over
  /// 8 ms or more, in which the mean speed before would have led a millimetre on (Design/Recognizing.md E12).
  private var hasStopped: Bool {
    var still = 0
    while still + 1 < count, paths[index(still + 2)] == paths[index(1)] { still += 1 }
    guard still >= 3, still + 1 < count else { return false }
    let pause = Double(times[index(1)] &- times[index(still + 1)]) * 1e-9
    let travel = paths[index(still + 1)] - paths[slot(first)]
    let seconds = Double(times[index(still + 1)] &- times[slot(first)]) * 1e-9
    guard pause >= 0.008, seconds > 0 else { return false }
    return Vector(dx: travel.x, dy: travel.y).length / seconds * pause >= 1
  }

  /// The median of the intervals between the samples, in nanoseconds.
  private var medianInterval: Int64 {
    var sorted = InlineArray<32, Int64>(repeating: .max)
    for age in 0..<(count - 1) {
      let interval = times[index(age + 1)] &- times[index(age + 2)]
      var place = age
      while place > 0, sorted[place - 1] > interval {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = interval
    }
    return sorted[(count - 1) / 2]
  }
}

/// The parabola that lies closest to samples of four quantities at shared times, by least squares. Samples can be
/// removed again, so that moving a window has a constant cost.
struct ParabolaFit: Sendable {
  private var count = 0.0
  /// The sums of the times, and of their second, third and fourth powers.
  private var t = SIMD4<Double>.zero
  /// The sums of the values, and of the values times the time and its square.
  private var x0 = SIMD4<Double>.zero
  private var x1 = SIMD4<Double>.zero
  private var x2 = SIMD4<Double>.zero
  /// The sums of the squares of the first two values.
  private var squares = SIMD2<Double>.zero

  /// Adds a sample; `seconds` is its time from an origin that all samples share. With a `sign` of -1 removes one that was added.
  @inline(__always)
  mutating func add(_ value: SIMD4<Double>, at seconds: Double, sign: Double = 1) {
    let time = seconds * ParabolaFit.perSecond
    let square = time * time
    let powers = SIMD2(time, square)
    count += sign
    t += SIMD4(lowHalf: powers, highHalf: powers * square) * sign
    x0 += value * sign
    x1 += value * time * sign
    x2 += value * square * sign
    squares += value.lowHalf * value.lowHalf * sign
  }

  /// The slope per second at a moment: of the parabola, or of a line if the samples have only two different times; zero if one.
  @inline(__always)
  func slope(at seconds: Double) -> SIMD4<Double> {
    guard count > 1 else { return .zero }
    let time = 2 * seconds * ParabolaFit.perSecond
    let share = 1 / count
    let mean1 = t.x * share
    let mean2 = t.y * share
    let sxx = t.y - t.x * mean1
    let sxx2 = t.z - t.x * mean2
    let sx2x2 = t.w - t.y * mean2
    let sxy = x1 - x0 * mean1
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    guard count > 2, determinant > 1e-9 * sxx * sx2x2 else {
      return sxx > 0 ? sxy * (ParabolaFit.perSecond / sxx) : .zero
    }
    let sx2y = x2 - x0 * mean2
    let unit = ParabolaFit.perSecond / determinant
    return sxy * ((sx2x2 - time * sxx2) * unit) + sx2y * ((time * sxx - sxx2) * unit)
  }

  /// The sum of the squared distances of the first two quantities from the line that lies closest to them.
  @inline(__always)
  var deviation: Double {
    let share = 1 / count
    let mean = t.x * share
    let sxx = t.y - t.x * mean
    let sxy = (x1 - x0 * mean).lowHalf
    let syy = squares - x0.lowHalf * x0.lowHalf * share
    return (sxx > 0 ? syy - sxy * sxy / sxx : syy).sum()
  }

  /// Times are counted in tenths of a second, so that all sums are of similar magnitude.
  private static let perSecond = 10.0
}
