/// A figure of several runs of the same benchmarks that is expected to be the same in all.
package struct RepeatedFigure: Sendable, Hashable {
  /// Why it is expected to be the same.
  package enum Kind: String, Sendable, CaseIterable {
    /// Instructions do not depend on the load of the machine.
    case instructions
    /// Two subjects were measured alternately, so that disturbances affect both.
    case ratios
  }

  /// The reason to expect the same value.
  package var kind: Kind
  /// The name of the figure.
  package var name: String
  /// The values of the runs that have one.
  package var values: [Double]
  /// The number of runs whose starts do not agree on a value (`RatioInterval.settled`).
  package var unsettled: Int

  /// The values of `name`.
  package init(_ kind: Kind, _ name: String, _ values: [Double], unsettled: Int = 0) {
    self.kind = kind
    self.name = name
    self.values = values
    self.unsettled = unsettled
  }

  /// The largest deviation of a run from the median run, relative to it; 0 for fewer than two values.
  package var deviation: Double {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, first > 0 else { return 0 }
    let median = sorted.quantile(0.5)
    return max(last - median, median - first) / median
  }

  /// Every such figure of at least two of `runs`, in order of first appearance.
  package static func all(of runs: [BenchmarkResults]) -> [RepeatedFigure] {
    var figures: [RepeatedFigure] = []
    var places: [String: Int] = [:]
    for (kind, name, value) in runs.flatMap(\.steadyFigures) {
      let place = places[name] ?? figures.endIndex
      if place == figures.endIndex {
        places[name] = place
        figures.append(RepeatedFigure(kind, name, []))
      }
      if let value { figures[place].values.append(value) } else { figures[place].unsettled += 1 }
    }
    return figures.filter { $0.values.count + $0.unsettled > 1 }
  }

  /// A table of `figures`, and the largest deviation of each kind.
  package static func table(_ figures: [RepeatedFigure]) -> String {
    var rows = [["", "figure", "runs", "unsettled", "lowest", "middle", "highest", "off by"]]
    for figure in figures {
      let sorted = figure.values.sorted()
      let middle = sorted.isEmpty ? nil : sorted.quantile(0.5)
      rows.append(
        [figure.kind.rawValue, figure.name, "\(sorted.count)", "\(figure.unsettled)"]
          + [sorted.first, middle, sorted.last].map { $0.map(text) ?? "-" }
          + [sorted.count > 1 ? "\(TextTable.number(100 * figure.deviation, 2)) %" : "-"])
    }
    let worst = Kind.allCases.compactMap { kind -> String? in
      let alike = figures.filter { $0.kind == kind }
      guard let most = alike.map(\.deviation).max() else { return nil }
      let unsettled = alike.reduce(0) { $0 + $1.unsettled }
      return "\(kind.rawValue): no run is further than \(TextTable.number(100 * most, 2)) % from the middle one"
        + (unsettled > 0 ? "; \(unsettled) are left out, because their starts do not agree\n" : "\n")
    }
    return TextTable.aligned(rows, words: [1]) + worst.joined()
  }

  /// Formats a figure with enough digits to show 3 %.
  private static func text(_ value: Double) -> String {
    TextTable.number(value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4)
  }
}

extension BenchmarkResults {
  /// The figures that are expected to be the same in every run on one machine; `nil` if a run's starts do not agree on a value.
  var steadyFigures: [(kind: RepeatedFigure.Kind, name: String, value: Double?)] {
    let counted = (counts?.rows ?? []).map { ("\($0.name), a frame", Optional($0.instructions)) }
    let taken = (input?.rows ?? []).compactMap { row in
      row.instructions.map { ("input \(row.stage) \(row.workload), a frame", Optional($0)) }
    }
    // The null pipeline takes as long as reading the clock, so its ratios are noise.
    let turns = (recognizers?.ratios ?? []).filter { $0.subject != "null" && $0.baseline != "null" }.map {
      ("\($0.subject) against \($0.baseline), \($0.workload)", $0.settled)
    }
    let drained = (input?.rows ?? []).compactMap { row in
      row.ratio.map { ("input \(row.stage) against the drain, \(row.workload)", $0.settled) }
    }
    let peers = (peers?.rows ?? []).map { ("against \($0.peer), \($0.what), \($0.workload)", $0.ratio.settled) }
    return (counted + taken).map { (.instructions, $0, $1) } + (turns + drained + peers).map { (.ratios, $0, $1) }
  }
}
