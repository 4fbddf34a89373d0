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

  private func isWellFormed(_ xml: String) -> Bool { XMLParser(data: Data(xml.utf8)).parse() }

  @Test func `every picture is well-formed, whatever names are in it`() throws {
    let curves = try #require(LatencyCurvesPicture.svg(report))
    let timeline = try #require(LatencyTimelinePicture.svg(report))
    var results = BenchmarkResults()
    results.latency = report
    var peers = PeerReport()
    peers.add("SDL2 <2>", "gestures", on: "pinch2", nanoseconds: [10], own: [5])
    results.peers = peers
    for picture in [curves, timeline, try #require(TargetsPicture.svg(results))] { #expect(isWellFormed(picture)) }
    #expect(curves.contains("&lt;weston&gt; at 60 Hz, presented"))
    #expect(timeline.contains("p50 20.0 ms") && timeline.contains("p50 40.0 ms"))
    #expect(ReportPage.html(results).contains("<figure>"))
    #expect(ReportPage.pictures(results).map(\.name) == ["targets.svg", "latency.svg", "timeline.svg"])
  }

  @Test func `without results there is no picture of latency`() {
    #expect(LatencyCurvesPicture.svg(LatencyReport()) == nil)
    #expect(LatencyTimelinePicture.svg(LatencyReport()) == nil)
    #expect(ReportPage.pictures(BenchmarkResults()).isEmpty)
  }

  @Test(arguments: [(7.3, 8.0, 9), (152, 160, 9), (0.9, 1.0, 6), (1000, 1000, 6), (3, 3, 7)])
  func `an axis ends at a round number and has few ticks`(highest: Double, end: Double, ticks: Int) {
    let axis = PictureAxis(from: 0, to: 100, maximum: highest)
    #expect(abs(axis.maximum - end) < 1e-9)
    #expect(axis.ticks.count == ticks)
    #expect(axis.pixel(0) == 0)
    #expect(axis.pixel(axis.maximum) == 100)
    #expect(axis.pixel(axis.maximum * 2) == 100)
  }

  @Test func `numbers at an axis have equally many digits`() {
    let axis = PictureAxis(from: 0, to: 100, maximum: 2.4)
    #expect(axis.ticks.map(axis.label) == ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"])
    let whole = PictureAxis(from: 0, to: 100, maximum: 60)
    #expect(whole.ticks.map(whole.label) == ["0", "10", "20", "30", "40", "50", "60"])
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
