public import Histogram

/// How nanoseconds are spread, over all percentiles: three significant digits, of any number of values, mergeable
/// (HdrHistogram).
public struct PercentileCurve: Sendable {
  /// One point of the curve.
  public struct Point: Sendable, Hashable, Codable {
    /// Of 100.
    public var percentile: Double
    /// So many percent of the values are at most this, in milliseconds.
    public var milliseconds: Double
  }

  /// The values.
  public private(set) var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)

  /// The curve of `nanoseconds`; what is below zero counts as zero.
  public init(_ nanoseconds: [Int64]) {
    histogram.autoResize = true
    for value in nanoseconds { histogram.record(UInt64(max(0, value))) }
  }

  /// Points for a picture: closer together where fewer values lie, up to the last that rests on ten values.
  public var points: [Point] {
    guard histogram.totalCount > 0 else { return [] }
    let last = 100 * (1 - 10 / Double(histogram.totalCount))
    return histogram.percentiles(ticksPerHalfDistance: 8).compactMap { step in
      guard step.percentileLevelIteratedTo <= last else { return nil }
      return Point(percentile: step.percentileLevelIteratedTo, milliseconds: Double(step.value) / 1e6)
    }
  }

  /// The text that plotters of HdrHistogram read, in milliseconds.
  public var text: String {
    var text = ""
    histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1e6)
    return text
  }
}
