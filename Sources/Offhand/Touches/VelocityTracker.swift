/// Tells how fast fingers move, from where they were over the last 100 ms of event time (recognizers.md §3.0.9).
///
/// A parabola is fitted to the samples by least squares and its slope taken at the newest one: a straight line lags when a
/// finger brakes, and the last difference alone is noise. Where the slope points against the way the fingers went in the
/// window it is an artefact of the lift, and the answer is zero (Chromium's rule).
public struct VelocityTracker: Sendable {
  /// How far back samples count.
  public static let horizon = Duration.milliseconds(100)
  /// How many samples are kept; 32 reach back 100 ms up to 320 reports a second.
  public static let capacity = 32
  /// A gap after which the history says nothing about now (recognizers.md A20).
  public static let longestGap = Duration.milliseconds(100)
  /// The time without motion after which a finger counts as stopped: Android's figure.
  public static let stoppingTime = Duration.milliseconds(40)
  /// The fastest answer in millimetres a second; Android's 1,270 is too slow for a tabletop.
  public static let maximumSpeed = 10_000.0

  private var times: [Int64]
  private var paths: [SIMD4<Double>]
  private var head = 0
  /// How many samples there are.
  public private(set) var count = 0
  /// When the fingers last moved.
  private var lastMotion = Int64.min

  /// A tracker that saw nothing.
  public init() {
    times = Array(repeating: 0, count: VelocityTracker.capacity)
    paths = Array(repeating: .zero, count: VelocityTracker.capacity)
  }

  /// Forgets everything.
  public mutating func reset() {
    count = 0
    lastMotion = .min
  }

  /// Becomes what `other` is, in the storage it has.
  mutating func assume(_ other: VelocityTracker) {
    head = other.head
    count = other.count
    lastMotion = other.lastMotion
    for place in 0..<VelocityTracker.capacity {
      times[place] = other.times[place]
      paths[place] = other.paths[place]
    }
  }

  /// Adds where one finger was.
  public mutating func add(_ position: Point, at time: Timestamp) {
    add(MotionPath(translation: position - .origin), at: time)
  }

  /// Adds how far the path led. The same stamp again replaces the sample; an older one is dropped.
  public mutating func add(_ path: MotionPath, at time: Timestamp) {
    let stamp = time.nanoseconds
    let value = SIMD4(path.translation.dx, path.translation.dy, path.scale, path.rotation)
    if count > 0 {
      let elapsed = stamp &- times[head]
      if elapsed < 0 { return }
      if paths[head] != value { lastMotion = stamp }
      if elapsed == 0 { return paths[head] = value }
      if elapsed > VelocityTracker.gapNanoseconds { count = 0 }
    } else {
      lastMotion = stamp
    }
    head = (head &+ 1) & (VelocityTracker.capacity - 1)
    times[head] = stamp
    paths[head] = value
    count = min(count &+ 1, VelocityTracker.capacity)
  }

  /// The time of the newest sample; the distant past where there is none.
  public var newest: Timestamp { Timestamp(nanoseconds: count > 0 ? times[head] : .min) }

  /// The speed at the newest sample.
  public var velocity: MotionVelocity { velocity(since: Timestamp(nanoseconds: .min)) }

  /// The speed at the newest sample, from samples no older than `start`.
  public func velocity(since start: Timestamp) -> MotionVelocity {
    let samples = window(since: start.nanoseconds)
    guard samples > 1 else { return .zero }
    var slope = fit(samples)
    let net = paths[head] - paths[index(samples - 1)]
    slope.replace(with: SIMD4<Double>.zero, where: (slope * net) .< 0)
    return MotionVelocity(slope, sampleCount: samples)
  }

  /// The speed at the lift at `time`: zero for fingers that had stopped by then.
  public func velocity(
    liftedAt time: Timestamp, since start: Timestamp = Timestamp(nanoseconds: .min)
  ) -> MotionVelocity {
    guard count > 1 else { return .zero }
    let pause = max(VelocityTracker.stoppingTime.wholeNanoseconds, medianInterval * 5 / 2)
    if time.nanoseconds &- lastMotion > pause || hasStopped { return .zero }
    return velocity(since: start)
  }

  private static var gapNanoseconds: Int64 { 100_000_000 }
  private static var horizonNanoseconds: Int64 { 100_000_000 }

  /// The place of the sample `age` before the newest.
  private func index(_ age: Int) -> Int { (head &- age) & (VelocityTracker.capacity - 1) }

  /// How many samples lie within the horizon and no earlier than `start`.
  private func window(since start: Int64) -> Int {
    guard count > 0 else { return 0 }
    let oldest = max(times[head] &- VelocityTracker.horizonNanoseconds, start)
    var samples = 0
    while samples < count, times[index(samples)] >= oldest { samples += 1 }
    return samples
  }

  /// The slope at the newest of `samples`: a parabola's, a line's where the parabola is not determined.
  private func fit(_ samples: Int) -> SIMD4<Double> {
    if samples == 2 {
      return (paths[head] - paths[index(1)]) / (Double(times[head] &- times[index(1)]) * 1e-9)
    }
    var fit = ParabolaFit()
    for age in 0..<samples {
      let place = index(age)
      fit.add(paths[place] - paths[head], at: Double(times[place] &- times[head]) * 1e-9)
    }
    return fit.slope
  }

  /// Whether the newest reports say that the fingers lie still after a motion that would show: three reports or more over
  /// 8 ms or more, in which the mean speed before would have led a millimetre on (recognizers.md E12).
  private var hasStopped: Bool {
    var still = 0
    while still + 1 < count, paths[index(still + 1)] == paths[head] { still += 1 }
    guard still >= 3, still + 1 < count else { return false }
    let pause = Double(times[head] &- times[index(still)]) * 1e-9
    let travel = paths[index(still)] - paths[index(count - 1)]
    let seconds = Double(times[index(still)] &- times[index(count - 1)]) * 1e-9
    guard pause >= 0.008, seconds > 0 else { return false }
    return Vector(dx: travel.x, dy: travel.y).length / seconds * pause >= 1
  }

  /// The middle of the intervals between the samples, in nanoseconds.
  private var medianInterval: Int64 {
    var sorted = InlineArray<32, Int64>(repeating: .max)
    for age in 0..<(count - 1) {
      let interval = times[index(age)] &- times[index(age + 1)]
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
