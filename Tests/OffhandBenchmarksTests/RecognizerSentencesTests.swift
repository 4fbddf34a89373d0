import Testing
@testable import OffhandBenchmarks

@Suite struct RecognizerSentencesTests {
  func decision(
    _ pipeline: String, _ gesture: String, late: Double?, misses: Int = 0, misfires: [String: Int] = [:]
  ) -> RecognizerReport.Decision {
    RecognizerReport.Decision(
      pipeline: pipeline, rateHz: 120, gesture: gesture, recognizer: "r", judged: true, episodes: 20, misses: misses,
      misfires: misfires, latencyMs: Quantiles(late.map { [$0] } ?? []))
  }

  @Test func `a report ends with when a pipeline decides, what it gets wrong, and how another compares`() {
    var report = RecognizerReport()
    report.decisions = [
      decision("standard", "pinch out", late: 25), decision("standard", "tap", late: 0),
      decision("standard", "pan of 1", late: 66.7), decision("mine", "pinch out", late: 8.3, misses: 3),
      decision("mine", "tap", late: 0, misfires: ["pinch": 2]), decision("mine", "turn", late: nil, misses: 20),
    ]
    #expect(
      report.table.split(separator: "\n").suffix(5) == [
        "standard decides, after a gesture could be known: pan of 1 67 ms, pinch out 25 ms, tap at once.",
        "Of 60 gestures it misses none and begins none wrongly.",
        "mine decides, after a gesture could be known: pinch out 8.3 ms, tap at once.",
        "Of 60 gestures it misses 23 (pinch out and turn) and wrongly recognizes pinch 2 times.",
        "Against standard, mine decides pinch out 17 ms earlier, and misses 3 more.",
      ])
  }

  @Test func `what a frame takes is said for the fewest and the most fingers`() throws {
    var report = RecognizerReport()
    report.decisions = [decision("standard", "tap", late: 0)]
    for workload in [Workload.drag(rate: 120), .pinch(rate: 120), .tenFingers(rate: 120)] {
      let start = ComputeStart(
        hot: [
          ComputeStart.Hot(delivery: .counted, eventsPerFrame: 1, best: Double(workload.touchCount) * 20, median: 300)
        ])
      report.compute.append(
        try #require(ComputeResult(pipeline: "standard", workload: workload, delivery: .counted, [start])))
    }
    #expect(
      report.table.split(separator: "\n").last
        == "A frame takes it 20 ns with one finger (drag1), 200 ns with up to 10 fingers (ten).")
  }

  @Test(arguments: [
    (0.71, "On ten, a is 1.41 times faster than b (0.71 to 0.71 of its time)."),
    (1.4, "On ten, a is 1.40 times slower than b (1.40 to 1.40 of its time)."),
  ])
  func `a ratio is said with its interval`(ratio: Double, sentence: String) {
    var report = RecognizerReport()
    report.ratios = [RatioInterval(subject: "a", baseline: "b", workload: "ten", ratios: [ratio, ratio])]
    #expect(report.table.split(separator: "\n").last.map(String.init) == sentence)
  }

  @Test func `a ratio whose interval holds 1 is no difference`() {
    var report = RecognizerReport()
    report.ratios = [RatioInterval(subject: "a", baseline: "b", workload: "ten", ratios: [0.98, 1, 1.05])]
    #expect(RecognizerSentences(report).lines.first?.contains("neither faster nor slower") == true)
  }
}

extension RecognizerSentencesTests {
  @Test func `decisions are exported for spreadsheets`() {
    var report = RecognizerReport()
    report.decisions = [
      decision("standard", "pinch out", late: 25), decision("mine, \"fast\"", "pinch out", late: 8.3, misses: 3),
    ]
    #expect(
      report.decisionsCSV == """
        pipeline,rate_hz,gesture,episodes,misses,misfires,p50_ms,p90_ms,max_ms
        standard,120.000,pinch out,20,0,0,25.000,,25.000
        "mine, ""fast""\",120.000,pinch out,20,3,0,8.300,,8.300

        """)
  }
}
