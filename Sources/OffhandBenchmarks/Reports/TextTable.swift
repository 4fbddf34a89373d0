import OffhandRecordings

/// Tables for people, in plain text.
public enum TextTable {
  /// `number` with so many digits behind the point.
  public static func number(_ number: Double, _ digits: Int) -> String {
    DecimalText.rounded(number, digits: digits, trimmed: false)
  }

  /// Columns of equal width: the first and the last to the left, and those whose number stands in `words`; the others to
  /// the right.
  public static func aligned(_ rows: [[String]], words: Set<Int> = []) -> String {
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

  /// Ratios with their intervals and spreads.
  static func ratios(_ ratios: [RatioInterval]) -> String {
    var rows = [["in turns", "against", "workload", "ratio", "95 %", "lowest", "highest", "pairs"]]
    for ratio in ratios { rows.append([ratio.subject, ratio.baseline, ratio.workload] + cells(ratio)) }
    return aligned(rows, words: [1, 2, 4])
  }

  /// A ratio, its interval, the lowest and the highest pair, and how many there were. Of pairs that do not agree on a ratio none
  /// is told but the interval.
  static func cells(_ ratio: RatioInterval) -> [String] {
    // Three digits of a quotient, however small it is.
    let digits = ratio.ratio < 0.1 ? 4 : 3
    return [
      ratio.settled.map { number($0, digits) } ?? "unsettled",
      "\(number(ratio.low, digits)) to \(number(ratio.high, digits))",
      number(ratio.lowest, digits), number(ratio.highest, digits), "\(ratio.pairs)",
    ]
  }
}
