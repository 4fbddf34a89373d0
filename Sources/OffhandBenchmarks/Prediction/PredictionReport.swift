/// The figures of `offhand bench prediction`, described in Benchmarks.md.
package struct PredictionReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-prediction"
  /// The version of the JSON schema.
  package static let version = 1
  /// The same recordings give the same figures on every machine.
  package static let dependsOnMachine = false
  /// The kind of motion that all others together are.
  package static let everything = "all"
  /// The kind of all recordings that say nothing else, or too little to be judged by.
  package static let other = "other"
  /// The kinds of the shared recordings for which there are targets.
  static let targetKinds = ["drag to target", "drawing stroke", "handwriting stroke"]

  /// The error of one predictor on one kind of motion at one horizon, in mm.
  package struct Row: Sendable, Codable, Hashable {
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
  package struct EventRow: Sendable, Codable, Hashable {
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
  package struct Trembling: Sendable, Codable, Hashable {
    /// The kind of motion.
    package var kind: String
    /// The predictor.
    package var predictor: String
    /// The number of frames.
    package var frames: Int
    /// The root mean square about the mean, in relation to the samples' own.
    package var ratio: Double
  }

  /// The error of what is seen, over all recordings, in mm.
  package struct DisplayRow: Sendable, Codable, Hashable {
    /// Refreshes a second.
    package var refreshHz: Double
    /// Reports a second.
    package var reportHz: Double
    /// The commit policy.
    package var policy: String
    /// The predictor.
    package var predictor: String
    /// The number of frames seen.
    package var frames: Int
    /// Quantiles of the error.
    package var p50: Double
    package var p95: Double
  }

  /// The errors.
  package var rows: [Row] = []
  /// The distances from the path.
  package var events: [EventRow] = []
  /// The trembling.
  package var trembling: [Trembling] = []
  /// What is seen.
  package var display: [DisplayRow] = []

  /// An empty report.
  package init() {}

  /// This machine; not part of the report.
  package var machine: MachineDescription { MachineDescription() }

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

  /// The share by which prediction lowers the errors of `row`, at the median and the 95th percentile; `nil` without the predictor `none`.
  package func cut(_ row: Row) -> (p50: Double, p95: Double)? {
    let none = rows.first { $0.predictor == "none" && $0.kind == row.kind && $0.horizonMs == row.horizonMs }
    guard let none, none.p50 > 0, none.p95 > 0 else { return nil }
    return (1 - row.p50 / none.p50, 1 - row.p95 / none.p95)
  }

  /// The report as text tables.
  package var table: String {
    func mm(_ value: Double) -> String { TextTable.number(value, 2) }
    func percent(_ value: Double) -> String { TextTable.number(100 * value, 1) + " %" }
    var cells = [
      [
        "kind", "predictor", "ms", "frames", "mean", "p50", "p95", "p99", "cut p50", "cut p95", "lag", "as after",
        "worse",
        "within", "3 times",
      ]
    ]
    for row in rows {
      let cut = cut(row)
      cells.append([
        row.kind, row.predictor, TextTable.plain(row.horizonMs), "\(row.frames)", mm(row.mean), mm(row.p50),
        mm(row.p95),
        mm(row.p99), cut.map { percent($0.p50) } ?? "-", cut.map { percent($0.p95) } ?? "-", row.lag.map(mm) ?? "-",
        row.equivalentMs.map { TextTable.number($0, 1) + " ms" } ?? "-", percent(row.worse), percent(row.within),
        percent(row.withinThrice),
      ])
    }
    var text = "Errors in mm\n" + TextTable.aligned(cells, words: [1])
    cells = [["kind", "event", "predictor", "events", "p50", "p95", "p99"]]
    for row in events {
      cells.append([row.kind, row.event, row.predictor, "\(row.count)", mm(row.p50), mm(row.p95), mm(row.p99)])
    }
    text += "\nFarthest off the path at 25 ms, in mm\n" + TextTable.aligned(cells, words: [1, 2])
    cells = [["kind", "predictor", "frames", "of the samples' own"]]
    for row in trembling {
      cells.append([row.kind, row.predictor, "\(row.frames)", TextTable.number(row.ratio, 3)])
    }
    if !trembling.isEmpty {
      text += "\nTrembling of a resting finger at 25 ms, RMS\n" + TextTable.aligned(cells, words: [1])
    }
    cells = [["refresh", "reports", "policy", "predictor", "frames", "p50", "p95"]]
    for row in display {
      cells.append([
        TextTable.plain(row.refreshHz) + " Hz", TextTable.plain(row.reportHz) + " Hz", row.policy, row.predictor,
        "\(row.frames)", mm(row.p50), mm(row.p95),
      ])
    }
    return text + "\nErrors of what is seen, in mm\n" + TextTable.aligned(cells, words: [1, 2, 3])
  }

  /// The 95th percentiles of everything.
  package var figures: [ReportFigure] {
    rows.map { ReportFigure("\($0.kind) \($0.predictor) \(TextTable.plain($0.horizonMs)) ms p95", $0.p95) }
      + events.map { ReportFigure("\($0.kind) \($0.predictor) \($0.event) p95", $0.p95) }
      + trembling.map { ReportFigure("\($0.kind) \($0.predictor) trembling", $0.ratio) }
      + display.map {
        ReportFigure(
          "\(TextTable.plain($0.refreshHz)) Hz, reports \(TextTable.plain($0.reportHz)) Hz, \($0.policy) \($0.predictor) p95",
          $0.p95)
      }
  }
}
