/// How long something took, over several runs, in milliseconds.
public struct LatencyFigure: Sendable, Codable {
  /// The values of each run.
  public var runs: [Quantiles]
  /// Half of the values are at most this.
  public var p50: AcrossRuns
  /// Nine tenths are; needs 100 values in every run.
  public var p90: AcrossRuns?
  /// 99 of 100 are; needs 1,000 values in every run.
  public var p99: AcrossRuns?
  /// The largest value of each run.
  public var maximum: AcrossRuns
  /// All runs together, for a picture.
  public var curve: [PercentileCurve.Point]

  /// The figure of runs that took so many nanoseconds; `nil` where a run has no value.
  public init?(nanoseconds runs: [[Int64]]) {
    let quantiles = runs.compactMap { run in Quantiles(run.map { Double($0) / 1e6 }) }
    guard quantiles.count == runs.count, let p50 = AcrossRuns(quantiles.map(\.median)),
      let maximum = AcrossRuns(quantiles.map(\.maximum))
    else { return nil }
    self.runs = quantiles
    self.p50 = p50
    p90 = AcrossRuns(quantiles.map(\.p90))
    p99 = AcrossRuns(quantiles.map(\.p99))
    self.maximum = maximum
    curve = PercentileCurve(runs.flatMap { $0 }).points
  }
}
