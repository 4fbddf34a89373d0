import OffhandTesting

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

/// The bootstrap: how far a statistic spreads over samples that are drawn from the values.
package enum Resampling {
  /// The 95 % interval of `count` samples, of which `draw` returns the statistic.
  package static func interval(_ count: Int, _ draw: () -> Double) -> (low: Double, high: Double) {
    let sorted = (0..<count).map { _ in draw() }.sorted()
    return (sorted[count / 40 - 1], sorted[count * 39 / 40 - 1])
  }
}

/// The ratio of two times that were measured alternately, with its 95 % interval.
///
/// The two of a pair are measured one right after the other, so that a disturbance of the machine, such as a neighbour on the same
/// core that slows everything by a third for some seconds, affects both. Each pair gives a ratio; the median is robust against pairs
/// of which only one was affected.
package struct RatioInterval: Sendable, Codable {
  /// The subject of the numerator.
  package private(set) var subject: String
  /// The subject of the denominator.
  package private(set) var baseline: String
  private(set) var workload: String
  /// The median of the pairs' ratios.
  private(set) var ratio: Double
  /// The ends of the interval.
  private(set) var low: Double
  private(set) var high: Double
  /// The number of pairs: starts, or passes of a single start.
  private(set) var pairs: Int
  /// The lowest and the highest of the pairs' ratios.
  private(set) var lowest: Double
  private(set) var highest: Double

  /// The median of `ratios`, of which there is at least one, with the bootstrap interval of 1,000 resamplings of a fixed seed.
  package init(subject: String, baseline: String, workload: String, ratios: [Double]) {
    (self.subject, self.baseline, self.workload) = (subject, baseline, workload)
    let sorted = ratios.sorted()
    ratio = RatioInterval.median(sorted)
    pairs = ratios.count
    lowest = sorted[0]
    highest = sorted[ratios.count - 1]
    var generator = SeededGenerator(seed: 1)
    (low, high) = Resampling.interval(1000) {
      RatioInterval.median(ratios.map { _ in sorted[generator.number(0...(ratios.count - 1))] }.sorted())
    }
  }

  /// The ratios of `values` to `others`, pair by pair; both have the same length of at least 1.
  package init(subject: String, baseline: String, workload: String, _ values: [Double], _ others: [Double]) {
    self.init(
      subject: subject, baseline: baseline, workload: workload, ratios: zip(values, others).map { $0 / $1 })
  }

  /// The ratio if both ends of the interval are within 10 % of it, else `nil`. Undisturbed pairs agree within 6 %; if the processor's
  /// clock rate differed within half of the pairs, the ends are 20 to 40 % apart and the median is arbitrary.
  package var settled: Double? { low >= 0.9 * ratio && high <= 1.1 * ratio ? ratio : nil }

  /// The median of `sorted`: the mean of the two middle values if their number is even.
  static func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
