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
