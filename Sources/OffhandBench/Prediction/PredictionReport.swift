import OffhandBenchmarks

/// The figures of `offhand bench prediction`, described in Benchmarks.md.
struct PredictionReport: BenchmarkReport {
  /// The name of its file.
  static let name = "prediction"
  /// The version of the JSON schema.
  static let version = 2
  /// The kind of motion that all others together are.
  static let everything = "all"
  /// The kind of all recordings that say nothing else, or too little to be judged by.
  static let other = "other"

  /// The error of one predictor on one kind of motion at one horizon, in mm.
  struct Row: Sendable, Encodable {
    /// The kind of motion.
    var kind: String
    /// The predictor.
    var predictor: String
    /// The time ahead.
    var horizonMs: Double
    /// The number of touches in frames.
    var frames: Int
    /// The mean error, and its quantiles.
    var mean: Double
    var p50: Double
    var p95: Double
    var p99: Double
    /// The share by which prediction lowers the median error and the 95th percentile; `nil` without the predictor `none`.
    var cutP50: Double?
    var cutP95: Double?
    /// The median of what the position lags along the path.
    var lag: Double?
    /// The time after which the newest sample is as wrong at the 95th percentile; `nil` beyond 50 ms.
    var equivalentMs: Double?
    /// The share of frames more than 0.2 mm worse than without prediction.
    var worse: Double
    /// The share of true positions within the uncertainty, and within three times it.
    var within: Double
    var withinThrice: Double
  }

  /// The farthest distances from the path at 25 ms, in mm.
  struct EventRow: Sendable, Encodable {
    /// The kind of motion.
    var kind: String
    /// The predictor.
    var predictor: String
    /// `stop`, `lift`, `turn` or `every frame`.
    var event: String
    /// The number of events.
    var count: Int
    /// Quantiles over the events.
    var p50: Double
    var p95: Double
    var p99: Double
  }

  /// The trembling of resting fingers at 25 ms.
  struct Trembling: Sendable, Encodable {
    /// The kind of motion.
    var kind: String
    /// The predictor.
    var predictor: String
    /// The number of frames.
    var frames: Int
    /// The root mean square about the mean, in relation to the samples' own.
    var ratio: Double
  }

  /// The errors.
  var rows: [Row] = []
  /// The distances from the path.
  var events: [EventRow] = []
  /// The trembling.
  var trembling: [Trembling] = []

  /// An empty report.
  init() {}

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
