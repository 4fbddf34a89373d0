/// The results of a latency benchmark.
package struct LatencyReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-latency"
  /// The version of the JSON schema.
  package static let version = 2

  /// The machine that measured it.
  package var machine: MachineDescription
  /// The result of each setup.
  package var results: [LatencyResult] = []
  /// The ratio of each policy's median latency to that of the first one on the same compositor.
  package var ratios: [RatioInterval] = []

  /// An empty report.
  package init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The report as a text table.
  package var table: String {
    var text = machine.line
    for result in results { text += "\n" + LatencyReport.table(result) }
    let gaps = LatencyReport.gapTable(results)
    if !gaps.isEmpty { text += "\n" + gaps }
    if !ratios.isEmpty { text += "\n" + TextTable.ratios(ratios) }
    return text
  }

  /// The distances between finger and dot, one row a setup.
  private static func gapTable(_ results: [LatencyResult]) -> String {
    var rows = [
      [
        "compositor", "commit", "path", "predict", "frames", "gap mm p50", "p95", "p99", "px p50", "forecast ms p50",
        "p99",
        "misjudged %", "uneven %", "draws/s", "wake-ups/s", "ms/s", "",
      ]
    ]
    func number(_ value: Double?, _ digits: Int) -> String { value.map { TextTable.number($0, digits) } ?? "-" }
    for result in results {
      guard let gap = result.gap, let path = result.setup.path else { continue }
      rows.append([
        "\(result.setup.compositor) \(TextTable.number(result.setup.outputHz, 0)) Hz", result.setup.policy,
        path.rawValue,
        result.setup.prediction ?? "none", "\(gap.millimetres.count)", number(gap.millimetres.median, 2),
        number(gap.p95, 2), number(gap.millimetres.p99, 2), number(gap.millimetres.median * gap.pixelsPerMillimetre, 1),
        number(gap.forecastError?.median, 2), number(gap.forecastError?.p99, 2), number(gap.misjudged * 100, 1),
        number(gap.unevenness.map { $0 * 100 }, 0), number(gap.drawsPerSecond, 0), number(gap.wakeupsPerSecond, 0),
        number(gap.processorMilliseconds, 0), gap.isReadBack ? "read back" : "",
      ])
    }
    return rows.count > 1 ? TextTable.aligned(rows, words: [1, 2, 3]) : ""
  }

  private static func table(_ result: LatencyResult) -> String {
    let setup = result.setup
    var text = "\(setup.compositor) (\(setup.version)) at \(TextTable.number(setup.outputHz, 0)) Hz, \(setup.policy)"
    if setup.program != "this" { text += ", program \(setup.program)" }
    if let path = setup.path { text += ", \(path.rawValue), prediction \(setup.prediction ?? "none")" }
    text += ": \(result.runs) runs, \(result.inputs) inputs at \(TextTable.number(setup.inputHz, 0)) Hz\n"
    var rows = [["ms after due", "p50", "p90", "p99", "max", "p50 of the runs"]]
    for stage in LatencyStage.allCases {
      guard let figure = result.stages[stage.rawValue] else { continue }
      rows.append([stage.title] + cells(figure))
    }
    if let answer = result.answer { rows.append(["commit to callback"] + cells(answer)) }
    text += TextTable.aligned(rows)
    text += "commits \(result.commits), presented \(result.presented), discarded \(result.discarded); "
    text += "inputs never presented \(result.neverPresented), unknown \(result.unknown); "
    text += "buffers \(result.buffers), starved \(result.starvations)\n"
    let measured = result.frameInterval.map { TextTable.number($0, 2) } ?? "-"
    let claimed = result.claimedInterval.map { TextTable.number($0, 2) } ?? "-"
    text +=
      "a frame every \(measured) ms, the output claims \(claimed) ms; clock \(result.clock.map(String.init) ?? "-")"
    text += " ± \(TextTable.number(result.clockUncertainty, 2)) µs"
    if result.sightings > 0 {
      text += "; read back \(result.sightings) frames, \(result.impossibleSightings) impossible"
    }
    if let check = result.sightingAfterWord {
      text += "\nread back against presented: p50 \(TextTable.number(check.median, 2)) ms, "
      text += "\(TextTable.number(check.minimum, 2)) to \(TextTable.number(check.maximum, 2))"
    }
    return text + "\n"
  }

  private static func cells(_ figure: LatencyFigure) -> [String] {
    func number(_ value: AcrossRuns?) -> String { value.map { TextTable.number($0.median, 2) } ?? "-" }
    let spread = "\(TextTable.number(figure.p50.low, 2)) to \(TextTable.number(figure.p50.high, 2))"
    return [number(figure.p50), number(figure.p90), number(figure.p99), number(figure.maximum), spread]
  }

  /// The median of every stage of every setup.
  package var figures: [ReportFigure] {
    results.flatMap { result in
      let setup = result.setup
      var name = "\(setup.compositor) \(Int(setup.outputHz)) Hz \(setup.policy) \(setup.program)"
      if let path = setup.path { name += " \(path.rawValue) \(setup.prediction ?? "none")" }
      let gap = result.gap.map { [ReportFigure("\(name), gap mm", $0.millimetres.median)] } ?? []
      return gap
        + LatencyStage.allCases.compactMap { stage in
          result.stages[stage.rawValue].map { ReportFigure("\(name), \(stage.title) ms", $0.p50.median) }
        }
    }
  }
}
