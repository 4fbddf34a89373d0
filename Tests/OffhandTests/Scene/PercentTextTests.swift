import Offhand
import Testing

@Suite struct PercentTextTests {
  @Test func `L12 halves round away from zero`() {
    #expect(PercentText.string(0.125) == "13%")
    #expect(PercentText.string(0.135) == "14%")
    #expect(PercentText.string(0.005) == "1%")
    #expect(PercentText.string(0.124) == "12%")
  }

  @Test func `L12 the original's half-even is one argument away`() {
    #expect(PercentText.string(0.125, rounding: .toNearestOrEven) == "12%")
    #expect(PercentText.string(0.005, rounding: .toNearestOrEven) == "0%")
  }

  @Test func `survives what is not a number`() {
    #expect(PercentText.string(.nan) == "–%")
    #expect(PercentText.string(.infinity) == "–%")
    #expect(PercentText.string(1) == "100%")
  }
}
