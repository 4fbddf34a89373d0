import Offhand
import OffhandRecordings

/// The rows as text or as JSON.
enum PlacementReport {
  static func table(_ rows: [PlacementRow], presets: [PlacementPreset]) -> String {
    var lines = [pad("row", 22) + pad("target", 10) + presets.map { pad($0.rawValue, 24) }.joined() + "what"]
    for row in rows {
      let cells = presets.map { preset in
        pad(row.figures.first { $0.name == preset.rawValue }.map { text($0.figure) } ?? "", 24)
      }
      lines.append(pad(row.id, 22) + pad(row.target, 10) + cells.joined() + row.title)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ rows: [PlacementRow], seed: UInt64, split: String?, poses: Int) -> String {
    var lines = rows.map { row in
      let figures = row.figures.map { name, figure in
        "\"\(name)\":{\"mean\":\(number(figure.mean)),\"low\":\(number(figure.low)),\"high\":\(number(figure.high)),\"n\":\(figure.count)}"
      }
      return
        "{\"row\":\"\(row.id)\",\"what\":\"\(row.title)\",\"target\":\"\(row.target)\",\"figures\":{\(figures.joined(separator: ","))}}"
    }
    lines.insert(
      "{\"version\":1,\"benchmark\":\"placement\",\"seed\":\(seed),\"split\":\(split.map { "\"\($0)\"" } ?? "null"),\"poses\":\(poses)}",
      at: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ figure: PlacementFigure) -> String {
    let mean = decimal(figure.mean)
    return figure.low == figure.high ? mean : "\(mean) [\(decimal(figure.low)) \(decimal(figure.high))]"
  }

  private static func decimal(_ value: Double) -> String {
    value.isFinite ? DecimalText.rounded(value, digits: abs(value) < 10 ? 4 : 1, trimmed: false) : "-"
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? DecimalText.rounded(value, digits: 9, trimmed: true) : "null"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
