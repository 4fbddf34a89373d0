import Foundation
import Offhand
import OffhandBenchmarks
import PageExamples
import Testing

/// The lines that the page `Benchmarks` shows, so that they stay true.
struct BenchmarksPageTests {
  @Test func `a recognizer of one's own is measured and judged in the page's ten lines`() throws {
    // What the page shows:
    var holds = WorkloadBuilder(name: "holds", rate: 120, seed: 1)
    for _ in 0..<20 {
      let fingers = [50.0, 70].map { x in FingerPath.still(at: Point(x: x, y: 50), landing: 0, lift: 0.6) }
      holds.add("two fingers hold", expected: "two-finger-hold", decidable: 0.3, fingers)
    }
    let mine = BenchmarkSubject(name: "mine") { bounds in Pipeline { TwoFingerHold() } }
    var benchmark = RecognizerBenchmark(subjects: [.null, .standard, mine])
    benchmark.baseline = .standard
    benchmark.workloads = [holds.workload]
    // So much of it.

    // A debug build takes its time.
    benchmark.rates = []
    benchmark.passes = 1
    benchmark.pace = nil
    let report = try benchmark.run()
    let judged = try #require(report.decisions.first { $0.pipeline == "mine" && $0.gesture == "two fingers hold" })
    #expect(judged.judged)
    #expect(judged.episodes == 20)
    #expect(judged.misses == 0)
    #expect(judged.misfires.isEmpty)
    // The deadline is served at its own moment, between two frames.
    #expect(judged.latencyMs.map { abs($0.median) < 1000 / 120 } == true)
    #expect(report.compute.contains { $0.pipeline == "mine" && $0.workload == "holds" })
    #expect(report.ratios.contains { $0.subject == "mine" && $0.baseline == "standard" })
    #expect(report.table.contains("two fingers hold"))
  }

  @Test func `the page shows the lines that are tested here`() throws {
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(here.range(of: "// What the page shows:\n"))
    let end = try #require(here.range(of: "    // So much of it.\n"))
    let lines = here[start.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(4) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let page = root.appendingPathComponent("Sources/Offhand/Offhand.docc/Benchmarks.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(lines.joined(separator: "\n")))
  }
}
