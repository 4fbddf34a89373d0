import OffhandBenchmarks
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
      compositor: "none", version: "0", outputHz: 60, policy: "immediate", input: "descriptor", inputHz: 125,
      pipeline: "null")
    let result = LatencyResult(setup, [record], warmUp: .zero)
    // Forgetting the two that were thrown away would make the median 4 ms better than it was.
    #expect(result.stages["presented"]?.p50.median == 16)
    #expect(result.survivorsOnly?.p50.median == 12)
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

  @Test func `an answer that came for a later commit answers the ones before`() {
    var record = record(inputs: 2)
    record.commits[1].answered = 25 * Self.millisecond
    #expect(latencies(record, to: .answered) == [25, 17])
    let times = LatencyAttribution(record, warmUp: .zero).answerTimes
    #expect(times == [25 * Self.millisecond - 8_900_000])
  }

  @Test func `the warm-up is fixed in time`() {
    let attribution = LatencyAttribution(record(inputs: 10), warmUp: .milliseconds(16))
    #expect(attribution.inputs.count == 8)
    #expect(attribution.inputs.first?.scheduled == 16 * Self.millisecond)
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
