/// What a panel must not exceed, for a purchase.
package struct PanelLimits: Sendable {
  /// A key that names no limit.
  package struct UnknownKey: Error, CustomStringConvertible {
    /// The key.
    package var key: String

    /// What is wrong, and which keys there are.
    package var description: String {
      "there is no limit '\(key)'; there are \(PanelLimits.figures.map(\.key).joined(separator: ", "))"
    }
  }

  private var values: [String: Double]

  /// Limits by their keys.
  package init(values: [String: Double]) throws(UnknownKey) {
    for key in values.keys.sorted() where !PanelLimits.figures.contains(where: { $0.key == key }) {
      throw UnknownKey(key: key)
    }
    self.values = values
  }

  /// The limits that are not kept, one line each.
  package func failures(of findings: PanelFindings) -> [String] {
    PanelLimits.figures.compactMap { figure in
      guard let limit = values[figure.key] else { return nil }
      let isMissed = figure.isBound(findings) && figure.value(findings) ?? 0 > limit
      guard let value = figure.value(findings), !isMissed else {
        return "\(figure.key) was not measured; the limit is \(PanelLimits.text(limit))"
      }
      guard figure.isLeast ? value < limit : value > limit else { return nil }
      return "\(figure.key) is \(PanelLimits.text(value)); the limit is \(PanelLimits.text(limit))"
    }
  }

  private struct Figure: Sendable {
    var key: String
    var isLeast = false
    /// Whether the truth may be less than the value.
    var isBound: @Sendable (PanelFindings) -> Bool = { _ in false }
    var value: @Sendable (PanelFindings) -> Double?
  }

  private static let figures = [
    Figure(key: "latency_ms") { $0.latency?.value },
    Figure(key: "held_jitter_mm") { $0.heldJitter },
    Figure(key: "moving_jitter_mm") { $0.movingJitter },
    Figure(key: "rate_hz", isLeast: true) { $0.rate?.value },
    Figure(key: "separation_mm", isBound: { $0.isSeparationBound }) { $0.separation },
    Figure(key: "dead_bands") { $0.deadBands.map { Double($0.count) } },
    Figure(key: "ghosts") { $0.ghosts.map { Double($0.count) } },
  ]

  /// A number with at most two decimal places.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}
