import OffhandRecordings

/// Tables in plain text.
package enum TextTable {
  /// Formats `number` with `digits` decimal places.
  package static func number(_ number: Double, _ digits: Int) -> String {
    DecimalText.rounded(number, digits: digits, trimmed: false)
  }

  /// Aligns columns: the first, the last and those with an index in `words` to the left, the others to the right.
  package static func aligned(_ rows: [[String]], words: Set<Int> = []) -> String {
    guard let head = rows.first else { return "" }
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        let isLeft = column == 0 || column == row.count - 1 || words.contains(column)
        return isLeft ? row[column] + space : space + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// A table of ratios with their intervals and spreads.
  static func ratios(_ ratios: [RatioInterval]) -> String {
    var rows = [["in turns", "against", "workload", "ratio", "95 %", "lowest", "highest", "pairs"]]
    for ratio in ratios { rows.append([ratio.subject, ratio.baseline, ratio.workload] + cells(ratio)) }
    return aligned(rows, words: [1, 2, 4])
  }

  /// The cells of a ratio, its interval, the lowest and the highest pair and the number of pairs. If the pairs do not agree, the ratio is
  /// `unsettled`.
  static func cells(_ ratio: RatioInterval) -> [String] {
    // Three significant digits, also of a small ratio.
    let digits = ratio.ratio < 0.1 ? 4 : 3
    return [
      ratio.settled.map { number($0, digits) } ?? "unsettled",
      "\(number(ratio.low, digits)) to \(number(ratio.high, digits))",
      number(ratio.lowest, digits), number(ratio.highest, digits), "\(ratio.pairs)",
    ]
  }
}
