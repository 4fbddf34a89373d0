import Offhand
import OffhandRecordings
import Testing
@testable import OffhandBench
import OffhandBenchmarks

@Suite struct PredictionBenchmarkTests {
  /// One finger on a path that is a function of the time in seconds, reported at 125 Hz for 0.8 s.
  private func recording(_ label: String, _ path: (Double) -> Point) -> Recording {
    var recording = Recording(source: "made", trace: label, device: RecordedDevice())
    recording.truth["gesture"] = .string(label)
    for number in 0...100 {
      let time = Double(number) * 0.008
      let place = path(time)
      recording.frames.append(
        RecordedFrame(time: Timestamp(seconds: time), touches: [RecordedTouch(id: 1, x: place.x, y: place.y)]))
    }
    return recording
  }

  private func report(_ recordings: [Recording]) -> PredictionReport {
    var benchmark = PredictionBenchmark()
    for recording in recordings { benchmark.add(recording, scale: RecordingScale(recording)) }
    return benchmark.report
  }

  private func line(_ time: Double) -> Point { Point(x: 10 + 150 * time, y: 20 + 80 * time) }

  @Test func `on a line the newest sample lags, and the rules that draw a line have no error`() throws {
    let report = report([recording("line", line)])
    func row(_ predictor: String) throws -> PredictionReport.Row {
      try #require(report.rows.first { $0.kind == "all" && $0.predictor == predictor && $0.horizonMs == 25 })
    }
    let none = try row("none")
    #expect(abs(none.p50 - 170 * 0.025) < 1e-3 && abs(none.p95 - none.p50) < 1e-3)
    #expect(abs(try #require(none.lag) - none.p50) < 1e-3)
    #expect(try row("line").p95 < 1e-3)
    #expect(try row("steady").p50 < 1e-3)
    #expect(try row("steady").within > 0.9)
    #expect(abs(try row("resample").p50 - 170 * 0.021) < 1e-3)
    #expect(try #require(row("steady").cutP50) > 0.99)
  }

  @Test func `on a panel that senses late the picture lags by that, until the prediction knows it`() throws {
    let report = report([recording("line", line)])
    func row(_ predictor: String, at horizon: Double = 16) throws -> PredictionReport.Row {
      try #require(
        report.rows.first {
          $0.kind == "all, 20 ms of sensing" && $0.predictor == predictor && $0.horizonMs == horizon
        })
    }
    #expect(abs(try row("none").p50 - 170 * 0.036) < 1e-3)
    #expect(abs(try row("steady").p50 - 170 * 0.020) < 1e-3)
    #expect(try row("steady, corrected").p50 < 1e-3)
    // 45 ms, of which 40 are predicted.
    #expect(abs(try row("steady, corrected", at: 25).p50 - 170 * 0.005) < 1e-3)
  }

  @Test func `a finger that stops is an event, and the rule of the last two samples overshoots it`() throws {
    let report = report([recording("stop") { self.line(min($0, 0.4)) }])
    func stop(_ predictor: String) throws -> PredictionReport.EventRow {
      try #require(report.events.first { $0.kind == "all" && $0.predictor == predictor && $0.event == "stop" })
    }
    #expect(try stop("none").count == 1)
    #expect(try stop("none").p95 < 1e-3)
    #expect(try stop("line").p95 > 4)
  }

  @Test func `the path leads through its samples without an overshoot`() throws {
    let touch = Touch(id: Touch.ID(rawValue: 1), position: .origin)
    let places = [(0, 10.0), (8, 11), (16, 14), (24, 14), (90, 20), (98, 21)]
    let frames = places.map { time, x in
      var frame = TouchFrame(timestamp: Timestamp(nanoseconds: Int64(time) * 1_000_000))
      frame.append(touch)
      frame[0].position = Point(x: x, y: 5)
      return frame
    }
    let path = try #require(RecordedPath.all(of: frames).first)
    for (time, x) in places { #expect(path.position(at: Int64(time) * 1_000_000) == Point(x: x, y: 5)) }
    var last = 10.0
    for time in 0...98 {
      let x = path.position(at: Int64(time) * 1_000_000).x
      #expect(x >= last - 1e-12 && x <= 21)
      last = x
    }
    // A pause of over 50 ms is a rest until one interval before its end.
    #expect(path.position(at: 80_000_000).x == 14)
  }

  @Test func `the same recordings give the same bytes`() throws {
    let recordings = [recording("line", line), recording("arc") { Point(x: 40 + 90 * $0 * $0, y: 20 + 60 * $0) }]
    #expect(try report(recordings).encoded() == report(recordings).encoded())
  }

  @Test func `recordings on which nothing can be measured are left out`() {
    let slow = (0..<20).map { number in
      RecordedFrame(
        time: Timestamp(seconds: Double(number) * 0.07), touches: [RecordedTouch(id: 1, x: 3 * Double(number), y: 5)])
    }
    var recording = Recording(source: "made", trace: "slow", device: RecordedDevice())
    recording.frames = slow
    #expect(report([recording]).rows.isEmpty)
    recording.frames = []
    #expect(report([recording]).rows.isEmpty)
  }
}
