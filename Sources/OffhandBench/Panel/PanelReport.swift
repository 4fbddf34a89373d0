import OffhandBenchmarks

/// The figures of `offhand bench panel`, described in Benchmarks.md.
struct PanelReport: BenchmarkReport {
  static let name = "panel"
  static let version = 1

  /// How far an estimate is from what was planted.
  struct Estimate: Encodable {
    var estimate: String
    var unit: String
    var runs: Int
    /// The runs without an estimate.
    var missing: Int
    var p50: Double
    var p95: Double
    var target: String
    /// The share of runs in which the bar covers the truth.
    var covered: Double?
  }

  var estimates: [Estimate] = []
  var planted = 0
  var found = 0
  var sound = 0
  var accused = 0
  /// What was wrong about sound panels, and about those with faults.
  var mistakes: [String] = []

  mutating func add(
    _ estimate: String, _ unit: String, _ errors: [Double?], target: String, isCovered: [Bool]? = nil
  ) {
    let known = errors.compactMap { $0.map(abs) }.sorted()
    guard !known.isEmpty else { return }
    let covered = isCovered.map { Double($0.filter { $0 }.count) / Double(max($0.count, 1)) }
    estimates.append(
      Estimate(
        estimate: estimate, unit: unit, runs: errors.count, missing: errors.count - known.count,
        p50: PredictionReport.rounded(known.quantile(0.5)), p95: PredictionReport.rounded(known.quantile(0.95)),
        target: target, covered: covered))
  }
}
