/// What a report of recognizers says, in sentences: how late each pipeline decides, what it gets wrong, what a frame costs, and how it
/// compares with the first.
struct RecognizerSentences {
  /// A difference of decision latency below this is none, in milliseconds: a tenth of a frame at 120 Hz.
  private static let leastDifference = 0.8

  private let report: RecognizerReport
  /// The frame rate of which it speaks, the lowest: one is enough for a summary.
  private let rate: Double

  init(_ report: RecognizerReport) {
    self.report = report
    rate = (report.decisions.map(\.rateHz) + report.compute.map(\.rateHz)).min() ?? 0
  }

  /// The sentences, a line each; empty for a report without measurements.
  var lines: [String] {
    let pipelines = self.pipelines
    guard let first = pipelines.first else { return report.ratios.map(sentence) }
    return pipelines.flatMap { [latency($0), faults($0), cost($0)].compactMap { $0 } }
      + pipelines.dropFirst().compactMap { comparison($0, with: first) } + report.ratios.map(sentence)
  }

  /// The pipelines that recognize something, in the order of the report.
  private var pipelines: [String] {
    var names: [String] = []
    for decision in report.decisions where decision.judged && !names.contains(decision.pipeline) {
      names.append(decision.pipeline)
    }
    return names
  }

  private func decisions(of pipeline: String) -> [RecognizerReport.Decision] {
    report.decisions.filter { $0.pipeline == pipeline && $0.rateHz == rate && $0.judged }
  }

  // MARK: One pipeline

  /// When it decides, from the moment at which a gesture could be known.
  private func latency(_ pipeline: String) -> String? {
    let known = decisions(of: pipeline).compactMap { decision in
      decision.latencyMs.map { (gesture: decision.gesture, time: $0.median) }
    }
    let late = known.filter { $0.time >= RecognizerSentences.leastDifference }.sorted { $0.time > $1.time }
    let prompt = known.filter { $0.time < RecognizerSentences.leastDifference }.map(\.gesture)
    var parts = late.map { "\($0.gesture) \(number($0.time)) ms" }
    if !prompt.isEmpty { parts.append("\(list(prompt)) at once") }
    return parts.isEmpty
      ? nil : "\(pipeline) decides, after a gesture could be known: \(parts.joined(separator: ", "))."
  }

  /// What it misses and what it begins wrongly.
  private func faults(_ pipeline: String) -> String? {
    let all = decisions(of: pipeline)
    guard !all.isEmpty else { return nil }
    let total = all.reduce(0) { $0 + $1.episodes }
    let missed = all.filter { $0.misses > 0 }
    let misses = missed.reduce(0) { $0 + $1.misses }
    var wrong: [String: Int] = [:]
    for decision in report.decisions where decision.pipeline == pipeline && decision.rateHz == rate {
      wrong.merge(decision.misfires, uniquingKeysWith: +)
    }
    let missing = misses == 0 ? "misses none" : "misses \(misses) (\(list(missed.map(\.gesture))))"
    let names = wrong.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) times" }
    let beginning = wrong.isEmpty ? "begins none wrongly" : "wrongly recognizes \(list(names))"
    return "Of \(total) gestures it \(missing) and \(beginning)."
  }

  /// What a frame takes.
  private func cost(_ pipeline: String) -> String? {
    let results = report.compute.filter { $0.pipeline == pipeline && $0.rateHz == rate && $0.delivery == .counted }
    guard let least = results.min(by: { $0.touches < $1.touches }),
      let most = results.max(by: { $0.touches < $1.touches })
    else { return nil }
    let one = "A frame takes it \(number(least.hotNs.median)) ns with \(fingers(least.touches)) (\(least.workload))"
    guard most.touches > least.touches else { return one + "." }
    return "\(one), \(number(most.hotNs.median)) ns with \(fingers(most.touches)) (\(most.workload))."
  }

  // MARK: Two pipelines

  /// Whether `pipeline` is later, wronger or dearer than `other`.
  private func comparison(_ pipeline: String, with other: String) -> String? {
    let (own, others) = (decisions(of: pipeline), decisions(of: other))
    var differences: [(gesture: String, time: Double)] = []
    var (misses, known) = (0, 0)
    for decision in own {
      guard let same = others.first(where: { $0.gesture == decision.gesture }) else { continue }
      known += 1
      misses += decision.misses - same.misses
      guard let time = decision.latencyMs?.median, let before = same.latencyMs?.median,
        abs(time - before) >= RecognizerSentences.leastDifference
      else { continue }
      differences.append((decision.gesture, time - before))
    }
    guard known > 0 else { return nil }
    let words = differences.sorted { abs($0.time) > abs($1.time) }.map { difference in
      "\(difference.gesture) \(number(abs(difference.time))) ms \(difference.time > 0 ? "later" : "earlier")"
    }
    let decided = words.isEmpty ? "decides as early" : "decides \(words.joined(separator: ", "))"
    let missed = misses == 0 ? "misses as many" : "misses \(abs(misses)) \(misses > 0 ? "more" : "fewer")"
    return "Against \(other), \(pipeline) \(decided), and \(missed)."
  }

  /// A ratio that was measured in turns.
  private func sentence(_ ratio: RatioInterval) -> String {
    let interval = "\(TextTable.number(ratio.low, 2)) to \(TextTable.number(ratio.high, 2))"
    if ratio.low <= 1, ratio.high >= 1 {
      return
        "On \(ratio.workload), \(ratio.subject) is neither faster nor slower than \(ratio.baseline) (\(interval) of its time)."
    }
    let isFaster = ratio.ratio < 1
    let factor = TextTable.number(isFaster ? 1 / ratio.ratio : ratio.ratio, 2)
    return
      "On \(ratio.workload), \(ratio.subject) is \(factor) times \(isFaster ? "faster" : "slower") than \(ratio.baseline) "
      + "(\(interval) of its time)."
  }

  // MARK: Words

  private func fingers(_ count: Int) -> String { count == 1 ? "one finger" : "up to \(count) fingers" }

  private func number(_ value: Double) -> String { TextTable.number(value, value < 10 ? 1 : 0) }

  private func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }
}
