import OffhandRecordings

/// Tables in plain text.
package enum TextTable {
  /// Formats `number` with `digits` decimal places.
  package static func number(_ number: Double, _ digits: Int) -> String {
    DecimalText.rounded(number, digits: digits, trimmed: false)
  }

  /// Formats a number with three significant digits or fewer.
  package static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "∞" }
    let size = abs(value)
    if size >= 100 || value == value.rounded() { return number(value, 0) }
    return number(value, size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4)
  }

  /// Aligns columns: the first and those with an index in `words` to the left, the others to the right.
  private static func aligned(_ rows: [[String]], words: Set<Int>) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || words.contains(column) ? row[column] + space : space + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The fields of `report`: the machine, then the single values, then a table for each list of rows.
  static func text(of report: Any) -> String {
    var text = ""
    var lists = ""
    for (label, value) in Mirror(reflecting: report).children {
      guard let label, let value = known(value) else { continue }
      if let machine = value as? MachineDescription {
        text = machine.line + text
      } else if Mirror(reflecting: value).displayStyle == .collection, !(value is [String]) {
        lists += table(label, of: Mirror(reflecting: value).children.map(\.value))
      } else {
        for cell in cells("", label, value) { text += "\(cell.name): \(cell.text)\n" }
      }
    }
    return text + lists
  }

  /// A table of the fields of `rows`, below its name; a row may lack fields.
  package static func table(_ name: String, of rows: [Any]) -> String {
    let rows = rows.map { row in Mirror(reflecting: row).children.flatMap { cells("", $0.label ?? "", $0.value) } }
    var columns: [String] = []
    var words: Set<Int> = []
    for cell in rows.joined() {
      if !columns.contains(cell.name) { columns.append(cell.name) }
      if cell.isWord, let column = columns.firstIndex(of: cell.name) { words.insert(column) }
    }
    guard !columns.isEmpty else { return "" }
    let lines = rows.map { row in columns.map { column in row.first { $0.name == column }?.text ?? "-" } }
    return "\n\(name)\n" + aligned([columns] + lines, words: words)
  }

  private struct Cell {
    var name: String
    var text: String
    var isWord = false
  }

  /// The cells of a field: several of a structure or a dictionary; none of a list, which is in the JSON alone.
  private static func cells(_ prefix: String, _ label: String, _ value: Any) -> [Cell] {
    let name = prefix.isEmpty ? label : "\(prefix) \(label)"
    guard let value = known(value) else { return [] }
    switch value {
    case let number as Double: return [Cell(name: name, text: plain(number))]
    case let spread as any TableFigure: return [Cell(name: name, text: spread.text)]
    case let word as String: return [Cell(name: name, text: word, isWord: true)]
    case let word as any RawRepresentable<String>: return [Cell(name: name, text: word.rawValue, isWord: true)]
    case let entries as [String: any Encodable]:
      return entries.sorted { $0.key < $1.key }.flatMap { cells(name, $0.key, $0.value) }
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct where !mirror.children.isEmpty && !(value is any BinaryInteger):
      return mirror.children.flatMap { cells(name, $0.label ?? "", $0.value) }
    case .collection, .dictionary: return []
    default: return [Cell(name: name, text: "\(value)")]
    }
  }

  /// `value` without its optional; `nil` if it has none.
  private static func known(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.map(\.value)
  }
}

/// A figure with its spread, which fills one cell of a table.
package protocol TableFigure {
  /// The figure and what is known of its spread.
  var text: String { get }
}

extension Quantiles: TableFigure {
  package var text: String {
    guard minimum < maximum else { return TextTable.plain(median) }
    let tail = p99.map { ", p99 \(TextTable.plain($0))" } ?? ""
    return "\(TextTable.plain(median)) (\(TextTable.plain(minimum)) to \(TextTable.plain(maximum))\(tail))"
  }
}

extension AcrossRuns: TableFigure {
  package var text: String {
    low < high
      ? "\(TextTable.plain(median)) (\(TextTable.plain(low)) to \(TextTable.plain(high)))" : TextTable.plain(median)
  }
}

extension RatioInterval: TableFigure, CustomReflectable {
  package var text: String {
    "\(settled.map(TextTable.plain) ?? "unsettled") (\(TextTable.plain(low)) to \(TextTable.plain(high)))"
  }

  /// The fields, as a row of a table: the ratio is a word where the pairs do not agree on one.
  package var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "subject": subject, "baseline": baseline, "workload": workload, "ratio": text, "lowest": lowest,
        "highest": highest, "pairs": pairs,
      ])
  }
}
