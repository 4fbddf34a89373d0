/// The results of a benchmark of recognizers.
public struct RecognizerReport: BenchmarkReport {
  /// The name of its file.
  public static let name = "recognizers"
  /// The version of the JSON schema.
  public static let version = 4

  /// The decisions of a pipeline on one kind of gesture.
  public struct Decision: Sendable, Encodable {
    /// The pipeline.
    public var pipeline: String
    /// Rate of touch frames, in Hz.
    public var rateHz: Double
    /// The kind of gesture.
    public var gesture: String
    /// The recognizer that is expected to recognize it.
    public var recognizer: String
    /// Whether the pipeline has that recognizer. Without it misses are not counted, but misfires are.
    public var judged: Bool
    /// The number of episodes.
    public var episodes: Int
    /// Episodes without the expected verdict.
    public var misses: Int
    /// The number of wrong verdicts by recognizer.
    public var misfires: [String: Int]
    /// Time from the moment the gesture could be known to the verdict, in ms; `nil` without a verdict.
    public var latencyMs: Quantiles?
  }

  /// The machine that measured it.
  public var machine: MachineDescription
  /// The decisions of each pipeline at each rate.
  public var decisions: [Decision] = []
  /// The cost of each pipeline on each workload.
  public var compute: [ComputeResult] = []
  /// Ratios of pipelines, or builds, measured alternately.
  public var ratios: [RatioInterval] = []

  /// An empty report.
  public init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// Adds measurements, indexed by subject and by workload.
  mutating func add(
    _ starts: [[[ComputeStart]]], of subjects: [BenchmarkSubject], against baseline: BenchmarkSubject?,
    on workloads: [Workload]
  ) {
    for (subject, starts) in zip(subjects, starts) {
      for (workload, starts) in zip(workloads, starts) {
        for delivery in EventDelivery.allCases {
          ComputeResult(pipeline: subject.name, workload: workload, delivery: delivery, starts).map {
            compute.append($0)
          }
        }
        let known = starts.filter { !$0.ratios.isEmpty }
        guard let baseline, let first = known.first else { continue }
        // Passes of one process are not independent, so a process is one pair, unless there is only one.
        let pairs = known.count == 1 ? first.ratios : known.map { RatioInterval.median($0.ratios.sorted()) }
        ratios.append(
          RatioInterval(subject: subject.name, baseline: baseline.name, workload: workload.name, ratios: pairs))
      }
    }
  }

  /// Adds the decisions of `pipeline` at `rate` Hz.
  mutating func add(_ result: DecisionResult, of pipeline: String, rate: Double) {
    for kind in result.kinds {
      decisions.append(
        Decision(
          pipeline: pipeline, rateHz: rate, gesture: kind.name, recognizer: kind.recognizer, judged: kind.isJudged,
          episodes: kind.episodes, misses: kind.misses, misfires: kind.misfires, latencyMs: Quantiles(kind.latencies)))
    }
  }
}
