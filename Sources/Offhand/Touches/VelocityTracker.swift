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
  private var fit = ParabolaFit()
  private var head = 0
  /// How many samples lie within the horizon of the newest.
  public private(set) var count = 0
  /// When the fingers last moved.
  private var lastMotion = Int64.min
  /// What the fit counts time and places from.
  private var origin = Int64.min
  private var originPath = SIMD4<Double>.zero

  /// A tracker that saw nothing.
  public init() {
    times = Array(repeating: 0, count: VelocityTracker.capacity)
    paths = Array(repeating: .zero, count: VelocityTracker.capacity)
  }

  /// Forgets everything.
  public mutating func reset() {
    count = 0
    lastMotion = .min
    fit = ParabolaFit()
  }

  /// Becomes what `other` is, in the storage it has.
  mutating func assume(_ other: VelocityTracker) {
    head = other.head
    count = other.count
    lastMotion = other.lastMotion
    fit = other.fit
    origin = other.origin
    originPath = other.originPath
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
      if elapsed == 0 {
        count &-= 1
        change(head, .remove)
        head = index(1)
      } else if elapsed > VelocityTracker.gapNanoseconds {
        count = 0
      }
    } else {
      lastMotion = stamp
    }
    forget(before: stamp &- VelocityTracker.horizonNanoseconds)
    if count == 0 || stamp &- origin > VelocityTracker.longestSum { restart(at: stamp, value) }
    head = (head &+ 1) & (VelocityTracker.capacity - 1)
    times[head] = stamp
    paths[head] = value
    count &+= 1
    change(head, .add)
  }

  /// The time of the newest sample; the distant past where there is none.
  public var newest: Timestamp { Timestamp(nanoseconds: count > 0 ? times[head] : .min) }

  /// The speed at the newest sample.
  public var velocity: MotionVelocity {
    guard count > 1 else { return .zero }
    let oldest = index(count &- 1)
    let net = paths[head] - paths[oldest]
    var slope =
      count == 2
      ? net / (Double(times[head] &- times[oldest]) * 1e-9) : fit.slope(at: Double(times[head] &- origin) * 1e-9)
    slope.replace(with: SIMD4<Double>.zero, where: (slope * net) .< 0)
    return MotionVelocity(slope, sampleCount: count)
  }

  /// The speed at the lift at `time`: zero for fingers that had stopped by then.
  public func velocity(liftedAt time: Timestamp) -> MotionVelocity {
    guard count > 1 else { return .zero }
    let pause = max(VelocityTracker.stoppingTime.wholeNanoseconds, medianInterval * 5 / 2)
    if time.nanoseconds &- lastMotion > pause || hasStopped { return .zero }
    return velocity
  }

  private static var gapNanoseconds: Int64 { 100_000_000 }
  private static var horizonNanoseconds: Int64 { 100_000_000 }
  /// How long sums are carried on before they are made anew: times far from their origin would eat their digits.
  private static var longestSum: Int64 { 400_000_000 }

  private enum Change { case add, remove }

  /// The place of the sample `age` before the newest.
  private func index(_ age: Int) -> Int { (head &- age) & (VelocityTracker.capacity - 1) }

  private mutating func change(_ place: Int, _ change: Change) {
    let seconds = Double(times[place] &- origin) * 1e-9
    switch change {
    case .add: fit.add(paths[place] - originPath, at: seconds)
    case .remove: fit.remove(paths[place] - originPath, at: seconds)
    }
  }

  /// Drops what is older than `limit`, and the oldest where there is no room.
  private mutating func forget(before limit: Int64) {
    while count > 0 {
      let oldest = index(count &- 1)
      guard times[oldest] < limit || count == VelocityTracker.capacity else { return }
      change(oldest, .remove)
      count &-= 1
    }
  }

  /// Makes the sums anew, counted from `time` and `path`.
  private mutating func restart(at time: Int64, _ path: SIMD4<Double>) {
    origin = time
    originPath = path
    fit = ParabolaFit()
    for age in 0..<count { change(index(age), .add) }
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
