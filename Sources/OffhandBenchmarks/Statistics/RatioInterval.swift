import OffhandTesting

/// How many times as long one pipeline takes as another, measured in turns, with an interval of 95 percent.
public struct RatioInterval: Sendable, Codable {
  /// The pipeline above the line.
  public var subject: String
  /// The pipeline below the line.
  public var baseline: String
  /// The workload.
  public var workload: String
  /// The ratio of the medians.
  public var ratio: Double
  /// The lower end of the interval.
  public var low: Double
  /// The upper end of the interval.
  public var high: Double

  /// The ratio of the medians of two series that were measured in turns; the interval is from 1,000 resamplings of the
  /// pairs, with random numbers of a fixed seed. Both series have the same length, at least one.
  public init(subject: String, baseline: String, workload: String, _ values: [Double], _ others: [Double]) {
    self.subject = subject
    self.baseline = baseline
    self.workload = workload
    func median(_ values: [Double]) -> Double { values.sorted()[(values.count - 1) / 2] }
    ratio = median(values) / median(others)
    var generator = SeededGenerator(seed: 1)
    var ratios: [Double] = []
    for _ in 0..<1000 {
      let picks = values.indices.map { _ in generator.number(0...(values.count - 1)) }
      ratios.append(median(picks.map { values[$0] }) / median(picks.map { others[$0] }))
    }
    ratios.sort()
    low = ratios[24]
    high = ratios[974]
  }
}
