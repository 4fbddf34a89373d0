package import Histogram

/// Quantiles of measured times. A quantile with fewer than ten values above it is `nil`.
public struct Quantiles: Sendable, Hashable, Codable {
  /// The number of values.
  public var count: Int
  /// The smallest.
  public var minimum: Double
  /// The median, by nearest rank.
  public var median: Double
  /// The 90th percentile; needs 100 values.
  public var p90: Double?
  /// The 99th percentile; needs 1,000 values.
  public var p99: Double?
  /// The 99.9th percentile; needs 10,000 values.
  public var p999: Double?
  /// The largest.
  public var maximum: Double

  /// The quantiles of `values`; `nil` if there are none.
  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    count = sorted.count
    minimum = sorted[0]
    median = sorted.quantile(0.5)
    p90 = count >= 100 ? sorted.quantile(0.9) : nil
    p99 = count >= 1000 ? sorted.quantile(0.99) : nil
    p999 = count >= 10_000 ? sorted.quantile(0.999) : nil
    maximum = sorted[count - 1]
  }
}

extension [Double] {
  /// The quantile `fraction`, above 0 and at most 1, of a sorted, non-empty array by nearest rank: the smallest element that at
  /// least this fraction of the elements does not exceed.
  package func quantile(_ fraction: Double) -> Double {
    self[Swift.min(count - 1, Int((fraction * Double(count)).rounded(.up)) - 1)]
  }
}

/// A figure of several runs. Values within a run share its caches, phase and neighbours, so the spread between runs is the
/// uncertainty of the figure.
public struct AcrossRuns: Sendable, Hashable, Codable {
  /// The median of the runs.
  public var median: Double
  /// The lowest of the runs.
  public var low: Double
  /// The highest of the runs.
  public var high: Double

  /// Combines the runs' `values`; `nil` if there is none or one is `nil`.
  public init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }.sorted()
    guard !known.isEmpty, known.count == values.count else { return nil }
    median = known.quantile(0.5)
    low = known[0]
    high = known[known.count - 1]
  }
}

/// The distribution of nanoseconds over all percentiles, with three significant digits (HdrHistogram).
package struct PercentileCurve: Sendable {
  /// A point of the curve.
  package struct Point: Sendable, Hashable, Codable {
    /// The percentile, 0 to 100.
    package var percentile: Double
    /// The value at the percentile, in ms.
    package var milliseconds: Double
  }

  /// The values in nanoseconds.
  package private(set) var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)

  /// The curve of `nanoseconds`; negative values count as 0.
  package init(_ nanoseconds: [Int64]) {
    histogram.autoResize = true
    for value in nanoseconds { histogram.record(UInt64(max(0, value))) }
  }

  /// Points for a picture: denser in the tail, up to the last percentile with ten values above it.
  package var points: [Point] {
    guard histogram.totalCount > 0 else { return [] }
    let last = 100 * (1 - 10 / Double(histogram.totalCount))
    return histogram.percentiles(ticksPerHalfDistance: 8).compactMap { step in
      guard step.percentileLevelIteratedTo <= last else { return nil }
      return Point(percentile: step.percentileLevelIteratedTo, milliseconds: Double(step.value) / 1e6)
    }
  }

  /// The text format of HdrHistogram's plotters, in ms.
  package var text: String {
    var text = ""
    histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1e6)
    return text
  }
}
