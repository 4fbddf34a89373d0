import Offhand
import OffhandRecordings
import Testing
@testable import OffhandBench
import OffhandBenchmarks

@Suite struct PredictionBenchmarkTests {
  /// One finger on a path that is a function of the time in seconds, reported at 125 Hz for 0.8 s.
  private func recording(every interval: Double = 0.008, _ path: (Double) -> Point) -> Recording {
    var recording = Recording(source: "made", trace: "made", device: RecordedDevice())
    for number in 0...100 {
      let place = path(Double(number) * interval)
      recording.frames.append(
        RecordedFrame(
          time: Timestamp(seconds: Double(number) * interval), touches: [RecordedTouch(id: 1, x: place.x, y: place.y)]))
    }
    return recording
  }

  private func report(_ recordings: [Recording]) -> PredictionReport {
    var benchmark = PredictionBenchmark()
    for recording in recordings { benchmark.add(recording, scale: RecordingScale(recording)) }
    return benchmark.report
  }

  private func line(_ time: Double) -> Point { Point(x: 10 + 150 * time, y: 20 + 80 * time) }

  private func row(_ predictor: String, _ report: PredictionReport) throws -> PredictionReport.Row {
    try #require(report.rows.first { $0.kind == "all" && $0.predictor == predictor })
  }

  @Test func `on a line the newest sample lags, and the rules that draw a line have no error`() throws {
    let report = report([recording(line)])
    #expect(abs(try row("none", report).p50 - 170 * 0.025) < 1e-3)
    #expect(try row("none", report).p95 - row("none", report).p50 < 1e-3)
    #expect(try row("steady", report).p50 < 1e-3)
    #expect(abs(try row("resample", report).p50 - 170 * 0.021) < 1e-3)
  }

  @Test func `a finger that rests is not measured, nor where it goes after a rest`() throws {
    let resting = report([recording { self.line(min($0, 0.4)) }])
    #expect(try row("none", resting).frames < 60)
    #expect(try row("none", resting).p95 < 170 * 0.0251, "the path does not overshoot where it ends")
  }

  @Test func `the same recordings give the same bytes`() throws {
    let recordings = [recording(line), recording { Point(x: 40 + 90 * $0 * $0, y: 20 + 60 * $0) }]
    #expect(try report(recordings).encoded() == report(recordings).encoded())
  }

  @Test func `recordings on which nothing can be measured are left out`() {
    #expect(report([recording(every: 0.07, line)]).rows.isEmpty)
    #expect(report([recording { _ in Point(x: 5, y: 5) }]).rows.isEmpty)
    var empty = recording(line)
    empty.frames = []
    #expect(report([empty]).rows.isEmpty)
  }
}
