/// The parabola that lies closest to samples of four quantities at shared times, by least squares. A sample can be taken out
/// again, so that a window slides along at a constant cost.
public struct ParabolaFit: Sendable {
  private var count = 0.0
  /// The sums of the times, and of their second, third and fourth powers.
  private var t = SIMD4<Double>.zero
  /// The sums of the values, and of the values times the time and its square.
  private var x0 = SIMD4<Double>.zero
  private var x1 = SIMD4<Double>.zero
  private var x2 = SIMD4<Double>.zero

  /// A fit to nothing.
  public init() {}

  /// A fit to one sample.
  @inline(__always)
  private init(_ value: SIMD4<Double>, at seconds: Double) {
    let time = seconds * ParabolaFit.perSecond
    let square = time * time
    let powers = SIMD2(time, square)
    count = 1
    t = SIMD4(lowHalf: powers, highHalf: powers * square)
    x0 = value
    x1 = value * time
    x2 = value * square
  }

  /// Adds a sample `seconds` from the moment that times are counted from.
  @inline(__always)
  public mutating func add(_ value: SIMD4<Double>, at seconds: Double) {
    let sample = ParabolaFit(value, at: seconds)
    count += sample.count
    t += sample.t
    x0 += sample.x0
    x1 += sample.x1
    x2 += sample.x2
  }

  /// Takes a sample out that was added.
  @inline(__always)
  public mutating func remove(_ value: SIMD4<Double>, at seconds: Double) {
    let sample = ParabolaFit(value, at: seconds)
    count -= sample.count
    t -= sample.t
    x0 -= sample.x0
    x1 -= sample.x1
    x2 -= sample.x2
  }

  /// The slope at a moment, a second: the parabola's; the line's where all times but two coincide; zero where all do.
  @inline(__always)
  public func slope(at seconds: Double) -> SIMD4<Double> {
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

  /// Times are counted in tenths of a second, so that all sums are of one size.
  private static let perSecond = 10.0
}
