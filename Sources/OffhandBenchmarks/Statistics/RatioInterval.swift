import OffhandTesting

/// How many times as long one thing takes as another, measured in turns, with an interval of 95 percent.
///
/// What is compared are pairs that were measured one right after the other: whatever happens to the machine, such as a neighbour
/// on the same core that makes everything a third slower for some seconds, happens to both of a pair, so each pair gives a
/// ratio, and the median of these does not mind those pairs of which only one was hit.
public struct RatioInterval: Sendable, Codable {
  /// What stands above the line.
  public var subject: String
  /// What stands below the line.
  public var baseline: String
  /// The workload.
  public var workload: String
  /// The median of the pairs' ratios.
  public var ratio: Double
  /// The lower end of the interval.
  public var low: Double
  /// The upper end of the interval.
  public var high: Double
  /// How many pairs there were: starts, or passes of a single one.
  public var pairs: Int
  /// The lowest of the pairs' ratios.
  public var lowest: Double
  /// The highest of the pairs' ratios.
  public var highest: Double

  /// The median of `ratios`, at least one; the interval is from 1,000 resamplings, with random numbers of a fixed seed.
  public init(subject: String, baseline: String, workload: String, ratios: [Double]) {
    self.subject = subject
    self.baseline = baseline
    self.workload = workload
    let sorted = ratios.sorted()
    ratio = RatioInterval.median(sorted)
    pairs = ratios.count
    lowest = sorted[0]
    highest = sorted[ratios.count - 1]
    var generator = SeededGenerator(seed: 1)
    var medians: [Double] = []
    for _ in 0..<1000 {
      let picks = ratios.map { _ in sorted[generator.number(0...(ratios.count - 1))] }
      medians.append(RatioInterval.median(picks.sorted()))
    }
    medians.sort()
    low = medians[24]
    high = medians[974]
  }

  /// The ratios of `values` to `others`, pair by pair: both have the same length, at least one.
  public init(subject: String, baseline: String, workload: String, _ values: [Double], _ others: [Double]) {
    self.init(
      subject: subject, baseline: baseline, workload: workload, ratios: zip(values, others).map { $0 / $1 })
  }

  /// The ratio, if the pairs agree on one: if the ends of the interval are within a tenth of it. Pairs that were hit alike agree
  /// within 6 percent; where a processor of two speeds had its way with one side of half of them, the ends are 20 to 40 percent
  /// apart, and the median says which half was larger.
  public var settled: Double? { low >= 0.9 * ratio && high <= 1.1 * ratio ? ratio : nil }

  /// The middle of `sorted`, or half-way between the two in the middle.
  static func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
