public import Histogram

/// How measured times are spread, as far as their number allows to say: a quantile that rests on fewer than ten values is
/// no quantile, so it is not given.
public struct Quantiles: Sendable, Hashable, Codable {
  /// How many values.
  public var count: Int
  /// The smallest.
  public var minimum: Double
  /// Half are at most this.
  public var median: Double
  /// Nine tenths are at most this; needs 100 values.
  public var p90: Double?
  /// 99 of 100 are at most this; needs 1,000 values.
  public var p99: Double?
  /// 999 of 1,000 are at most this; needs 10,000 values.
  public var p999: Double?
  /// The largest.
  public var maximum: Double

  /// The quantiles of `values`; `nil` where there are none.
  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func quantile(_ part: Double, from needed: Int) -> Double? {
      guard sorted.count >= needed else { return nil }
      return sorted[min(sorted.count - 1, Int((part * Double(sorted.count)).rounded(.up)) - 1)]
    }
    count = sorted.count
    minimum = sorted[0]
    median = sorted[(sorted.count - 1) / 2]
    p90 = quantile(0.9, from: 100)
    p99 = quantile(0.99, from: 1000)
    p999 = quantile(0.999, from: 10_000)
    maximum = sorted[sorted.count - 1]
  }
}

/// One figure of several runs. A run is the unit: values within one share its luck with caches, phases and neighbours, so
/// what differs between runs says how far a figure can be trusted.
public struct AcrossRuns: Sendable, Hashable, Codable {
  /// The median of the runs.
  public var median: Double
  /// The lowest of the runs.
  public var low: Double
  /// The highest of the runs.
  public var high: Double

  /// The figure of runs that gave `values`; `nil` where there are none, or where one of them could not say.
  public init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }.sorted()
    guard !known.isEmpty, known.count == values.count else { return nil }
    median = known[(known.count - 1) / 2]
    low = known[0]
    high = known[known.count - 1]
  }
}

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
