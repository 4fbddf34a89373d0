extension RecognizerReport {
  /// The report for people.
  public var table: String {
    var text = machine.line
    if !decisions.isEmpty { text += "\n" + decisionTable }
    if !compute.isEmpty { text += "\n" + computeTable }
    if !ratios.isEmpty { text += "\n" + TextTable.ratios(ratios) }
    return text
  }

  private var decisionTable: String {
    var rows = [["decisions", "Hz", "gesture", "n", "missed", "p50 ms", "max ms", "wrongly"]]
    for decision in decisions where decision.judged || !decision.misfires.isEmpty {
      let wrong = decision.misfires.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      rows.append([
        decision.pipeline, TextTable.number(decision.rateHz, 0), decision.gesture, "\(decision.episodes)",
        decision.judged ? "\(decision.misses)" : "-", cell(decision.latencyMs?.median, 1),
        cell(decision.latencyMs?.maximum, 1), wrong.isEmpty ? "-" : wrong.joined(separator: ", "),
      ])
    }
    return TextTable.aligned(rows, words: [2])
  }

  private var computeTable: String {
    var rows = [
      [
        "ns a frame", "Hz", "workload", "fingers", "answers", "hot", "of starts", "p50", "paced p50", "p99", "cold p50",
        "p99",
      ]
    ]
    for result in compute {
      rows.append([
        result.pipeline, TextTable.number(result.rateHz, 0), result.workload, "\(result.touches)",
        result.answers.rawValue,
        TextTable.number(result.hotNs.median, 1), spread(result.hotNs), TextTable.number(result.hotMedianNs.median, 1),
        cell(result.pacedNs?.median, 0), cell(result.pacedNs?.p99, 0), cell(result.coldNs?.median, 0),
        cell(result.coldNs?.p99, 0),
      ])
      guard let byTouches = result.pacedNsByTouches, byTouches.count > 1 else { continue }
      for (touches, quantiles) in byTouches.sorted(by: { $0.key < $1.key }) {
        rows.append([
          "", "", "", "\(touches)", "", "", "", "", cell(quantiles.median, 0), cell(quantiles.p99, 0), "", "",
        ])
      }
    }
    return TextTable.aligned(rows, words: [2])
  }

  private func spread(_ figure: AcrossRuns) -> String {
    "\(TextTable.number(figure.low, 1))–\(TextTable.number(figure.high, 1))"
  }

  private func cell(_ value: Double?, _ digits: Int) -> String { value.map { TextTable.number($0, digits) } ?? "-" }
}
