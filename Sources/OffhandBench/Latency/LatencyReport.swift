import OffhandBenchmarks

/// The results of a latency benchmark.
struct LatencyReport: BenchmarkReport {
  /// The name of its file.
  static let name = "latency"
  /// The version of the JSON schema.
  static let version = 3

  /// The machine that measured it.
  var machine: MachineDescription
  /// The result of each setup.
  var results: [LatencyResult] = []

  /// An empty report.
  init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The latencies of each setup, then the distances between finger and dot.
  var table: String {
    let gaps = results.compactMap { result in
      result.gap.map { GapRow(setup: LatencyReport.title(result.setup), gap: $0) }
    }
    return machine.line + results.map(LatencyReport.table).joined() + TextTable.table("gap", of: gaps)
  }

  private struct GapRow {
    var setup: String
    var gap: LatencyGap
  }

  private struct StageRow {
    var stage: String
    var p50, p90, p99, maximum: AcrossRuns?

    init(_ stage: String, _ figure: LatencyFigure) {
      self.stage = stage
      (p50, p90, p99, maximum) = (figure.p50, figure.p90, figure.p99, figure.maximum)
    }
  }

  private static func title(_ setup: LatencySetup) -> String {
    var text = "\(setup.compositor) (\(setup.version)) at \(TextTable.number(setup.outputHz, 0)) Hz, \(setup.policy)"
    if let path = setup.path { text += ", \(path.rawValue), prediction \(setup.prediction ?? "none")" }
    if let latency = setup.panelLatency {
      text += ", \(TextTable.number(latency, 0)) ms of panel\(setup.isCorrected == true ? ", corrected" : "")"
    }
    return text
  }

  private static func table(_ result: LatencyResult) -> String {
    let stages = LatencyStage.allCases.compactMap { stage in
      result.stages[stage.rawValue].map { StageRow(stage.title, $0) }
    }
    let answer = result.answer.map { [StageRow("commit to callback", $0)] } ?? []
    let title = "\(title(result.setup)), \(TextTable.number(result.setup.inputHz, 0)) Hz of touches, ms after due"
    var text = TextTable.table(title, of: stages + answer)
    text += "runs \(result.runs), inputs \(result.inputs), never presented \(result.neverPresented), "
    text += "unknown \(result.unknown); commits \(result.commits), presented \(result.presented), "
    text += "discarded \(result.discarded), starved \(result.starvations)\n"
    let interval = [result.frameInterval, result.claimedInterval].map { $0.map(TextTable.plain) ?? "-" }
    text += "a frame every \(interval[0]) ms, the output claims \(interval[1]) ms; "
    text += "read back \(result.sightings) frames, \(result.impossibleSightings) impossible\n"
    if let check = result.sightingAfterWord { text += "read back after presented, ms: \(check.text)\n" }
    return text
  }
}
