import FoundationEssentials

/// A performance target of the package, with the measured figures.
package struct Target: Sendable {
  /// The outcome.
  package enum Verdict: String, Sendable {
    /// Every figure meets its bound.
    case met
    /// At least one figure misses.
    case missed
    /// A figure was not measured, and no other misses.
    case unmeasured
  }

  /// `T1` to `T16`, and `T18`.
  package var id: String
  /// The title.
  package var title: String
  /// The unit of its figures, unless they have their own.
  package var unit: String
  /// Its figures.
  package var figures: [TargetFigure]

  /// Target `id`.
  package init(_ id: String, _ title: String, unit: String = "", _ figures: [TargetFigure]) {
    self.id = id
    self.title = title
    self.unit = unit
    self.figures = figures
  }

  /// The outcome of all figures.
  package var verdict: Verdict {
    if figures.contains(where: { ($0.ratio ?? 0) > 1 }) { return .missed }
    return figures.contains { $0.ratio == nil } ? .unmeasured : .met
  }

  /// The largest ratio of a figure to its bound; `nil` if none was measured.
  package var worstRatio: Double? { figures.compactMap(\.ratio).max() }

  /// The bounds, in words.
  package var demand: String {
    let limits = figures.map { figure in
      switch figure.bound {
      case .atMost(let limit), .atLeast(let limit): TextTable.plain(limit)
      }
    }
    let isLeast = if case .atLeast? = figures.first?.bound { true } else { false }
    return (isLeast ? "≥ " : "≤ ") + joined(limits)
  }

  /// The measured figures, in words.
  package var outcome: String { joined(figures.map { $0.measured.map(TextTable.plain) ?? "–" }) }

  private func joined(_ values: [String]) -> String {
    let isMixed = figures.contains { !$0.unit.isEmpty }
    guard isMixed else { return "\(Set(values).count == 1 ? values[0] : values.joined(separator: " / ")) \(unit)" }
    return zip(values, figures).map { "\($0) \($1.unit)" }.joined(separator: ", ")
  }
}

extension TextTable {
  /// Formats a number with three significant digits or fewer.
  static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "∞" }
    let size = abs(value)
    return number(value, size >= 100 || value == value.rounded() ? 0 : size >= 10 ? 1 : 2)
  }
}

/// A figure of a target and its bound.
package struct TargetFigure: Sendable {
  /// The bound of a figure.
  package enum Bound: Sendable {
    /// An upper bound.
    case atMost(Double)
    /// A lower bound.
    case atLeast(Double)
  }

  /// The name, such as a workload.
  package var name: String
  /// The bound.
  package var bound: Bound
  /// Its unit, if the figures of a target have several; else empty.
  package var unit: String
  /// The measured value; `nil` if not measured.
  package var measured: Double?

  /// The figure of `name`.
  package init(_ name: String, _ bound: Bound, unit: String = "", _ measured: Double?) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.measured = measured
  }

  /// The ratio to the bound, more than 1 if missed; `nil` if not measured.
  package var ratio: Double? {
    guard let measured else { return nil }
    switch bound {
    case .atMost(0): return measured == 0 ? 0 : .infinity
    case .atMost(let limit): return measured / limit
    case .atLeast(let limit): return measured > 0 ? limit / measured : .infinity
    }
  }
}

/// The targets in Markdown and in JSON.
package enum TargetTable {
  /// The machine and the date, and one row per target.
  package static func markdown(_ results: BenchmarkResults) -> String {
    var text = ""
    if let machine = results.machine {
      text +=
        "\(machine.processor), \(machine.processors) processors, \(machine.system), Swift \(machine.build) build, "
      text += "load \(TextTable.number(machine.load, 1)), \(machine.date).\n\n"
    }
    text += "| | target | asked | measured | |\n|---|---|---|---|---|\n"
    for target in results.targets {
      text += "| \(target.id) | \(target.title) | \(target.demand) | \(target.outcome) | \(mark(target)) |\n"
    }
    return text
  }

  /// The machine and the targets, for `scripts/bench-page.py`. A ratio without bound is the string `inf`.
  package static func json(_ results: BenchmarkResults) throws -> String {
    struct Row: Encodable { var id, title, demand, outcome, verdict: String, worst: Double? }
    struct Table: Encodable { var machine: String?, targets: [Row] }
    let rows = results.targets.map {
      Row(
        id: $0.id, title: $0.title, demand: $0.demand, outcome: $0.outcome, verdict: $0.verdict.rawValue,
        worst: $0.worstRatio)
    }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(
      decoding: try encoder.encode(Table(machine: results.machine.map(machine), targets: rows)), as: UTF8.self)
  }

  private static func machine(_ machine: MachineDescription) -> String {
    "\(machine.processor), \(machine.processors) processors, \(machine.system), \(machine.build) build, "
      + "load \(TextTable.number(machine.load, 1)), \(machine.date)"
  }

  private static func mark(_ target: Target) -> String {
    switch target.verdict {
    case .met: "met"
    case .missed: target.worstRatio.map { "missed, \(TextTable.plain($0)) times the limit" } ?? "missed"
    case .unmeasured: "not all measured"
    }
  }
}
