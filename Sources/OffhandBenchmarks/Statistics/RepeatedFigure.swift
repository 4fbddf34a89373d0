/// One figure of several runs of the same benchmarks that ought to be the same in all of them.
public struct RepeatedFigure: Sendable, Hashable {
  /// Why it ought to be.
  public enum Kind: String, Sendable, CaseIterable {
    /// Instructions do not depend on how busy the machine is.
    case instructions
    /// Two things were measured in turns, so what happened to the machine happened to both.
    case ratios
  }

  /// Why it ought to be the same.
  public var kind: Kind
  /// What it is a figure of.
  public var name: String
  /// What the runs say, those that say something.
  public var values: [Double]
  /// How many runs measured it and could not tell, because their starts do not agree (`RatioInterval.settled`).
  public var unsettled: Int

  /// The values of `name`.
  public init(_ kind: Kind, _ name: String, _ values: [Double], unsettled: Int = 0) {
    self.kind = kind
    self.name = name
    self.values = values
    self.unsettled = unsettled
  }

  /// How far the furthest run is from the middle one, as a part of that; 0 where fewer than two can tell.
  public var deviation: Double {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, first > 0 else { return 0 }
    let median = sorted[(sorted.count - 1) / 2]
    return max(last - median, median - first) / median
  }

  /// Every such figure of `runs`, in the order in which the first that has it does; those of a single run are left out.
  public static func all(of runs: [BenchmarkResults]) -> [RepeatedFigure] {
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

  /// `figures` for people, and how far each kind is apart at most.
  public static func table(_ figures: [RepeatedFigure]) -> String {
    var rows = [["", "figure", "runs", "unsettled", "lowest", "middle", "highest", "off by"]]
    for figure in figures {
      let sorted = figure.values.sorted()
      let middle = sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
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

  /// A figure in which three percent can be seen.
  private static func text(_ value: Double) -> String {
    TextTable.number(value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4)
  }
}

extension BenchmarkResults {
  /// What ought to be the same in every run on the same machine; no value where a run measured it and cannot tell.
  var steadyFigures: [(kind: RepeatedFigure.Kind, name: String, value: Double?)] {
    let counted = (counts?.rows ?? []).map { ("\($0.name), a frame", Optional($0.instructions)) }
    let taken = (input?.rows ?? []).compactMap { row in
      row.instructions.map { ("input \(row.stage) \(row.workload), a frame", Optional($0)) }
    }
    // What recognizes nothing takes as long as reading the clock, so it is no measure.
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
