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
