import OffhandRecordings

/// Everything a benchmark of recognizers found out, and on what.
public struct RecognizerReport: Sendable {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-recognizers"
  /// The version of the JSON schema: higher where a reader of an older one would misread.
  public static let version = 1

  /// On what it was measured.
  public var machine = MachineDescription()
  /// How each subject decided, at each rate.
  public var decisions: [(subject: String, rate: Double, result: DecisionResult)] = []
  /// What each subject took, on each workload.
  public var compute: [ComputeResult] = []
  /// Each subject against the baseline.
  public var ratios: [RatioInterval] = []

  /// A report in which nothing stands yet.
  public init() {}

  /// The report as one JSON object on one line; Sources/Offhand/Offhand.docc/Benchmarks.md says what each field means.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("schema", RecognizerReport.schema)
      writer.field("version", Double(RecognizerReport.version))
      writer.key("machine")
      write(machine, to: &writer)
      writer.key("decision")
      writer.array { writer in
        for (subject, rate, result) in decisions {
          for kind in result.kinds { write(kind, subject, rate, to: &writer) }
        }
      }
      writer.key("compute")
      writer.array { writer in for result in compute { write(result, to: &writer) } }
      writer.key("ratio")
      writer.array { writer in for ratio in ratios { write(ratio, to: &writer) } }
    }
    writer.endLine()
    return writer.bytes
  }

  private func write(_ machine: MachineDescription, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("processor", machine.processor)
      writer.field("processors", Double(machine.processors))
      writer.field("system", machine.system)
      writer.field("build", machine.build)
      writer.field("load", machine.load)
      writer.field("unix_time", Double(machine.time))
      writer.field("clock_cost_ns", Double(machine.clockCost))
    }
  }

  private func write(
    _ kind: DecisionResult.Kind, _ subject: String, _ rate: Double, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.field("pipeline", subject)
      writer.field("rate_hz", rate)
      writer.field("gesture", kind.name)
      writer.field("recognizer", kind.recognizer)
      writer.key("judged")
      writer.value(kind.isJudged)
      writer.field("episodes", Double(kind.episodes))
      writer.field("misses", Double(kind.misses))
      writer.key("misfires")
      writer.value(kind.misfires.mapValues { JSONValue.number(Double($0)) })
      writer.quantiles("latency_ms", Quantiles(kind.latencies))
    }
  }

  private func write(_ result: ComputeResult, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("pipeline", result.subject)
      writer.field("workload", result.workload)
      writer.field("rate_hz", result.rate)
      writer.field("touches", Double(result.touches))
      writer.field("answers", result.delivery.rawValue)
      writer.field("frames", Double(result.frames))
      writer.field("answers_per_frame", result.answersPerFrame)
      writer.quantiles("hot_ns", result.hot)
      writer.quantiles("paced_ns", result.paced)
    }
  }

  private func write(_ ratio: RatioInterval, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("pipeline", ratio.subject)
      writer.field("baseline", ratio.baseline)
      writer.field("workload", ratio.workload)
      writer.field("ratio", ratio.ratio)
      writer.field("low", ratio.low)
      writer.field("high", ratio.high)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  fileprivate mutating func field(_ name: String, _ number: Double) {
    key(name)
    value(number, roundedTo: 6)
  }

  /// A spread of values; those that their number does not allow to give are `null`.
  fileprivate mutating func quantiles(_ name: String, _ quantiles: Quantiles?) {
    key(name)
    guard let quantiles else { return null() }
    object { writer in
      writer.field("n", Double(quantiles.count))
      writer.field("min", quantiles.minimum)
      writer.field("p50", quantiles.median)
      for (name, value) in [("p90", quantiles.p90), ("p99", quantiles.p99), ("p999", quantiles.p999)] {
        writer.key(name)
        if let value { writer.value(value, roundedTo: 6) } else { writer.null() }
      }
      writer.field("max", quantiles.maximum)
    }
  }
}
