/// The figures of `offhand bench prediction`, described in Benchmarks.md.
package struct PredictionReport: BenchmarkReport {
  /// The name of its file.
  package static let name = "prediction"
  /// The version of the JSON schema.
  package static let version = 2
  /// The kind of motion that all others together are.
  package static let everything = "all"
  /// The kind of all recordings that say nothing else, or too little to be judged by.
  package static let other = "other"

  /// The error of one predictor on one kind of motion at one horizon, in mm.
  package struct Row: Sendable, Encodable {
    /// The kind of motion.
    package var kind: String
    /// The predictor.
    package var predictor: String
    /// The time ahead.
    package var horizonMs: Double
    /// The number of touches in frames.
    package var frames: Int
    /// The mean error, and its quantiles.
    package var mean: Double
    package var p50: Double
    package var p95: Double
    package var p99: Double
    /// The share by which prediction lowers the median error and the 95th percentile; `nil` without the predictor `none`.
    package var cutP50: Double?
    package var cutP95: Double?
    /// The median of what the position lags along the path.
    package var lag: Double?
    /// The time after which the newest sample is as wrong at the 95th percentile; `nil` beyond 50 ms.
    package var equivalentMs: Double?
    /// The share of frames more than 0.2 mm worse than without prediction.
    package var worse: Double
    /// The share of true positions within the uncertainty, and within three times it.
    package var within: Double
    package var withinThrice: Double
  }

  /// The farthest distances from the path at 25 ms, in mm.
  package struct EventRow: Sendable, Encodable {
    /// The kind of motion.
    package var kind: String
    /// The predictor.
    package var predictor: String
    /// `stop`, `lift`, `turn` or `every frame`.
    package var event: String
    /// The number of events.
    package var count: Int
    /// Quantiles over the events.
    package var p50: Double
    package var p95: Double
    package var p99: Double
  }

  /// The trembling of resting fingers at 25 ms.
  package struct Trembling: Sendable, Encodable {
    /// The kind of motion.
    package var kind: String
    /// The predictor.
    package var predictor: String
    /// The number of frames.
    package var frames: Int
    /// The root mean square about the mean, in relation to the samples' own.
    package var ratio: Double
  }

  /// The errors.
  package var rows: [Row] = []
  /// The distances from the path.
  package var events: [EventRow] = []
  /// The trembling.
  package var trembling: [Trembling] = []

  /// An empty report.
  package init() {}

  mutating func add(_ distances: [Float], of event: String, _ kind: String, _ predictor: String) {
    guard !distances.isEmpty else { return }
    let sorted = distances.sorted()
    events.append(
      EventRow(
        kind: kind, predictor: predictor, event: event, count: sorted.count,
        p50: PredictionReport.rounded(Double(sorted[sorted.rank(0.5)])),
        p95: PredictionReport.rounded(Double(sorted[sorted.rank(0.95)])),
        p99: PredictionReport.rounded(Double(sorted[sorted.rank(0.99)]))))
  }

  /// `value` to four decimal places.
  static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
