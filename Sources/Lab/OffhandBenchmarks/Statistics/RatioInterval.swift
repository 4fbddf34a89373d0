import OffhandTesting

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

/// The bootstrap: how far a statistic spreads over samples that are drawn from the values.
package enum Resampling {
  /// The 95 % interval of `count` samples, of which `draw` returns the statistic.
  package static func interval(_ count: Int, _ draw: () -> Double) -> (low: Double, high: Double) {
    let sorted = (0..<count).map { _ in draw() }.sorted()
    return (sorted[count / 40 - 1], sorted[count * 39 / 40 - 1])
  }
}
