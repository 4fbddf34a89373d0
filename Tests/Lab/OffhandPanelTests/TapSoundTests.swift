import Offhand
import OffhandPanel
import OffhandTesting
import Testing

@Suite struct TapSoundTests {
  /// When the marks are tapped, 20 ms before their time stamps.
  private let taps = PanelExercise.marks.indices.map { 5.5 + 1.5 * Double($0) }

  private func glass(hearing clicks: [Double]) -> Glass {
    var glass = Glass()
    glass.survey.noteClicks(at: clicks.map { Timestamp(seconds: $0) })
    glass.tap(PanelExercise.marks) { $0 }
    return glass
  }

  private func survey(of clicks: [Double]) -> PanelSurvey { glass(hearing: clicks).survey }

  @Test(arguments: [0.0, 15, 60, 100]) func `the sounds of taps give the planted delay`(delay: Double) throws {
    for seed in 0..<30 {
      var random = SeededGenerator(seed: UInt64(seed))
      let clicks = taps.map { $0 + 0.02 - delay / 1000 - Double.random(in: 0...0.008, using: &random) }
      let latency = try #require(survey(of: clicks).findings().tapLatency)
      #expect(abs(latency.value - delay - 4) < 4 && (19..<24).contains(latency.error), "\(latency)")
      #expect(abs(latency.value - delay - 4) < latency.error)
    }
  }

  @Test func `other clicks, and taps that were not heard, change little`() throws {
    var random = SeededGenerator(seed: 7)
    let others = (0..<60).map { _ in Double.random(in: 4...27, using: &random) }
    let latency = try #require(survey(of: taps.dropLast(5) + others).findings().tapLatency)
    #expect(abs(latency.value - 20) < 4, "\(latency)")
  }

  @Test func `clicks that are no taps give no latency`() {
    for seed in 0..<30 {
      var random = SeededGenerator(seed: UInt64(seed))
      let clicks = (0..<80).map { _ in Double.random(in: 4...27, using: &random) }
      #expect(survey(of: clicks).findings().tapLatency == nil)
    }
    for rate in [5.0, 8, 12, 16] {
      var invented = 0
      for seed in 0..<60 {
        var random = SeededGenerator(seed: UInt64(seed))
        let clicks = (0..<Int(rate * 23)).map { _ in Double.random(in: 4...27, using: &random) }
        if survey(of: clicks).findings().tapLatency != nil { invented += 1 }
      }
      #expect(invented <= 6, "\(rate) clicks a second: \(invented) of 60")
    }
    #expect(survey(of: Array(taps.prefix(4))).findings().tapLatency == nil)
    #expect(survey(of: taps.map { $0 - 0.2 }).findings().tapLatency == nil, "too early")
    #expect(survey(of: taps.map { $0 + 0.03 }).findings().tapLatency == nil, "after the touch")
  }

  @Test func `the sound counts with the other ways, and takes the number away where it differs from one of them`()
    throws
  {
    var (glass, other) = (glass(hearing: taps), glass(hearing: taps))
    glass.setDot([20, 22, 24])
    let findings = glass.survey.findings()
    #expect((20...22).contains(try #require(findings.latency).value) && findings.dotLatency != nil)
    other.setDot([70, 72, 74])
    let differing = other.survey.findings()
    #expect(differing.latency == nil && differing.tapLatency != nil && differing.dotLatency != nil)
  }
}
