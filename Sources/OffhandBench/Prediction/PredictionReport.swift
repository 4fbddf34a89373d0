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

  /// The error of one predictor on one kind of motion at one horizon, in mm; shares of frames.
  struct Row: Encodable {
    var kind: String
    var predictor: String
    var horizonMs: Double
    var frames: Int
    var mean: Double
    var p50: Double
    var p95: Double
    var p99: Double
    /// `nil` without the predictor `none`.
    var cutP50: Double?
    var cutP95: Double?
    var lag: Double?
    /// `nil` beyond 50 ms.
    var equivalentMs: Double?
    var worse: Double
    var within: Double
    var withinThrice: Double
  }

  /// The farthest distances from the path at 25 ms, in mm.
  struct EventRow: Encodable {
    var kind: String
    var predictor: String
    /// `stop`, `lift`, `turn` or `every frame`.
    var event: String
    var count: Int
    var p50: Double
    var p95: Double
    var p99: Double
  }

  /// The trembling of resting fingers at 25 ms: the root mean square about the mean, in relation to the samples' own.
  struct Trembling: Encodable {
    var kind: String
    var predictor: String
    var frames: Int
    var ratio: Double
  }

  var rows: [Row] = []
  var events: [EventRow] = []
  var trembling: [Trembling] = []

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
