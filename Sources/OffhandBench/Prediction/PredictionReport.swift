import OffhandBenchmarks

/// The figures of `offhand bench prediction`, described in Benchmarks.md.
struct PredictionReport: BenchmarkReport {
  /// The name of its file.
  static let name = "prediction"
  /// The version of the JSON schema.
  static let version = 3

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
    var worse: Double
    var within: Double
    var withinThrice: Double
  }

  var rows: [Row] = []
}
