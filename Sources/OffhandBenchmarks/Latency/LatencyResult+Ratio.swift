extension LatencyResult {
  /// The last stage that was reached: what a user sees, or the nearest to it that anybody tells.
  public var lastStage: LatencyStage? {
    [LatencyStage.presented, .seen, .answered, .committed].first { stages[$0.rawValue] != nil }
  }

  /// How many times as long as with `other` it took to the glass, by the medians of runs that took turns; `nil` where
  /// the two were not measured to the same stage, or in different numbers of runs.
  public func ratio(to other: LatencyResult) -> RatioInterval? {
    guard let stage = lastStage, stage == other.lastStage, let own = stages[stage.rawValue],
      let others = other.stages[stage.rawValue], own.runs.count == others.runs.count
    else { return nil }
    return RatioInterval(
      subject: label, baseline: other.label, workload: "\(setup.compositor) \(Int(setup.outputHz)) Hz, \(stage.title)",
      own.runs.map(\.median), others.runs.map(\.median))
  }

  private var label: String { setup.program == "this" ? setup.policy : "\(setup.policy), \(setup.program)" }
}
