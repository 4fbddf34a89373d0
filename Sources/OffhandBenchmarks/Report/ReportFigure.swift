/// One figure of a report under a name that stays the same from run to run.
public struct ReportFigure: Sendable, Hashable {
  /// What it is a figure of.
  public var name: String
  /// The figure.
  public var value: Double

  /// The figure `value` of `name`.
  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

extension BenchmarkReport {
  /// This report beside an earlier one, for people: what both have, and how many times as much it is now.
  ///
  /// The two were not measured in turns, so what happened to the machine between them is in the ratios; `--program` and
  /// `--against` measure in turns.
  public func comparison(with earlier: Self) -> String {
    let before = Dictionary(earlier.figures.map { ($0.name, $0.value) }) { first, _ in first }
    var rows = [["figure", "then", "now", "now / then"]]
    for figure in figures {
      guard let then = before[figure.name] else { continue }
      rows.append([
        figure.name, TextTable.plain(then), TextTable.plain(figure.value),
        then > 0 ? TextTable.number(figure.value / then, 3) : "-",
      ])
    }
    var text = "compared with \(earlier.machine.date), not in turns\n"
    if earlier.machine.processor != machine.processor || earlier.machine.build != machine.build {
      text += "another machine or build then: \(earlier.machine.line)"
    }
    return text + (rows.count > 1 ? TextTable.aligned(rows) : "the two have no figure in common\n")
  }
}
