/// What a latency was measured with.
public struct LatencySetup: Sendable, Hashable, Codable {
  /// The compositor's name: `weston`, `sway`, or `nested` for sway in weston.
  public var compositor: String
  /// What it says its version is.
  public var version: String
  /// Frames a second that its output was asked for.
  public var outputHz: Double
  /// When frames were committed: `immediate`, `frame-callback` or `late-latch`.
  public var policy: String
  /// Which way inputs came: `descriptor`, as from the kernel, or `wl_touch`.
  public var input: String
  /// Frames of touches a second.
  public var inputHz: Double
  /// The pipeline that recognized gestures meanwhile.
  public var pipeline: String
  /// Which program was measured, where several are compared.
  public var program: String

  /// What a latency was measured with.
  public init(
    compositor: String, version: String, outputHz: Double, policy: String, input: String, inputHz: Double,
    pipeline: String, program: String = "this"
  ) {
    self.compositor = compositor
    self.version = version
    self.outputHz = outputHz
    self.policy = policy
    self.input = input
    self.inputHz = inputHz
    self.pipeline = pipeline
    self.program = program
  }
}

/// What came of all runs with one setup.
public struct LatencyResult: Sendable, Codable {
  /// With what.
  public var setup: LatencySetup
  /// Processes that were started, each with a compositor of its own.
  public var runs: Int
  /// Inputs that count, of all runs.
  public var inputs: Int
  /// Frames that were committed.
  public var commits: Int
  /// Commits that the compositor said were seen.
  public var presented: Int
  /// Commits that the compositor said were replaced before they were seen.
  public var discarded: Int
  /// Inputs that were never seen because every commit with them was thrown away: not one, unless something is broken.
  public var neverPresented: Int
  /// Inputs about which the compositor said nothing.
  public var unknown: Int
  /// From the moment an input was due to each stage, by the stage's name; what no compositor told is missing.
  public var stages: [String: LatencyFigure]
  /// From a commit to the compositor's asking for the next frame.
  public var answer: LatencyFigure?
  /// Only inputs whose own commit was seen count: wrong, and what an author who forgets the others would publish.
  public var survivorsOnly: LatencyFigure?
  /// Milliseconds between frames that were seen, the median of all runs; what the output claims often differs.
  public var frameInterval: Double?
  /// Milliseconds between frames as the output claims.
  public var claimedInterval: Double?
  /// The kernel's number of the compositor's clock; 1 is the monotonic one.
  public var clock: UInt32?
  /// How far a presentation may be off because clocks were converted, at most, in microseconds.
  public var clockUncertainty: Double
  /// Buffers of the surface, at most.
  public var buffers: Int
  /// How often nothing could be drawn because the compositor had all buffers.
  public var starvations: Int
  /// Commits that were read back from the screen.
  public var sightings: Int
  /// Of these, how many were there before they were sent: not one, unless the measurement is wrong.
  public var impossibleSightings: Int
  /// Reading a commit back less the compositor's word that it was seen, in milliseconds.
  public var sightingAfterWord: Quantiles?
  /// Some inputs on their way.
  public var timeline: LatencyTimeline

  /// What came of `records`; there is at least one.
  public init(_ setup: LatencySetup, _ records: [LatencyRecord], warmUp: Duration = .seconds(1)) {
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
    survivorsOnly = LatencyFigure(nanoseconds: zip(runs, records).map { $0.survivors(in: $1) })
    frameInterval = Quantiles(runs.flatMap(\.frameIntervals).map { Double($0) / 1e6 })?.median
    claimedInterval = records.lazy.compactMap(\.claimedInterval).first.map { Double($0) / 1e6 }
    clock = records.lazy.compactMap(\.clock).first
    clockUncertainty = Double(records.flatMap(\.presentations).map(\.uncertainty).max() ?? 0) / 1e3
    buffers = records.map(\.buffers).max() ?? 0
    starvations = records.reduce(0) { $0 + $1.starvations }
    sightings = records.reduce(0) { $0 + $1.sightings.count }
    impossibleSightings = runs.reduce(0) { $0 + $1.impossibleSightings }
    sightingAfterWord = Quantiles(runs.flatMap(\.sightingsAfterPresentations).map { Double($0) / 1e6 })
    timeline = LatencyTimeline(runs[0])
  }
}

extension LatencyAttribution {
  /// What remains where inputs of discarded commits are forgotten: kept to show how wrong that is.
  func survivors(in record: LatencyRecord) -> [Int64] {
    let seen = Dictionary(record.presentations.map { ($0.commit, $0.time) }) { first, _ in first }
    return inputs.compactMap { input in
      input.commit.flatMap { seen[$0] }.map { $0 - input.scheduled }
    }
  }
}

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
