import Offhand
import Testing

@testable import OffhandPanel

@Suite struct PanelLatencyTests {
  @Test func `each of three ways counts by its bar, in whatever order`() throws {
    let figures = [10, 10, 40].map { PanelFigure(value: $0, error: 20) }
    #expect(abs(try #require(PanelLatency.combined(figures)).value - 20) < 1e-9)
    let narrow = [PanelFigure(value: 10, error: 10), PanelFigure(value: 20, error: 5)]
    #expect(abs(try #require(PanelLatency.combined(narrow)).value - 18) < 1e-9)
    #expect(PanelLatency.combined(narrow + [PanelFigure(value: 60, error: 5)]) == nil)
    #expect(PanelLatency.combined([]) == nil)
  }

  /// A glass with fingers that are `lag` seconds and `angle` behind the disc, in circles of these directions.
  private func glass(
    _ directions: [Bool] = [true, false], lag: Double = 0.03, angle: Double = 0, late: Double? = 0
  ) -> Glass {
    var glass = Glass()
    for clockwise in directions {
      for period in [Duration.seconds(3), .seconds(2)] {
        let circle = PanelExercise.circle(clockwise: clockwise, period: period)
        glass.exercise(circle, late: late) { time in
          guard let disc = circle.disc(after: .seconds(time - lag), on: Glass.size) else { return [] }
          let arm = disc - Glass.middle
          // Beside the disc, too, as fingers are.
          return [Glass.middle + Vector(angle: arm.angle + Angle(degrees: angle)) * arm.length + Vector(dx: 3, dy: 5)]
        }
      }
    }
    return glass
  }

  @Test func `the lag behind the disc is the latency, with the panel's 20 ms, wherever the finger touches the disc`()
    throws
  {
    let findings = glass().survey.findings()
    let latency = try #require(findings.circleLatency)
    #expect(abs(latency.value - 50) < 1)
    #expect(latency.error >= 15 && latency.error < 20)
    #expect(findings.latency == latency && findings.isSeen)
  }

  @Test func `what is presented later is followed later`() throws {
    let findings = glass(lag: 0.05, late: 0.05).survey.findings()
    #expect(abs(try #require(findings.circleLatency).value - 20) < 1)
    #expect(abs(try #require(glass(late: -0.01).survey.findings().circleLatency).value - 60) < 1)
  }

  @Test func `a glass that is turned against the picture delays one direction as much as it advances the other`() throws
  {
    #expect(abs(try #require(glass(angle: 5).survey.findings().circleLatency).value - 50) < 1.5)
  }

  @Test func `one direction is not enough`() { #expect(glass([true]).survey.findings().circleLatency == nil) }

  @Test func `the dot has a bar of its own, and the latency lies between both`() throws {
    var glass = glass()
    glass.setDot([44, 50, 47, 51, 53])
    let findings = glass.survey.findings()
    let dot = try #require(findings.dotLatency)
    #expect(abs(dot.value - 49) < 0.5 && dot.error > 4 && dot.error < 8)
    #expect(
      (dot.value...(dot.value + 0.5)).contains(try #require(findings.latency).value), "the bar of the circle is longer")
  }

  @Test func `two ways that differ by more than their bars give no number`() {
    var glass = glass()
    glass.setDot([98, 100, 102])
    let findings = glass.survey.findings()
    #expect(findings.circleLatency != nil && findings.dotLatency != nil && findings.latency == nil)
  }

  @Test(arguments: [([40.0], 12.0), ([0.0, 80.0], 40.0)] as [([Double], Double)])
  func `one setting of the dot says little, and two that differ no more than both`(latencies: [Double], error: Double)
    throws
  {
    var glass = Glass()
    glass.setDot(latencies)
    let latency = try #require(glass.survey.findings().latency)
    #expect(abs(latency.value - 40) < 0.5 && latency.error >= error)
  }

  @Test func `a dot counts by where it was drawn, when it was seen, and not without a finger`() throws {
    var glass = Glass()
    glass.setDot([40, 40], late: 0.03)
    #expect(abs(try #require(glass.survey.findings().dotLatency).value - 10) < 0.5)
    glass = Glass()
    glass.exercise(.dot, dot: { _ in Glass.middle }, { _ in [] })
    glass.survey.noteDot(from: Timestamp(seconds: 6), to: Timestamp(seconds: 8))
    #expect(glass.survey.findings().dotLatency == nil)
  }

  @Test func `without the times at which pictures are seen there is no latency`() {
    var glass = Glass()
    let circles = [true, false].map { PanelExercise.circle(clockwise: $0, period: .seconds(2)) }
    for circle in circles { glass.exercise(circle, late: nil) { [circle.disc(after: .seconds($0), on: Glass.size)] } }
    glass.setDot([40], late: nil)
    let findings = glass.survey.findings()
    #expect(findings.circleLatency == nil && findings.dotLatency == nil && findings.latency == nil && !findings.isSeen)
  }
}
