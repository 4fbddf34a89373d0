/// When each of some inputs in a row came to each stage: one gesture on its way, for a picture.
public struct LatencyTimeline: Sendable, Codable {
  /// One input.
  public struct Row: Sendable, Codable {
    /// When it was due, in milliseconds from the first of the inputs.
    public var due: Double
    /// When it came to each stage, in milliseconds from the first of the inputs, by the stage's name.
    public var stages: [String: Double]
    /// Whether a recognizer gave a verdict with it.
    public var isVerdict: Bool
  }

  /// The inputs, in the order of time.
  public var rows: [Row]

  /// The inputs around the first verdict after the warm-up, or the first ones where there is none.
  public init(_ run: LatencyAttribution, count: Int = 14) {
    let verdict = run.inputs.firstIndex(where: \.isVerdict) ?? 0
    let first = max(0, min(verdict - 4, run.inputs.count - count))
    let inputs = run.inputs.dropFirst(first).prefix(count)
    let origin = inputs.first?.scheduled ?? 0
    func milliseconds(_ time: Int64) -> Double { Double(time - origin) / 1e6 }
    rows = inputs.map { input in
      let stages = LatencyStage.allCases.compactMap { stage in
        run.time(of: stage, for: input).map { (stage.rawValue, milliseconds($0)) }
      }
      return Row(
        due: milliseconds(input.scheduled), stages: Dictionary(uniqueKeysWithValues: stages), isVerdict: input.isVerdict
      )
    }
  }
}
