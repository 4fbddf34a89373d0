import OffhandPanel
import Testing

@Suite struct PanelLimitsTests {
  private var findings: PanelFindings {
    var findings = PanelFindings()
    findings.latency = PanelFigure(value: 30.254, error: 5)
    findings.rate = PanelFigure(value: 60, error: 1)
    (findings.deadBands, findings.ghosts) = ([PanelBand(axis: .rows, range: 3...9)], [])
    return findings
  }

  @Test func `each limit that is not kept is one line`() throws {
    let limits = try PanelLimits(values: ["latency_ms": 30, "rate_hz": 100, "dead_bands": 0, "ghosts": 0])
    #expect(
      limits.failures(of: findings) == [
        "latency_ms is 30.25; the limit is 30", "rate_hz is 60; the limit is 100", "dead_bands is 1; the limit is 0",
      ])
  }

  @Test func `limits that are kept give none`() throws {
    let limits = try PanelLimits(values: ["latency_ms": 31, "rate_hz": 60, "dead_bands": 1])
    #expect(limits.failures(of: findings).isEmpty)
  }

  @Test func `a limit of what was not measured is not kept`() throws {
    let limits = try PanelLimits(values: ["held_jitter_mm": 1, "dead_bands": 0, "ghosts": 0])
    #expect(
      limits.failures(of: PanelFindings()) == [
        "held_jitter_mm was not measured; the limit is 1", "dead_bands was not measured; the limit is 0",
        "ghosts was not measured; the limit is 0",
      ])
  }

  @Test func `fingers that came no nearer than the limit measure nothing`() throws {
    var findings = PanelFindings()
    (findings.separation, findings.isSeparationBound) = (16, true)
    #expect(
      try PanelLimits(values: ["separation_mm": 15]).failures(of: findings) == [
        "separation_mm was not measured; the limit is 15"
      ])
    #expect(try PanelLimits(values: ["separation_mm": 17]).failures(of: findings).isEmpty)
    findings.isSeparationBound = false
    #expect(
      try PanelLimits(values: ["separation_mm": 15]).failures(of: findings) == ["separation_mm is 16; the limit is 15"])
  }

  @Test func `an unknown key is named with those that there are`() {
    let fault = #expect(throws: PanelLimits.UnknownKey.self) { try PanelLimits(values: ["latency": 30]) }
    #expect(fault?.description.hasPrefix("there is no limit 'latency'; there are latency_ms, held_jitter_mm") == true)
  }
}
