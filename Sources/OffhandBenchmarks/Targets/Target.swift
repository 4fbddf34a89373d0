/// One of the targets that the package was built to, and how far it is met.
public struct Target: Sendable {
  /// How far.
  public enum Verdict: String, Sendable {
    /// Every figure of it.
    case met
    /// At least one figure misses.
    case missed
    /// A figure was not measured, and none that was misses.
    case unmeasured
  }

  /// `T1` to `T14`.
  public var id: String
  /// What it is about.
  public var title: String
  /// The unit of its figures, unless they have their own.
  public var unit: String
  /// Its figures.
  public var figures: [TargetFigure]

  /// Target `id`.
  public init(_ id: String, _ title: String, unit: String = "", _ figures: [TargetFigure]) {
    self.id = id
    self.title = title
    self.unit = unit
    self.figures = figures
  }

  /// How far it is met.
  public var verdict: Verdict {
    if figures.contains(where: { ($0.ratio ?? 0) > 1 }) { return .missed }
    return figures.contains { $0.ratio == nil } ? .unmeasured : .met
  }

  /// The figure that is furthest from what it should be; `nil` where none was measured.
  public var worstRatio: Double? { figures.compactMap(\.ratio).max() }

  /// What it asks for, in words.
  public var demand: String {
    let limits = figures.map { figure in
      switch figure.bound {
      case .atMost(let limit), .atLeast(let limit): TextTable.plain(limit)
      }
    }
    let isLeast = if case .atLeast? = figures.first?.bound { true } else { false }
    return (isLeast ? "≥ " : "≤ ") + joined(limits)
  }

  /// What was measured, in words.
  public var outcome: String { joined(figures.map { $0.measured.map(TextTable.plain) ?? "–" }) }

  private func joined(_ values: [String]) -> String {
    let isMixed = figures.contains { !$0.unit.isEmpty }
    guard isMixed else { return "\(Set(values).count == 1 ? values[0] : values.joined(separator: " / ")) \(unit)" }
    return zip(values, figures).map { "\($0) \($1.unit)" }.joined(separator: ", ")
  }
}

extension TextTable {
  /// A number with as many digits as somebody wants to read.
  static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "∞" }
    let size = abs(value)
    return number(value, size >= 100 || value == value.rounded() ? 0 : size >= 10 ? 1 : 2)
  }
}

/// One figure of a target: what it may be, and what it is.
public struct TargetFigure: Sendable {
  /// Which way it is to be read.
  public enum Bound: Sendable {
    /// The figure may be at most so much.
    case atMost(Double)
    /// The figure must be at least so much.
    case atLeast(Double)
  }

  /// What it is a figure of, such as a workload.
  public var name: String
  /// What it may be.
  public var bound: Bound
  /// Its unit, where the figures of a target have several; else empty.
  public var unit: String
  /// What it is; `nil` where it was not measured.
  public var measured: Double?

  /// The figure of `name`.
  public init(_ name: String, _ bound: Bound, unit: String = "", _ measured: Double?) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.measured = measured
  }

  /// 1 where the target is just met, more where it is missed; `nil` where it was not measured.
  public var ratio: Double? {
    guard let measured else { return nil }
    switch bound {
    case .atMost(0): return measured == 0 ? 0 : .infinity
    case .atMost(let limit): return measured / limit
    case .atLeast(let limit): return measured > 0 ? limit / measured : .infinity
    }
  }
}

/// The targets as a table in Markdown.
public enum TargetTable {
  /// One row a target, below the machine and the day.
  public static func markdown(_ results: BenchmarkResults) -> String {
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

  private static func mark(_ target: Target) -> String {
    switch target.verdict {
    case .met: "met"
    case .missed: target.worstRatio.map { "missed, \(TextTable.plain($0)) times the limit" } ?? "missed"
    case .unmeasured: "not all measured"
    }
  }
}
