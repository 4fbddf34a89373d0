import OffhandBenchmarks
import Testing

struct RepeatedFigureTests {
  private func run(ratio: Double, null: Double = 1) -> BenchmarkResults {
    var results = BenchmarkResults()
    var peers = PeerReport()
    peers.add("SDL2 2.26", "gestures", on: "pinch2", nanoseconds: [10], own: [10 * ratio])
    results.peers = peers
    var recognizers = RecognizerReport()
    recognizers.ratios = [RatioInterval(subject: "null", baseline: "standard", workload: "ten", [null], [1])]
    results.recognizers = recognizers
    return results
  }

  @Test func `the deviation is that of the run furthest from the middle one`() {
    #expect(RepeatedFigure(.instructions, "a", [100, 103, 99]).deviation == 0.03)
    #expect(RepeatedFigure(.instructions, "a", [100, 102, 90]).deviation == 0.1)
    #expect(RepeatedFigure(.instructions, "a", [5, 5]).deviation == 0)
  }

  @Test func `runs are set side by side by what they measured, the null pipeline left out`() {
    let figures = RepeatedFigure.all(of: [run(ratio: 0.5), run(ratio: 0.51, null: 3), run(ratio: 0.49)])
    #expect(figures.count == 1)
    #expect(figures.first?.kind == .ratios)
    #expect(figures.first?.name == "against SDL2 2.26, gestures, pinch2")
    #expect(figures.first?.values.count == 3)
    #expect(RepeatedFigure.table(figures).contains("ratios: no run is further than 2.00 % from the middle one"))
  }

  @Test func `a run whose starts do not agree says nothing, and that is told`() {
    var torn = run(ratio: 0.5)
    torn.peers?.rows = []
    torn.peers?.add(
      "SDL2 2.26", "gestures", on: "pinch2", nanoseconds: Array(repeating: 10, count: 9),
      own: [7, 7, 7, 7, 5, 5, 5, 5, 5])
    let figures = RepeatedFigure.all(of: [run(ratio: 0.5), torn, run(ratio: 0.51)])
    #expect(figures.map(\.values) == [[0.5, 0.51]])
    #expect(figures.map(\.unsettled) == [1])
    #expect(
      RepeatedFigure.table(figures).contains(
        "ratios: no run is further than 2.00 % from the middle one; 1 are left out, because their starts do not agree"))
  }

  @Test func `what only one run has is left out`() {
    #expect(RepeatedFigure.all(of: [run(ratio: 1), BenchmarkResults()]).isEmpty)
  }
}
