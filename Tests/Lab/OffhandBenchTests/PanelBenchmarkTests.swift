import Testing
@testable import OffhandBench

@Suite struct PanelBenchmarkTests {
  @Test func `all planted faults are found, no sound panel is accused, and the figures keep their targets`() throws {
    let report = PanelBenchmark.report(seeds: 8) { true }
    #expect(report.planted == 20 && report.found == 20)
    #expect(report.sound == 20 && report.accused == 0)
    #expect(report.mistakes.isEmpty)
    #expect(report.estimates.count == 6)
    for estimate in report.estimates {
      #expect(estimate.missing == 0, "\(estimate.estimate)")
      if let target = Double(estimate.target) {
        // What a hand adds to the jitter of a moving finger cannot be told from it: the best filter for it comes to 1.4.
        let slack = estimate.estimate == "jitter moving" ? 1.5 : 1.25
        #expect(estimate.p50 <= target && estimate.p95 <= slack * target, "\(estimate.estimate) \(estimate.p95)")
      }
    }
  }

  @Test func `a benchmark that is interrupted reports what it has`() {
    let report = PanelBenchmark.report(seeds: 4) { false }
    #expect(report.estimates.isEmpty && report.sound == 0)
  }
}
