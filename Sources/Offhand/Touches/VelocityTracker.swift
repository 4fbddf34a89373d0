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

  private var times = InlineArray<32, Int64>(repeating: 0)
  private var paths = InlineArray<32, SIMD4<Double>>(repeating: .zero)
  /// The numbers of the oldest sample within the horizon, and of the next one to come.
  private var first = 0
  private var end = 0
  /// When the fingers last moved.
  private var lastMotion = Int64.min
  /// The fit, the numbers of the samples that are in it, and what it counts time and places from. Samples are taken in and out
  /// when a speed is asked for, and not before: most fingers lift before anybody wants to know.
  private var fit = ParabolaFit()
  private var fitFirst = 0
  private var fitEnd = 0
  private var origin = Int64.min
  private var originPath = SIMD4<Double>.zero

  /// A tracker that saw nothing.
  public init() {}

  /// How many samples lie within the horizon of the newest.
  public var count: Int { end &- first }

  /// Forgets everything.
  public mutating func reset() {
    first = end
    fitEnd = first
    lastMotion = .min
  }

  /// Adds where one finger was.
  public mutating func add(_ position: Point, at time: Timestamp) {
    add(MotionPath(translation: position - .origin), at: time)
  }

  /// Adds how far the path led. The same stamp again replaces the sample; an older one is dropped.
  public mutating func add(_ path: MotionPath, at time: Timestamp) {
    let stamp = time.nanoseconds
    let value = SIMD4(path.translation.dx, path.translation.dy, path.scale, path.rotation)
    if end > first {
      let elapsed = stamp &- times[index(1)]
      if elapsed < 0 { return }
      if paths[index(1)] != value { lastMotion = stamp }
      if elapsed == 0 {
        end &-= 1
        if fitEnd > end { fitEnd = first }
      } else if elapsed > VelocityTracker.gapNanoseconds {
        first = end
      }
    } else {
      lastMotion = stamp
    }
    while end > first,
      times[slot(first)] < stamp &- VelocityTracker.horizonNanoseconds || count == VelocityTracker.capacity
    {
      first &+= 1
    }
    times[slot(end)] = stamp
    paths[slot(end)] = value
    end &+= 1
  }

  /// The time of the newest sample; the distant past where there is none.
  public var newest: Timestamp { Timestamp(nanoseconds: end > first ? times[index(1)] : .min) }

  /// The speed at the newest sample.
  public var velocity: MotionVelocity {
    mutating get {
      guard count > 1 else { return .zero }
      let newest = index(1)
      let net = paths[newest] - paths[slot(first)]
      if count == 2 {
        let slope = net / (Double(times[newest] &- times[slot(first)]) * 1e-9)
        return MotionVelocity(slope, along: net, sampleCount: count)
      }
      bringFitUpToDate()
      let slope = fit.slope(at: Double(times[newest] &- origin) * 1e-9)
      return MotionVelocity(slope, along: net, sampleCount: count)
    }
  }

  /// The speed at the lift at `time`: zero for fingers that had stopped by then.
  public mutating func velocity(liftedAt time: Timestamp) -> MotionVelocity {
    guard count > 1 else { return .zero }
    let rest = time.nanoseconds &- lastMotion
    if rest > VelocityTracker.stoppingTime.wholeNanoseconds && rest > medianInterval * 5 / 2 { return .zero }
    return hasStopped ? .zero : velocity
  }

  /// The gap and the horizon as numbers: a `Duration` counts in 128 bits, which no report should pay for.
  private static var gapNanoseconds: Int64 { 100_000_000 }
  static var horizonNanoseconds: Int64 { 100_000_000 }
  /// How long sums are carried on before they are made anew: times far from their origin would eat their digits.
  private static var longestSum: Int64 { 400_000_000 }

  /// Where the sample numbered `number` is kept.
  @inline(__always)
  private func slot(_ number: Int) -> Int { number & (VelocityTracker.capacity - 1) }

  /// Where the sample is kept that is `age` before the next one to come.
  @inline(__always)
  private func index(_ age: Int) -> Int { slot(end &- age) }

  /// Takes samples that left the horizon out of the fit, and those that came since into it; or makes it anew where
  /// none of them is left in the horizon, or where some were written over.
  private mutating func bringFitUpToDate() {
    let isLost = fitEnd <= first || end &- fitFirst > VelocityTracker.capacity
    if isLost || times[index(1)] &- origin > VelocityTracker.longestSum {
      origin = times[index(1)]
      originPath = paths[index(1)]
      fit = ParabolaFit()
      fitFirst = first
      fitEnd = first
    }
    while fitFirst < first {
      fit.remove(paths[slot(fitFirst)] - originPath, at: Double(times[slot(fitFirst)] &- origin) * 1e-9)
      fitFirst &+= 1
    }
    while fitEnd < end {
      fit.add(paths[slot(fitEnd)] - originPath, at: Double(times[slot(fitEnd)] &- origin) * 1e-9)
      fitEnd &+= 1
    }
  }

  /// Whether the newest reports say that the fingers lie still after a motion that would show: three reports or more over
  /// 8 ms or more, in which the mean speed before would have led a millimetre on (recognizers.md E12).
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

  /// The middle of the intervals between the samples, in nanoseconds.
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
