import OffhandRecordings

extension RecognizerReport {
  /// The report for people.
  public var table: String {
    var text = "\(machine.processor), \(machine.processors) processors, \(machine.system), \(machine.build) build, "
    text += "load \(short(machine.load, 1)), clock \(machine.clockCost) ns\n"
    if machine.build == "debug" { text += "A debug build: 20 to 100 times slower than what anybody runs.\n" }
    if !decisions.isEmpty { text += "\n" + decisionTable }
    if !compute.isEmpty { text += "\n" + computeTable }
    if !ratios.isEmpty { text += "\n" + ratioTable }
    return text
  }

  private var decisionTable: String {
    var rows = [["decisions", "Hz", "gesture", "n", "missed", "p50 ms", "max ms", "wrongly"]]
    for (subject, rate, result) in decisions {
      for kind in result.kinds where kind.isJudged || !kind.misfires.isEmpty {
        let spread = Quantiles(kind.latencies)
        let wrong = kind.misfires.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        rows.append([
          subject, short(rate, 0), kind.name, "\(kind.episodes)", kind.isJudged ? "\(kind.misses)" : "-",
          spread.map { short($0.median, 1) } ?? "-", spread.map { short($0.maximum, 1) } ?? "-",
          wrong.isEmpty ? "-" : wrong.joined(separator: ", "),
        ])
      }
    }
    return RecognizerReport.aligned(rows)
  }

  private var computeTable: String {
    var rows = [["ns a frame", "Hz", "workload", "fingers", "answers", "hot min", "hot p50", "paced p50", "paced p99"]]
    for result in compute {
      rows.append([
        result.subject, short(result.rate, 0), result.workload, "\(result.touches)", result.delivery.rawValue,
        short(result.hot.minimum, 1), short(result.hot.median, 1), result.paced.map { short($0.median, 0) } ?? "-",
        result.paced?.p99.map { short($0, 0) } ?? "-",
      ])
    }
    return RecognizerReport.aligned(rows)
  }

  private var ratioTable: String {
    var rows = [["in turns", "against", "workload", "ratio", "95 % of resamplings"]]
    for ratio in ratios {
      rows.append([
        ratio.subject, ratio.baseline, ratio.workload, short(ratio.ratio, 3),
        "\(short(ratio.low, 3)) to \(short(ratio.high, 3))",
      ])
    }
    return RecognizerReport.aligned(rows)
  }

  private func short(_ number: Double, _ digits: Int) -> String {
    DecimalText.rounded(number, digits: digits, trimmed: false)
  }

  /// Columns of equal width: names to the left, numbers to the right.
  private static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || column == 2 || column == row.count - 1 ? row[column] + space : space + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
