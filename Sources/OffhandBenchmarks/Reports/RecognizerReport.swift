/// The results of a benchmark of recognizers.
public struct RecognizerReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-recognizers"
  /// The version of the JSON schema.
  public static let version = 3

  /// The decisions of a pipeline on one kind of gesture.
  public struct Decision: Sendable, Codable {
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

  /// The cost per frame, hot and paced, and the latency of verdicts.
  public var figures: [ReportFigure] {
    let costs = compute.flatMap { result in
      let name = "\(result.pipeline) \(result.workload) \(Int(result.rateHz)) Hz \(result.delivery.rawValue)"
      let paced = result.pacedNs.map { [ReportFigure("\(name), paced ns", $0.median)] } ?? []
      return [ReportFigure("\(name), hot ns", result.hotNs.median)] + paced
    }
    let verdicts = decisions.compactMap { decision in
      decision.latencyMs.map {
        ReportFigure("\(decision.pipeline) \(decision.gesture) \(Int(decision.rateHz)) Hz, decided ms", $0.median)
      }
    }
    return costs + verdicts
  }
}

extension RecognizerReport {
  /// The report as text tables, and what they say in sentences.
  public var table: String {
    var text = machine.line
    if !decisions.isEmpty { text += "\n" + decisionTable }
    if !compute.isEmpty { text += "\n" + computeTable }
    if !ratios.isEmpty { text += "\n" + TextTable.ratios(ratios) }
    let sentences = RecognizerSentences(self).lines
    if !sentences.isEmpty { text += "\n" + sentences.map { $0 + "\n" }.joined() }
    return text
  }

  private var decisionTable: String {
    var rows = [["decisions", "Hz", "gesture", "n", "missed", "p50 ms", "max ms", "wrongly"]]
    for decision in decisions where decision.judged || !decision.misfires.isEmpty {
      let wrong = decision.misfires.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      rows.append([
        decision.pipeline, TextTable.number(decision.rateHz, 0), decision.gesture, "\(decision.episodes)",
        decision.judged ? "\(decision.misses)" : "-", cell(decision.latencyMs?.median, 1),
        cell(decision.latencyMs?.maximum, 1), wrong.isEmpty ? "-" : wrong.joined(separator: ", "),
      ])
    }
    return TextTable.aligned(rows, words: [2])
  }

  private var computeTable: String {
    var rows = [
      [
        "ns a frame", "Hz", "workload", "fingers", "events", "hot", "of starts", "p50", "paced p50", "p99", "cold p50",
        "p99",
      ]
    ]
    for result in compute {
      rows.append([
        result.pipeline, TextTable.number(result.rateHz, 0), result.workload, "\(result.touches)",
        result.delivery.rawValue,
        TextTable.number(result.hotNs.median, 1), spread(result.hotNs), TextTable.number(result.hotMedianNs.median, 1),
        cell(result.pacedNs?.median, 0), cell(result.pacedNs?.p99, 0), cell(result.coldNs?.median, 0),
        cell(result.coldNs?.p99, 0),
      ])
      guard let byTouches = result.pacedNsByTouches, byTouches.count > 1 else { continue }
      for (touches, quantiles) in byTouches.sorted(by: { $0.key < $1.key }) {
        rows.append([
          "", "", "", "\(touches)", "", "", "", "", cell(quantiles.median, 0), cell(quantiles.p99, 0), "", "",
        ])
      }
    }
    return TextTable.aligned(rows, words: [2])
  }

  private func spread(_ figure: AcrossRuns) -> String {
    "\(TextTable.number(figure.low, 1))–\(TextTable.number(figure.high, 1))"
  }

  private func cell(_ value: Double?, _ digits: Int) -> String { value.map { TextTable.number($0, digits) } ?? "-" }
}
