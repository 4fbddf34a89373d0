import Glibc
import OffhandBenchmarks

/// The result of each setup.
struct LatencyReport: BenchmarkReport {
  static let name = "latency"
  static let version = 3

  var machine = MachineDescription()
  var results: [LatencyResult] = []

  /// The latencies of each setup, then the distances between finger and dot.
  var table: String {
    let gaps = results.compactMap { result in
      result.gap.map { (setup: LatencyReport.title(result.setup), gap: $0) }
    }
    return machine.line + results.map(LatencyReport.table).joined() + TextTable.table("gap", of: gaps)
  }

  private static func title(_ setup: LatencySetup) -> String {
    var text = "\(setup.compositor) (\(setup.version)) at \(TextTable.number(setup.outputHz, 0)) Hz, \(setup.policy)"
    if let path = setup.path { text += ", \(path.rawValue), prediction \(setup.prediction ?? "none")" }
    return text
  }

  private static func table(_ result: LatencyResult) -> String {
    let stages = LatencyStage.allCases.map { ($0.rawValue, result.stages[$0.rawValue]) }
    let rows = (stages + [("commit to callback", result.answer)]).compactMap { stage, figure in
      figure.map { (stage: stage, p50: $0.p50, p90: $0.p90, p99: $0.p99, maximum: $0.maximum) }
    }
    let title = "\(title(result.setup)), \(TextTable.number(result.setup.inputHz, 0)) Hz of touches, ms after due"
    var text = TextTable.table(title, of: rows)
    text += "runs \(result.runs), inputs \(result.inputs), never presented \(result.neverPresented), "
    text += "unknown \(result.unknown); commits \(result.commits), presented \(result.presented), "
    text += "discarded \(result.discarded), starved \(result.starvations)\n"
    let interval = [result.frameInterval, result.claimedInterval].map { $0.map(TextTable.plain) ?? "-" }
    text += "a frame every \(interval[0]) ms, the output claims \(interval[1]) ms; "
    text += "read back \(result.sightings) frames, \(result.impossibleSightings) impossible\n"
    if let check = result.sightingAfterWord { text += "read back after presented, ms: \(check.text)\n" }
    return text
  }
}

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

/// The distance between a finger and the dot that is drawn for it, when the dot is seen.
struct LatencyGap: Encodable {
  /// One frame that was seen while a finger moved.
  struct Frame: Codable, Hashable {
    /// The distance in mm.
    var distance: Double
    /// The time of the presentation less its forecast, in ns.
    var lateness: Int64
  }

  /// The distances in mm, of all runs.
  var millimetres: Quantiles
  /// The 95th percentile of the distances in mm.
  var p95: Double
  /// The time of the presentation less its forecast, in ms, without sign.
  var forecastError: Quantiles?
  /// The share of frames that were seen more than half a refresh later or earlier than forecast.
  var misjudged: Double
  /// Whether the times are those at which the screen was read back: the compositor does not report presentations.
  var isReadBack: Bool
  /// The number of frames drawn in a second, and of wake-ups of the program.
  var drawsPerSecond: Double
  var wakeupsPerSecond: Double
  /// Processor time of the program, in ms a second.
  var processorMilliseconds: Double

  /// Combines the runs; `nil` if no frame was seen.
  init?(_ records: [LatencyRecord]) {
    let runs = records.compactMap(\.gap)
    let frames = runs.flatMap(\.frames)
    let distances = frames.map(\.distance)
    guard let millimetres = Quantiles(distances), let first = runs.first else { return nil }
    self.millimetres = millimetres
    p95 = distances.sorted().quantile(0.95)
    forecastError = Quantiles(frames.map { abs(Double($0.lateness)) / 1e6 })
    let interval = Double(records.lazy.compactMap(\.claimedInterval).first ?? 16_666_667)
    misjudged = Double(frames.count { abs(Double($0.lateness)) > interval / 2 }) / Double(frames.count)
    isReadBack = first.isReadBack
    let seconds = runs.reduce(0) { $0 + $1.seconds }
    drawsPerSecond = Double(runs.reduce(0) { $0 + $1.draws }) / seconds
    wakeupsPerSecond = Double(runs.reduce(0) { $0 + $1.wakeups }) / seconds
    processorMilliseconds = runs.reduce(0) { $0 + $1.processorSeconds } / seconds * 1000
  }
}
