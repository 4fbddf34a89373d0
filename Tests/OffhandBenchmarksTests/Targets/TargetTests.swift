import Foundation
import OffhandBenchmarks
import Testing

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

  @Test func `without results all fourteen are there and none is met`() {
    let targets = BenchmarkResults().targets
    #expect(Set(targets.map(\.id)) == Set((1...14).map { "T\($0)" }))
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
    let results = try BenchmarkResults(directory: folder.path)
    #expect(results.targets.first { $0.id == "T13" }?.verdict == .met)
    #expect(results.targets.first { $0.id == "T14" }?.verdict == .met)
    #expect(results.counts?.row("standard pinch2 delivered")?.instructions == 500)
    #expect(results.placement?.rows == placement.rows)
    #expect(results.targets.first { $0.id == "T12" }?.figures.first?.measured == 42)
    #expect(
      TargetTable.markdown(results).contains(
        "| T13 | wake-ups while nobody touches | ≤ 0 a second | 0 a second | met |"))
    try write(Array("{}".utf8), "program.json")
    #expect(throws: ReportFault.self) { try BenchmarkResults(directory: folder.path) }
  }
}
