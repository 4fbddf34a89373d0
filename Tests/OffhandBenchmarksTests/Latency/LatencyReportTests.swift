import OffhandBenchmarks
import Testing

struct LatencyReportTests {
  private func report() -> LatencyReport {
    var record = LatencyRecord()
    for index in 0..<40 {
      let due = Int64(index) * 8_000_000
      record.inputs.append(
        .init(
          scheduled: due, sent: due, woken: due, assembled: due, decided: due, isVerdict: index == 20,
          commit: index + 1))
      record.commits.append(.init(number: index + 1, begun: due, time: due + 1000, answered: due + 9_000_000))
    }
    var report = LatencyReport()
    let setup = LatencySetup(
      compositor: "sway", version: "1.7", outputHz: 60, policy: "late-latch", input: "descriptor", inputHz: 125,
      pipeline: "standard")
    report.results = [LatencyResult(setup, [record, record], warmUp: .zero)]
    return report
  }

  @Test func `a report that is written can be read again`() throws {
    let report = report()
    let bytes = try report.json()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""schema":"offhand-bench-latency""#))
    #expect(text.contains(#""output_hz":60"#))
    let again = try LatencyReport(json: bytes, file: "x")
    #expect(try again.json() == bytes)
    #expect(again.table == report.table)
  }

  @Test func `another schema is refused with the file's name`() throws {
    let bytes = try report().json()
    #expect(throws: ReportFault.self) { try RecognizerReport(json: bytes, file: "x.json") }
    let fault = #expect(throws: ReportFault.self) { try LatencyReport(json: Array("{}".utf8), file: "y.json") }
    #expect(fault?.description == "y.json: this is no report of a benchmark")
  }

  @Test func `the timeline holds the inputs around a verdict`() throws {
    let rows = try #require(report().results.first).timeline.rows
    #expect(rows.count == 14)
    #expect(rows[4].isVerdict)
    #expect(rows[1].due == 8)
    #expect(abs((rows[1].stages["answered"] ?? 0) - 17) < 1e-9)
  }
}
