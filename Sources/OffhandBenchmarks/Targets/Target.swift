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
