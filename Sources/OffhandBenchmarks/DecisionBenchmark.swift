public import Offhand

/// How late and how rightly a pipeline decided.
public struct DecisionResult: Sendable {
  /// What came of one kind of gesture.
  public struct Kind: Sendable {
    /// The kind, such as `pinch out`.
    public var name: String
    /// The recognizer that should have said so.
    public var recognizer: String
    /// Whether the pipeline has that recognizer; without it there are no misses, but there may be misfires.
    public var isJudged = false
    /// How many episodes there were.
    public var episodes = 0
    /// Verdict less the moment from which it could be known, in milliseconds; negative where it came before.
    public var latencies: [Double] = []
    /// Episodes in which the recognizer did not say so.
    public var misses = 0
    /// Wrong verdicts, by the recognizer that gave them.
    public var misfires: [String: Int] = [:]

    init(name: String, recognizer: String) {
      self.name = name
      self.recognizer = recognizer
    }
  }

  /// Every kind, in the order of names.
  public var kinds: [Kind]
}

/// Measures how late a pipeline decides, and how often wrongly: in virtual time, so exactly, on every machine the same.
///
/// Decision latency is the event time of the verdict less the moment from which the truth could be known. A verdict is a
/// beginning or a recognition. Every verdict in an episode that is neither what the fingers meant nor tolerated beside it
/// is a misfire; every missing one a miss: a fast wrong answer is no answer.
public enum DecisionBenchmark {
  /// Runs `workload` through `pipeline`.
  public static func run(_ pipeline: some GesturePipeline, on workload: Workload) -> DecisionResult {
    var pipeline = pipeline
    var verdicts: [Verdict] = []
    for frame in workload.frames {
      pipeline.process(frame)
      collect(pipeline, &verdicts)
    }
    var left = 10_000
    while let deadline = pipeline.deadline, left > 0 {
      left -= 1
      pipeline.advance(to: deadline)
      collect(pipeline, &verdicts)
    }
    return judge(verdicts, workload.truths, recognizers: Set(pipeline.names.map(\.description)))
  }

  private struct Verdict {
    var recognizer: String
    var time: Timestamp
  }

  private static func collect(_ pipeline: some GesturePipeline, _ verdicts: inout [Verdict]) {
    for event in pipeline.events where event.state == .began || event.state == .recognized {
      verdicts.append(Verdict(recognizer: event.name.description, time: event.timestamp))
    }
  }

  private static func judge(
    _ verdicts: [Verdict], _ truths: [GroundTruth], recognizers: Set<String>
  ) -> DecisionResult {
    var kinds: [String: DecisionResult.Kind] = [:]
    var next = 0
    for (index, truth) in truths.enumerated() {
      let end = index + 1 < truths.count ? truths[index + 1].start : Timestamp(nanoseconds: .max)
      var kind = kinds[truth.kind] ?? DecisionResult.Kind(name: truth.kind, recognizer: truth.expected)
      kind.isJudged = recognizers.contains(truth.expected)
      kind.episodes += 1
      var found = 0
      while next < verdicts.count && verdicts[next].time < end {
        let verdict = verdicts[next]
        next += 1
        if verdict.recognizer == truth.expected && found < truth.count {
          found += 1
          kind.latencies.append(verdict.time.seconds(since: truth.decidable) * 1000)
        } else if !truth.tolerated.contains(verdict.recognizer) {
          kind.misfires[verdict.recognizer, default: 0] += 1
        }
      }
      if kind.isJudged { kind.misses += truth.count - found }
      kinds[truth.kind] = kind
    }
    return DecisionResult(kinds: kinds.values.sorted { $0.name < $1.name })
  }
}
