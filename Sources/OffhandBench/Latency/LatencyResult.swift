import Glibc
import OffhandBenchmarks

/// The configuration of a latency measurement.
struct LatencySetup: Hashable, Encodable {
  /// The compositor's name: `weston`, `sway`, or `nested` for sway in weston.
  var compositor: String
  /// Its version, as it reports it.
  var version: String
  /// The requested refresh rate of its output, in Hz.
  var outputHz: Double
  /// The commit policy: `immediate`, `frame-callback` or `late-latch`.
  var policy: String
  /// The source of inputs: `descriptor`, as from the kernel, or `wl_touch`.
  var input: String
  /// Rate of touch frames, in Hz.
  var inputHz: Double
  /// The pipeline that ran during the measurement.
  var pipeline: String
  /// The motion of the finger; `nil` for strokes, of which only the latency is measured.
  var path: FingerMotion?
  /// The rule of prediction: `steady`, `resample` or `none`.
  var prediction: String?
}

/// The result of all runs with one setup.
struct LatencyResult: Encodable {
  /// The setup.
  var setup: LatencySetup
  /// The number of runs, each a process with its own compositor.
  var runs: Int
  /// Inputs after the warm-up, of all runs.
  var inputs: Int
  /// The number of commits.
  var commits: Int
  /// Commits that the compositor reported as presented.
  var presented: Int
  /// Commits that the compositor reported as discarded.
  var discarded: Int
  /// Inputs of which every commit was discarded: 0, unless something is broken.
  var neverPresented: Int
  /// Inputs for which the compositor reported neither presentation nor discard.
  var unknown: Int
  /// Latency from the time an input was due to each stage, by the stage's name; stages that were not reported are missing.
  var stages: [String: LatencyFigure]
  /// Latency from a commit to the compositor's frame callback.
  var answer: LatencyFigure?
  /// Milliseconds between presented frames, the median of all runs.
  var frameInterval: Double?
  /// Milliseconds between frames as the output claims them.
  var claimedInterval: Double?
  /// The kernel's number of the compositor's clock, 1 for the monotonic one.
  var clock: UInt32?
  /// Largest uncertainty of a presentation from the conversion of clocks, in µs.
  var clockUncertainty: Double
  /// The largest number of buffers of the surface.
  var buffers: Int
  /// The number of times that nothing could be drawn because the compositor held all buffers.
  var starvations: Int
  /// The number of commits read back from the screen.
  var sightings: Int
  /// Of these, the number that were on the screen before they were sent: 0, unless the measurement is wrong.
  var impossibleSightings: Int
  /// The time at which a commit was read from the screen minus its reported presentation time, in ms.
  var sightingAfterWord: Quantiles?
  /// The distance between finger and dot when the dot was seen; `nil` for strokes.
  var gap: LatencyGap?
  /// Some inputs and their stages.
  var timeline: LatencyTimeline

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
    stages = [:]
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
    timeline = LatencyTimeline(runs[0])
  }
}

/// A latency over several runs, in milliseconds.
struct LatencyFigure: Encodable {
  /// The quantiles of each run.
  var runs: [Quantiles]
  /// The median.
  var p50: AcrossRuns
  /// The 90th percentile; needs 100 values in every run.
  var p90: AcrossRuns?
  /// The 99th percentile; needs 1,000 values in every run.
  var p99: AcrossRuns?
  /// The largest value of each run.
  var maximum: AcrossRuns
  /// All runs together, for a picture: denser in the tail, up to the last percentile with ten values above it.
  var curve: [Point]

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
    curve = []
    var rest = 1.0
    repeat {
      let part = max(1 - rest, 1e-9)
      curve.append(Point(percentile: 100 * part, milliseconds: all.quantile(part)))
      rest /= exp2(1 / 8)
    } while rest * Double(all.count) >= 10
  }
}

/// The times of the stages of some consecutive inputs, for a picture.
struct LatencyTimeline: Encodable {
  /// One input.
  struct Row: Encodable {
    /// The time it was due, in ms after the first of the inputs.
    var due: Double
    /// The time of each stage, in ms after the first of the inputs was due, by the stage's name.
    var stages: [String: Double]
    /// Whether a gesture began or was recognized with it.
    var isVerdict: Bool
  }

  /// The inputs, ordered by time.
  var rows: [Row]

  /// The inputs around the first verdict after the warm-up, or the first ones if there is none.
  init(_ run: LatencyAttribution, count: Int = 14) {
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

extension LatencyResult {
  /// The stage to compare by: presentation if reported, else the reading from the screen, the frame callback or the commit.
  var lastStage: LatencyStage? {
    [LatencyStage.presented, .seen, .answered, .committed].first { stages[$0.rawValue] != nil }
  }

  /// The ratio of this latency to that of `other` at `lastStage`, from the medians of runs that were measured alternately; `nil`
  /// if the two have different last stages or different numbers of runs.
  func ratio(to other: LatencyResult) -> RatioInterval? {
    guard let stage = lastStage, stage == other.lastStage, let own = stages[stage.rawValue],
      let others = other.stages[stage.rawValue], own.runs.count == others.runs.count
    else { return nil }
    return RatioInterval(
      subject: setup.policy, baseline: other.setup.policy,
      workload: "\(setup.compositor) \(Int(setup.outputHz)) Hz, \(stage.title)",
      own.runs.map(\.median), others.runs.map(\.median))
  }
}
