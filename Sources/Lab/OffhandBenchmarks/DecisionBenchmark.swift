package import Offhand

/// The decisions of a pipeline on one kind of gesture.
package struct Decisions: Sendable, Encodable {
  /// The pipeline.
  package var pipeline: String
  /// Rate of touch frames, in Hz.
  package var rateHz: Double
  /// The kind of gesture, such as `pinch out`.
  package var gesture: String
  /// The recognizer that is expected to recognize it.
  package var recognizer: String
  /// Whether the pipeline has that recognizer. Without it misses are not counted, but misfires are.
  package var judged = false
  /// The number of episodes.
  package var episodes = 0
  /// Episodes without the expected verdict.
  package var misses = 0
  /// The number of wrong verdicts by recognizer.
  package var misfires: [String: Int] = [:]
  /// Time from the moment the gesture could be known to the verdict, in ms, negative if the verdict came earlier; `nil` without one.
  package var latencyMs: Quantiles?
}

/// Measures the decision latency and accuracy of a pipeline in virtual time: exact, and the same on every machine.
///
/// Decision latency is the event time of the verdict, a beginning or a recognition, less the time from which the truth could be
/// known. A verdict in an episode that is neither expected nor tolerated is a misfire; a missing one is a miss.
package enum DecisionBenchmark {
  /// Runs `workload` through `pipeline`, which is called `name`, and judges its verdicts; by kind of gesture, ordered by name.
  package static func run(
    _ pipeline: some GesturePipeline, named name: String = "", on workload: Workload
  ) -> [Decisions] {
    var pipeline = pipeline
    var verdicts: [(recognizer: String, time: Timestamp)] = []
    func collect() {
      for event in pipeline.events where event.state == .began || event.state == .recognized {
        verdicts.append((event.name.description, event.timestamp))
      }
    }
    for frame in workload.frames {
      pipeline.process(frame)
      collect()
    }
    var left = 10_000
    while let deadline = pipeline.deadline, left > 0 {
      left -= 1
      pipeline.advance(to: deadline)
      collect()
    }
    return judge(verdicts, of: name, on: workload, recognizers: Set(pipeline.names.map(\.description)))
  }

  private static func judge(
    _ verdicts: [(recognizer: String, time: Timestamp)], of name: String, on workload: Workload,
    recognizers: Set<String>
  ) -> [Decisions] {
    var kinds: [String: (decisions: Decisions, latencies: [Double])] = [:]
    var next = 0
    let truths = workload.truths
    for (index, truth) in truths.enumerated() {
      let end = index + 1 < truths.count ? truths[index + 1].start : Timestamp(nanoseconds: .max)
      var (kind, latencies) =
        kinds[truth.kind]
        ?? (
          Decisions(
            pipeline: name, rateHz: workload.rate, gesture: truth.kind, recognizer: truth.expected,
            judged: recognizers.contains(truth.expected)), []
        )
      kind.episodes += 1
      var isFound = false
      while next < verdicts.count && verdicts[next].time < end {
        let verdict = verdicts[next]
        next += 1
        if verdict.recognizer == truth.expected && !isFound {
          isFound = true
          latencies.append(verdict.time.seconds(since: truth.decidable) * 1000)
        } else if !truth.tolerated.contains(verdict.recognizer) {
          kind.misfires[verdict.recognizer, default: 0] += 1
        }
      }
      if kind.judged && !isFound { kind.misses += 1 }
      kind.latencyMs = Quantiles(latencies)
      kinds[truth.kind] = (kind, latencies)
    }
    return kinds.values.map(\.decisions).sorted { $0.gesture < $1.gesture }
  }
}
