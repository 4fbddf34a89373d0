/// Quantiles of measured times. A quantile with fewer than ten values above it is `nil`.
package struct Quantiles: Sendable, Hashable, Codable {
  /// The number of values.
  package var count: Int
  /// The smallest.
  package var minimum: Double
  /// The median, by nearest rank.
  package var median: Double
  /// The 90th percentile; needs 100 values.
  package var p90: Double?
  /// The 99th percentile; needs 1,000 values.
  package var p99: Double?
  /// The 99.9th percentile; needs 10,000 values.
  package var p999: Double?
  /// The largest.
  package var maximum: Double

  /// The quantiles of `values`; `nil` if there are none.
  package init?(_ values: [Double]) {
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

extension Array where Element: BinaryFloatingPoint {
  /// The quantile `fraction`, above 0 and at most 1, of a sorted, non-empty array by nearest rank: the smallest element that at
  /// least this fraction of the elements does not exceed.
  package func quantile(_ fraction: Double) -> Element {
    self[Swift.min(count - 1, Int((fraction * Double(count)).rounded(.up)) - 1)]
  }
}

/// A figure of several runs. Values within a run share its caches, phase and neighbours, so the spread between runs is the
/// uncertainty of the figure.
package struct AcrossRuns: Sendable, Hashable, Codable {
  /// The median of the runs.
  package var median: Double
  /// The lowest of the runs.
  package var low: Double
  /// The highest of the runs.
  package var high: Double

  /// Combines the runs' `values`; `nil` if there is none or one is `nil`.
  package init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }.sorted()
    guard !known.isEmpty, known.count == values.count else { return nil }
    median = known.quantile(0.5)
    low = known[0]
    high = known[known.count - 1]
  }
}
