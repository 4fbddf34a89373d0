package import Offhand

/// The decision latency and accuracy of a pipeline.
package struct DecisionResult: Sendable {
  /// The decisions on one kind of gesture.
  package struct Kind: Sendable {
    /// The kind, such as `pinch out`.
    package var name: String
    /// The recognizer that is expected to recognize it.
    package var recognizer: String
    /// Whether the pipeline has that recognizer. Without it misses are not counted, but misfires are.
    package var isJudged = false
    /// The number of episodes.
    package var episodes = 0
    /// Time from the moment the gesture could be known to the verdict, in ms; negative if the verdict came earlier.
    package var latencies: [Double] = []
    /// Episodes without the expected verdict.
    package var misses = 0
    /// The number of wrong verdicts by recognizer.
    package var misfires: [String: Int] = [:]

    init(name: String, recognizer: String) {
      self.name = name
      self.recognizer = recognizer
    }
  }

  /// The kinds, ordered by name.
  package var kinds: [Kind]
}

/// Measures the decision latency and accuracy of a pipeline in virtual time: exact, and the same on every machine.
///
/// Decision latency is the event time of the verdict, a beginning or a recognition, less the time from which the truth could be
/// known. A verdict in an episode that is neither expected nor tolerated is a misfire; a missing one is a miss.
package enum DecisionBenchmark {
  /// Runs `workload` through `pipeline` and judges its verdicts.
  package static func run(_ pipeline: some GesturePipeline, on workload: Workload) -> DecisionResult {
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
