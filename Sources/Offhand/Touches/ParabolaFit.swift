/// The parabola that lies closest to samples of two quantities at shared times, by least squares; samples
/// can be taken out again, so that a window slides along at a constant cost.
public struct ParabolaFit: Sendable {
  private var count = 0.0
  private var t1 = 0.0
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var x0 = SIMD2<Double>.zero
  private var x1 = SIMD2<Double>.zero
  private var x2 = SIMD2<Double>.zero

  /// A fit to nothing.
  public init() {}

  /// Adds a sample `seconds` from the moment that is asked about.
  @inline(__always)
  public mutating func add(_ value: SIMD2<Double>, at seconds: Double) {
    let t = seconds * ParabolaFit.perSecond
    let square = t * t
    count += 1
    t1 += t
    t2 += square
    t3 += square * t
    t4 += square * square
    x0 += value
    x1 += value * t
    x2 += value * square
  }

  /// Takes a sample out that was added.
  @inline(__always)
  public mutating func remove(_ value: SIMD2<Double>, at seconds: Double) {
    let t = seconds * ParabolaFit.perSecond
    let square = t * t
    count -= 1
    t1 -= t
    t2 -= square
    t3 -= square * t
    t4 -= square * square
    x0 -= value
    x1 -= value * t
    x2 -= value * square
  }

  /// The slope at a moment, a second: the parabola's; the line's where all times but two coincide; zero where all do.
  @inline(__always)
  public func slope(at seconds: Double) -> SIMD2<Double> {
    guard count > 1 else { return .zero }
    let t = seconds * ParabolaFit.perSecond
    let mean1 = t1 / count
    let mean2 = t2 / count
    let sxx = t2 - t1 * mean1
    let sxx2 = t3 - t1 * mean2
    let sx2x2 = t4 - t2 * mean2
    let sxy = x1 - x0 * mean1
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    guard count > 2, determinant > 1e-9 * sxx * sx2x2 else {
      return sxx > 0 ? sxy * (ParabolaFit.perSecond / sxx) : .zero
    }
    let sx2y = x2 - x0 * mean2
    let unit = ParabolaFit.perSecond / determinant
    return sxy * ((sx2x2 - 2 * t * sxx2) * unit) + sx2y * ((2 * t * sxx - sxx2) * unit)
  }

  /// Times are counted in tenths of a second, so that all sums are of one size.
  private static let perSecond = 10.0
}
