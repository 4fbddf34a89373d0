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

  /// Ratios with their intervals.
  static func ratios(_ ratios: [RatioInterval]) -> String {
    var rows = [["in turns", "against", "workload", "ratio", "95 % of resamplings"]]
    for ratio in ratios {
      rows.append([
        ratio.subject, ratio.baseline, ratio.workload, number(ratio.ratio, 3),
        "\(number(ratio.low, 3)) to \(number(ratio.high, 3))",
      ])
    }
    return aligned(rows, words: [2])
  }
}
