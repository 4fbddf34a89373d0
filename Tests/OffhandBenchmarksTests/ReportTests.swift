import Foundation
import FoundationXML
import Testing
@testable import OffhandBenchmarks

struct TargetTests {
  private func target(_ figures: [TargetFigure]) -> Target { Target("T0", "something", unit: "ns", figures) }

  @Test func `a target is met where every figure is`() {
    let met = target([.init("a", .atMost(10), 10), .init("b", .atLeast(4), 5)])
    #expect(met.verdict == .met)
    #expect(met.worstRatio == 1)
  }

  @Test func `one figure misses it, also where another was not measured`() {
    let missed = target([.init("a", .atMost(10), 25), .init("b", .atMost(10), nil)])
    #expect(missed.verdict == .missed)
    #expect(missed.worstRatio == 2.5)
    #expect(missed.outcome == "25 / – ns")
    #expect(target([.init("a", .atLeast(40), 20)]).worstRatio == 2)
  }

  @Test func `what was not measured is not met`() {
    #expect(target([.init("a", .atMost(10), 1), .init("b", .atMost(10), nil)]).verdict == .unmeasured)
  }

  @Test func `nothing is the only thing that meets zero`() {
    #expect(target([.init("a", .atMost(0), 0)]).verdict == .met)
    #expect(target([.init("a", .atMost(0), 0.1)]).verdict == .missed)
  }

  @Test func `without results all targets are listed and none is met`() {
    let targets = BenchmarkResults().targets
    #expect(Set(targets.map(\.id)) == Set(((1...16) + [18]).map { "T\($0)" }))
    #expect(targets.allSatisfy { $0.verdict == .unmeasured })
  }

  @Test func `results are read from their files`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: [UInt8], _ name: String) throws { try Data(text).write(to: folder.appendingPathComponent(name)) }
    let program = ProgramReport(
      compositor: "sway", command: "offhand zoom", startMs: try #require(Quantiles([20, 30, 40])),
      rest: ProgramReport.Rest(ownMb: 10, fileMb: 9, buffersMb: 8, wakeups: 0, seconds: 10))
    try write(program.json(), "program.json")
    try write(
      Array(
        #"{"schema":"offhand-bench-counts","version":1,"rows":[{"name":"standard pinch2 delivered","instructions":500,"allocations":0}]}"#
          .utf8),
      "counts.json")
    var placement = PlacementReport(seed: 1, split: nil, poses: 3, strategies: ["standard"])
    let decision = PlacementReport.Figure(mean: 42, low: 41, high: .nan, count: 9)
    placement.rows = [PlacementReport.Row(row: "M21 p50", what: "", target: "", figures: ["standard": decision])]
    try write(placement.json(), "placement.json")
    let service = ServiceReport(
      compositor: "sway", beganMs: try #require(Quantiles([3])), programMs: try #require(Quantiles([2.5])),
      addedMs: try #require(Quantiles([0.5])), eventsBelow: 0)
    try write(service.json(), "service.json")
    let results = try BenchmarkResults(directory: folder.path)
    #expect(results.targets.first { $0.id == "T18" }?.outcome == "0.50 ms, 0 events")
    #expect(results.targets.first { $0.id == "T13" }?.verdict == .met)
    #expect(results.targets.first { $0.id == "T14" }?.verdict == .met)
    #expect(results.counts?.row("standard pinch2 delivered")?.instructions == 500)
    #expect(results.placement?.rows == placement.rows)
    #expect(results.targets.first { $0.id == "T12" }?.figures.first?.measured == 42)
    #expect(
      TargetTable.markdown(results).contains(
        "| T13 | wake-ups at rest | ≤ 0 a second | 0 a second | met |"))
    try write(Array("{}".utf8), "program.json")
    #expect(throws: ReportFault.self) { try BenchmarkResults(directory: folder.path) }
  }
}

struct PictureTests {
  /// A run in which every input is presented `delay` milliseconds after it was due.
  private func result(_ policy: String, delay: Int64) -> LatencyResult {
    var record = LatencyRecord()
    for index in 0..<120 {
      let due = Int64(index) * 8_000_000
      record.inputs.append(
        .init(
          scheduled: due, sent: due + 1000, woken: due + 90_000, assembled: due + 100_000, decided: due + 200_000,
          isVerdict: index == 60, commit: index + 1))
      record.commits.append(.init(number: index + 1, begun: due + 300_000, time: due + 400_000))
      record.presentations.append(.init(commit: index + 1, time: due + delay * 1_000_000))
    }
    let setup = LatencySetup(
      compositor: "<weston>", version: "10", outputHz: 60, policy: policy, input: "descriptor", inputHz: 125,
      pipeline: "standard")
    return LatencyResult(setup, [record], warmUp: .zero)
  }

  private var report: LatencyReport {
    var report = LatencyReport()
    report.results = [result("immediate", delay: 20), result("frame-callback", delay: 40)]
    return report
  }

  /// Draws what is in `folder` and returns the pictures by name.
  private func pictures(in folder: URL) throws -> [String: Data] {
    let script = Process()
    script.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    script.arguments = [root.appendingPathComponent("scripts/bench-page.py").path, folder.path]
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".svg") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  @Test func `pictures are well-formed, whatever names are in them, and none is of what was not measured`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try write(TargetTable.json(BenchmarkResults()), "targets.json")
    #expect(try pictures(in: folder).isEmpty)

    var results = BenchmarkResults()
    results.latency = report
    // An event where none is allowed: the ratio is infinite.
    results.service = ServiceReport(
      compositor: "sway", beganMs: try #require(Quantiles([3])), programMs: try #require(Quantiles([2.5])),
      addedMs: try #require(Quantiles([0.5])), eventsBelow: 1)
    var recognizers = RecognizerReport()
    recognizers.decisions = [
      RecognizerReport.Decision(
        pipeline: "mine, \"fast\"", rateHz: 120, gesture: "pinch <out>", recognizer: "r", judged: true, episodes: 20,
        misses: 3, misfires: [:], latencyMs: Quantiles([8.3]))
    ]
    try write(TargetTable.json(results), "targets.json")
    try write(String(decoding: report.json(), as: UTF8.self), "latency.json")
    try write(String(decoding: recognizers.json(), as: UTF8.self), "recognizers.json")
    let drawn = try pictures(in: folder)
    #expect(drawn.keys.sorted() == ["decisions.svg", "latency.svg", "targets.svg", "timeline.svg"])
    for picture in drawn.values { #expect(XMLParser(data: picture).parse()) }
    let texts = drawn.mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(texts["latency.svg"]?.contains("&lt;weston&gt; at 60 Hz, presented") == true)
    #expect(texts["timeline.svg"]?.contains("p50 20.0 ms") == true)
    #expect(texts["timeline.svg"]?.contains("p50 40.0 ms") == true)
    #expect(texts["decisions.svg"]?.contains("3 of 20 missed") == true)
    #expect(texts["targets.svg"]?.contains("1 events") == true)
  }
}

struct RunChangeTests {
  @Test(arguments: [
    (0.8, "faster"), (0.93, "faster"), (0.96, "no change"), (1, "no change"), (1.05, "no change"), (1.08, "slower"),
  ])
  func `a time is faster or slower where two runs of one build would not differ by as much`(
    ratio: Double, verdict: String
  ) {
    let change = RunChange(ratio, isExact: false)
    #expect(change.verdict == verdict)
    #expect(change.low < ratio && ratio < change.high)
  }

  @Test func `a figure that depends on no machine is compared exactly`() {
    #expect(RunChange(1, isExact: true).verdict == "no change")
    #expect(RunChange(0.999, isExact: true).verdict == "less")
    #expect(RunChange(1.001, isExact: true).verdict == "more")
  }
}
