import Foundation
import FoundationXML
import Testing

@testable import OffhandBenchmarks

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
    for picture in [curves, timeline, TargetsPicture.svg(results)] { #expect(isWellFormed(picture)) }
    #expect(curves.contains("&lt;weston&gt; at 60 Hz, presented"))
    #expect(timeline.contains("p50 20.0 ms") && timeline.contains("p50 40.0 ms"))
    #expect(ReportPage.html(results).contains("<figure>"))
    #expect(ReportPage.pictures(results).map(\.name) == ["targets.svg", "latency.svg", "timeline.svg"])
  }

  @Test func `without results there is no picture of latency`() {
    #expect(LatencyCurvesPicture.svg(LatencyReport()) == nil)
    #expect(LatencyTimelinePicture.svg(LatencyReport()) == nil)
    #expect(ReportPage.pictures(BenchmarkResults()).map(\.name) == ["targets.svg"])
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
