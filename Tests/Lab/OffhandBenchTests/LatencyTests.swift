@testable import OffhandBench
import OffhandBenchmarks
import Synchronization
import Testing

struct LatencyAttributionTests {
  private static let millisecond: Int64 = 1_000_000

  /// Inputs every 8 ms, each in a commit of its own, 1 ms after it was due.
  private func record(inputs count: Int) -> LatencyRecord {
    var record = LatencyRecord()
    for index in 0..<count {
      let due = Int64(index) * 8 * Self.millisecond
      record.inputs.append(
        LatencyRecord.Input(
          scheduled: due, sent: due, woken: due + 100_000, assembled: due + 200_000, decided: due + 300_000,
          commit: index + 1))
      record.commits.append(LatencyRecord.Commit(number: index + 1, begun: due + 900_000, time: due + Self.millisecond))
    }
    return record
  }

  private func latencies(_ record: LatencyRecord, to stage: LatencyStage) -> [Double] {
    LatencyAttribution(record, warmUp: .zero).latencies(to: stage).map { Double($0) / 1e6 }
  }

  @Test func `what a discarded commit carried counts with the next one that is seen`() {
    var record = record(inputs: 4)
    record.discarded = 2
    record.presentations = [
      .init(commit: 2, time: 20 * Self.millisecond), .init(commit: 4, time: 40 * Self.millisecond),
    ]
    #expect(latencies(record, to: .presented) == [20, 12, 24, 16])
    let attribution = LatencyAttribution(record, warmUp: .zero)
    #expect(attribution.neverPresented == 0)
    #expect(attribution.unknown == 0)
    let setup = LatencySetup(
      compositor: "none", version: "0", outputHz: 60, policy: "immediate", inputHz: 125,
      pipeline: "null")
    let result = LatencyResult(setup, [record], warmUp: .zero)
    #expect(result.stages["presented"]?.p50.median == 16)
  }

  @Test func `an input whose commits were all thrown away was never presented, and is not left out`() {
    var record = record(inputs: 3)
    record.discarded = 1
    record.presentations = [
      .init(commit: 1, time: 10 * Self.millisecond), .init(commit: 2, time: 20 * Self.millisecond),
    ]
    let attribution = LatencyAttribution(record, warmUp: .zero)
    #expect(attribution.neverPresented == 1)
    #expect(attribution.unknown == 0)
  }

  @Test func `a compositor that says nothing leaves inputs unknown, not presented at once`() {
    let record = record(inputs: 3)
    let attribution = LatencyAttribution(record, warmUp: .zero)
    #expect(attribution.unknown == 3)
    #expect(attribution.neverPresented == 0)
    #expect(attribution.latencies(to: .presented).isEmpty)
  }

  @Test func `pixels of a later commit show an earlier input`() {
    var record = record(inputs: 3)
    record.sightings = [.init(commit: 2, time: 13 * Self.millisecond), .init(commit: 3, time: 30 * Self.millisecond)]
    #expect(latencies(record, to: .seen) == [13, 5, 14])
  }

  @Test func `pixels that were there before they were sent are impossible`() {
    var record = record(inputs: 2)
    record.sightings = [.init(commit: 1, time: 950_000), .init(commit: 2, time: 8 * Self.millisecond)]
    #expect(LatencyAttribution(record, warmUp: .zero).impossibleSightings == 1)
    record.sightings = [.init(commit: 7, time: 90 * Self.millisecond)]
    #expect(LatencyAttribution(record, warmUp: .zero).impossibleSightings == 1)
  }

  @Test func `a callback for a later commit counts for the earlier ones`() {
    var record = record(inputs: 2)
    record.commits[1].answered = 25 * Self.millisecond
    #expect(latencies(record, to: .answered) == [25, 17])
    let times = LatencyAttribution(record, warmUp: .zero).answerTimes
    #expect(times == [25 * Self.millisecond - 8_900_000])
  }

  @Test func `the frame intervals are those of presentations, or else of the compositor's requests`() {
    var record = record(inputs: 4)
    for index in record.commits.indices { record.commits[index].answered = Int64(index) * 16 * Self.millisecond }
    #expect(
      LatencyAttribution(record, warmUp: .zero).frameIntervals == Array(repeating: 16 * Self.millisecond, count: 3))
    record.presentations = (1...3).map { .init(commit: $0, time: Int64($0) * 17 * Self.millisecond) }
    #expect(
      LatencyAttribution(record, warmUp: .zero).frameIntervals == Array(repeating: 17 * Self.millisecond, count: 2))
  }

  @Test func `the warm-up is fixed in time`() {
    let attribution = LatencyAttribution(record(inputs: 10), warmUp: .milliseconds(16))
    #expect(attribution.inputs.count == 8)
    #expect(attribution.inputs.first?.scheduled == 16 * Self.millisecond)
  }

  @Test func `the curve ends where fewer than ten values lie above`() throws {
    let curve = try #require(LatencyFigure(nanoseconds: [(1...1000).map { $0 * 1_000_000 }])).curve
    let last = try #require(curve.last)
    #expect(last.percentile > 98 && last.percentile <= 99)
    #expect(curve.allSatisfy { abs($0.milliseconds - 10 * $0.percentile) < 3 })
    #expect(try #require(LatencyFigure(nanoseconds: [[5, 3]])).curve.map(\.milliseconds) == [3e-6])
  }

  @Test func `quantiles that few values allow are left out`() throws {
    let few = try #require(LatencyFigure(nanoseconds: [[Int64]](repeating: Array(1...99), count: 2)))
    #expect(few.p90 == nil)
    let some = try #require(LatencyFigure(nanoseconds: [[Int64]](repeating: Array(1...999), count: 2)))
    #expect(some.p90 != nil)
    #expect(some.p99 == nil)
    let many = try #require(LatencyFigure(nanoseconds: [Array(1...1000), Array(2...1001), Array(11...1010)]))
    #expect(many.p99?.median == 991e-6)
    #expect(many.p99?.low == 990e-6)
    #expect(many.p99?.high == 1000e-6)
    #expect(LatencyFigure(nanoseconds: [Array(1...1000), []]) == nil)
  }
}

struct LatencyReportTests {
  private func report() -> LatencyReport {
    var record = LatencyRecord()
    for index in 0..<40 {
      let due = Int64(index) * 8_000_000
      record.inputs.append(
        .init(
          scheduled: due, sent: due, woken: due, assembled: due, decided: due, commit: index + 1))
      record.commits.append(.init(number: index + 1, begun: due, time: due + 1000, answered: due + 9_000_000))
    }
    var report = LatencyReport()
    let setup = LatencySetup(
      compositor: "sway", version: "1.7", outputHz: 60, policy: "late-latch", inputHz: 125,
      pipeline: "standard")
    report.results = [LatencyResult(setup, [record, record], warmUp: .zero)]
    return report
  }

  @Test func `a report says its schema and its version, and names are in snake case`() throws {
    let text = String(decoding: try report().encoded(), as: UTF8.self)
    #expect(text.contains(#""schema":"offhand-bench-latency""#) && text.contains(#""version":3"#))
    #expect(text.contains(#""output_hz":60"#))
  }

  @Test func `the tables hold every stage of every setup`() {
    let lines = report().table.split(separator: "\n")
    #expect(lines.contains("sway (1.7) at 60 Hz, late-latch, 125 Hz of touches, ms after due"))
    #expect(lines.contains { $0.hasPrefix("committed ") } && lines.contains { $0.hasPrefix("commit to callback ") })
  }

}

struct OpenLoopGeneratorTests {
  private static let millisecond: Int64 = 1_000_000

  /// A machine whose clock only moves when somebody waits, and which comes back late.
  private final class LateClock: OpenLoopGenerator.Clock {
    var time: Int64 = 0
    let lateness: Int64

    init(lateness: Int64) { self.lateness = lateness }

    func now() -> Int64 { time }
    func wait(until moment: Int64) { time = max(time, moment) + lateness }
  }

  @Test func `a generator that is late by 3 ms shows 3 ms`() {
    let clock = LateClock(lateness: 3 * Self.millisecond)
    var record = LatencyRecord()
    OpenLoopGenerator(start: 100, offsets: (0..<200).map { $0 * 8 * Self.millisecond }).run(on: clock) { _, due, now in
      record.inputs.append(.init(scheduled: due, sent: now, woken: now, assembled: now, decided: now))
      return true
    }
    let late = LatencyAttribution(record, warmUp: .zero).latencies(to: .sent)
    #expect(late == [Int64](repeating: 3 * Self.millisecond, count: 200))
    // It is in what came after, because all is counted from the moment that was due.
    #expect(LatencyAttribution(record, warmUp: .zero).latencies(to: .decided) == late)
  }

  @Test func `inputs are due when the schedule says, however late the one before went`() {
    let clock = LateClock(lateness: 20 * Self.millisecond)
    var dues: [Int64] = []
    OpenLoopGenerator(start: 5, offsets: (0..<4).map { $0 * 10 * Self.millisecond }).run(on: clock) { _, due, _ in
      dues.append(due)
      return true
    }
    #expect(dues == [5, 10_000_005, 20_000_005, 30_000_005])
  }

  @Test func `a closed loop forgives a stall that an open loop shows`() throws {
    // A program that takes 1 ms for an input, and once stalls for 400 ms. It is called and not only told, so the generator
    // cannot send before it is done: counted from when an input was sent, the loop is closed.
    let clock = LateClock(lateness: 0)
    var open: [Double] = []
    var closed: [Double] = []
    let offsets = (0..<1000).map { $0 * 10 * Self.millisecond }
    OpenLoopGenerator(start: 0, offsets: offsets).run(on: clock) { index, due, now in
      clock.time += (index == 100 ? 400 : 1) * Self.millisecond
      open.append(Double(clock.time - due) / 1e6)
      closed.append(Double(clock.time - now) / 1e6)
      return true
    }
    let truth = try #require(Quantiles(open))
    let wrong = try #require(Quantiles(closed))
    // 400 ms of 10 s: a user who touches at any moment meets the stall in 4 of 100 cases, not in 1 of 1,000.
    #expect(try #require(truth.p99) > 300)
    #expect(wrong.p99 == 1)
    #expect(truth.maximum == 400 && wrong.maximum == 400)
  }
}
