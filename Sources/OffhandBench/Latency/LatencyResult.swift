import Glibc
import OffhandBenchmarks

/// The configuration of a latency measurement, as Benchmarks.md "JSON" describes it.
struct LatencySetup: Hashable, Encodable {
  var compositor: String
  var version: String
  var outputHz: Double
  var policy: String
  var inputHz: Double
  var pipeline: String
  var path: FingerMotion?
  var prediction: String?
  /// The time in ms from the finger to the time stamps of its touches, and whether the prediction takes it into account.
  var panelLatency: Double?
  var isCorrected: Bool?
}

/// The result of all runs with one setup, as Benchmarks.md "JSON" describes it: times in ms, `clockUncertainty` in µs.
struct LatencyResult: Encodable {
  var setup: LatencySetup
  var runs: Int
  var inputs: Int
  var commits: Int
  var presented: Int
  var discarded: Int
  /// Inputs of which every commit was discarded: 0, unless something is broken.
  var neverPresented: Int
  /// Inputs for which the compositor reported neither presentation nor discard.
  var unknown: Int
  var stages: [String: LatencyFigure] = [:]
  var answer: LatencyFigure?
  var frameInterval: Double?
  var claimedInterval: Double?
  var clock: UInt32?
  var clockUncertainty: Double
  var buffers: Int
  var starvations: Int
  var sightings: Int
  /// Commits that were on the screen before they were sent: 0, unless the measurement is wrong.
  var impossibleSightings: Int
  var sightingAfterWord: Quantiles?
  var gap: LatencyGap?

  /// Combines `records`, of which there is at least one.
  init(_ setup: LatencySetup, _ records: [LatencyRecord], warmUp: Duration = .seconds(1)) {
    let runs = records.map { LatencyAttribution($0, warmUp: warmUp) }
    self.setup = setup
    self.runs = records.count
    inputs = runs.reduce(0) { $0 + $1.inputs.count }
    commits = records.reduce(0) { $0 + $1.commits.count }
    presented = records.reduce(0) { $0 + $1.presentations.count }
    discarded = records.reduce(0) { $0 + $1.discarded }
    neverPresented = runs.reduce(0) { $0 + $1.neverPresented }
    unknown = runs.reduce(0) { $0 + $1.unknown }
    for stage in LatencyStage.allCases {
      stages[stage.rawValue] = LatencyFigure(nanoseconds: runs.map { $0.latencies(to: stage) })
    }
    answer = LatencyFigure(nanoseconds: runs.map(\.answerTimes))
    frameInterval = Quantiles(runs.flatMap(\.frameIntervals).map { Double($0) / 1e6 })?.median
    claimedInterval = records.lazy.compactMap(\.claimedInterval).first.map { Double($0) / 1e6 }
    clock = records.lazy.compactMap(\.clock).first
    clockUncertainty = Double(records.flatMap(\.presentations).map(\.uncertainty).max() ?? 0) / 1e3
    buffers = records.map(\.buffers).max() ?? 0
    starvations = records.reduce(0) { $0 + $1.starvations }
    sightings = records.reduce(0) { $0 + $1.sightings.count }
    impossibleSightings = runs.reduce(0) { $0 + $1.impossibleSightings }
    sightingAfterWord = Quantiles(runs.flatMap(\.sightingsAfterPresentations).map { Double($0) / 1e6 })
    gap = LatencyGap(records)
  }
}

/// A latency over several runs, in milliseconds. Quantiles that rest on too few values in one run are `nil`.
struct LatencyFigure: Encodable {
  var runs: [Quantiles]
  var p50: AcrossRuns
  var p90: AcrossRuns?
  var p99: AcrossRuns?
  var maximum: AcrossRuns
  /// All runs together, for a picture: denser in the tail, up to the last percentile with ten values above it.
  var curve: [Point] = []

  /// A percentile, 0 to 100.
  struct Point: Encodable {
    var percentile: Double
    var milliseconds: Double
  }

  /// The figure of runs given in nanoseconds; `nil` if a run has no value.
  init?(nanoseconds runs: [[Int64]]) {
    let quantiles = runs.compactMap { run in Quantiles(run.map { Double($0) / 1e6 }) }
    guard quantiles.count == runs.count, let p50 = AcrossRuns(quantiles.map(\.median)),
      let maximum = AcrossRuns(quantiles.map(\.maximum))
    else { return nil }
    self.runs = quantiles
    self.p50 = p50
    p90 = AcrossRuns(quantiles.map(\.p90))
    p99 = AcrossRuns(quantiles.map(\.p99))
    self.maximum = maximum
    let all = runs.flatMap { $0 }.map { Double($0) / 1e6 }.sorted()
    var rest = 1.0
    repeat {
      let part = max(1 - rest, 1e-9)
      curve.append(Point(percentile: 100 * part, milliseconds: all.quantile(part)))
      rest /= exp2(1 / 8)
    } while rest * Double(all.count) >= 10
  }
}
