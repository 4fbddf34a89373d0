import Offhand
import OffhandPanel
import Testing

@Suite struct PanelLatencyTests {
  /// A survey of fingers that are `lag` seconds and `angle` behind the disc, in circles of these directions.
  private func survey(
    _ directions: [Bool] = [true, false], lag: Double = 0.03, angle: Double = 0, discs: Bool = false
  ) -> PanelSurvey {
    var glass = Glass()
    for clockwise in directions {
      for period in [Duration.seconds(3), .seconds(2)] {
        let circle = PanelExercise.circle(clockwise: clockwise, period: period)
        glass.exercise(circle, discs: discs) { time in
          guard let disc = circle.disc(after: .seconds(time - lag), on: Glass.size) else { return [] }
          let arm = disc - Glass.middle
          // Beside the disc, too, as fingers are.
          return [Glass.middle + Vector(angle: arm.angle + Angle(degrees: angle)) * arm.length + Vector(dx: 3, dy: 5)]
        }
      }
    }
    return glass.survey
  }

  @Test func `the lag behind the disc is the latency, with the panel's 20 ms, wherever the finger touches the disc`()
    throws
  {
    let findings = survey().findings()
    let latency = try #require(findings.circleLatency)
    #expect(abs(latency.value - 50) < 1)
    #expect(latency.error >= 15 && latency.error < 20)
    #expect(findings.latency == latency && findings.includesDisplay)
  }

  @Test func `what is presented later is followed later`() throws {
    let findings = survey(lag: 0.05, discs: true).findings()
    #expect(abs(try #require(findings.circleLatency).value - 20) < 1)
    #expect(!findings.includesDisplay)
  }

  @Test func `a glass that is turned against the picture delays one direction as much as it advances the other`() throws
  {
    #expect(abs(try #require(survey(angle: 5).findings().circleLatency).value - 50) < 1.5)
  }

  @Test func `one direction is not enough`() { #expect(survey([true]).findings().circleLatency == nil) }

  @Test func `the dot has a bar of its own, and the latency lies between both`() throws {
    var survey = survey()
    for setting in [44, 50, 47, 51, 53] { survey.noteDot(.milliseconds(setting)) }
    let findings = survey.findings()
    let dot = try #require(findings.dotLatency)
    #expect(abs(dot.value - 49) < 1e-9 && dot.error > 5 && dot.error < 10)
    #expect(abs(try #require(findings.latency).value - 49.5) < 1)
  }

  @Test func `two ways that differ by more than their bars give no number`() {
    var survey = survey()
    for setting in [98, 100, 102] { survey.noteDot(.milliseconds(setting)) }
    let findings = survey.findings()
    #expect(findings.circleLatency != nil && findings.dotLatency != nil && findings.latency == nil)
  }

  @Test func `one setting of the dot says little`() throws {
    var survey = PanelSurvey(picture: Glass.size, claimed: nil)
    survey.begin(.dot, at: .zero)
    survey.noteDot(.milliseconds(40))
    #expect(try #require(survey.findings().latency).error >= 12)
  }
}
