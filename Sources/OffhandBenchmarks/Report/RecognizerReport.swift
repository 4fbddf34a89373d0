/// Everything a benchmark of recognizers found out, and on what.
public struct RecognizerReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-recognizers"
  /// The version of the JSON schema.
  public static let version = 3

  /// How a pipeline decided on one kind of gesture.
  public struct Decision: Sendable, Codable {
    /// The pipeline.
    public var pipeline: String
    /// Frames of touches a second.
    public var rateHz: Double
    /// The kind of gesture.
    public var gesture: String
    /// The recognizer that should have said so.
    public var recognizer: String
    /// Whether the pipeline has that recognizer; without it there are no misses, but there may be misfires.
    public var judged: Bool
    /// How many episodes there were.
    public var episodes: Int
    /// Episodes in which the recognizer did not say so.
    public var misses: Int
    /// Wrong verdicts, by the recognizer that gave them.
    public var misfires: [String: Int]
    /// Verdict less the moment from which it could be known; `nil` where there was no verdict.
    public var latencyMs: Quantiles?
  }

  /// On what it was measured.
  public var machine: MachineDescription
  /// How each pipeline decided, at each rate.
  public var decisions: [Decision] = []
  /// What each pipeline took, on each workload.
  public var compute: [ComputeResult] = []
  /// Each pipeline against another, in turns.
  public var ratios: [RatioInterval] = []

  /// A report in which nothing stands yet.
  public init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// Adds what processes found out about each of `subjects` on each of `workloads`, in this order.
  mutating func add(
    _ starts: [[[ComputeStart]]], of subjects: [BenchmarkSubject], against baseline: BenchmarkSubject?,
    on workloads: [Workload]
  ) {
    for (subject, starts) in zip(subjects, starts) {
      for (workload, starts) in zip(workloads, starts) {
        for delivery in EventDelivery.allCases {
          ComputeResult(pipeline: subject.name, workload: workload, answers: delivery, starts).map {
            compute.append($0)
          }
        }
        let known = starts.filter { !$0.ratios.isEmpty }
        guard let baseline, let first = known.first else { continue }
        // Passes of one process are not independent of one another, so a process is one pair, unless there is but one.
        let pairs = known.count == 1 ? first.ratios : known.map { RatioInterval.median($0.ratios.sorted()) }
        ratios.append(
          RatioInterval(subject: subject.name, baseline: baseline.name, workload: workload.name, ratios: pairs))
      }
    }
  }

  /// Adds how `pipeline` decided at `rate` frames a second.
  mutating func add(_ result: DecisionResult, of pipeline: String, rate: Double) {
    for kind in result.kinds {
      decisions.append(
        Decision(
          pipeline: pipeline, rateHz: rate, gesture: kind.name, recognizer: kind.recognizer, judged: kind.isJudged,
          episodes: kind.episodes, misses: kind.misses, misfires: kind.misfires, latencyMs: Quantiles(kind.latencies)))
    }
  }
}
