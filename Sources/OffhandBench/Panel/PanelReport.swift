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

  /// Adds how far an estimate is from the truth in each of `trials`, and how often a bar covers it.
  mutating func add<Trial>(
    _ estimate: String, _ unit: String, target: String, _ trials: [Trial], isCovered: ((Trial) -> Bool)? = nil,
    error: (Trial) -> Double?
  ) {
    let errors = trials.compactMap { error($0).map(abs) }.sorted()
    guard !errors.isEmpty else { return }
    estimates.append(
      Estimate(
        estimate: estimate, unit: unit, runs: trials.count, missing: trials.count - errors.count,
        p50: PredictionReport.rounded(errors.quantile(0.5)), p95: PredictionReport.rounded(errors.quantile(0.95)),
        target: target, covered: isCovered.map { Double(trials.filter($0).count) / Double(trials.count) }))
  }
}
