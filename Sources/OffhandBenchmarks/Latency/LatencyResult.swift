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
