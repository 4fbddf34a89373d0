import Offhand
import Testing

@Suite struct RubberBandTests {
  let band = RubberBand(extent: 200)

  @Test func `gives as the formula says`() {
    #expect(abs(band.displacement(pulledBy: 100) - (1 - 1 / (100 * 0.55 / 200 + 1)) * 200) < 1e-12)
    #expect(abs(band.displacement(pulledBy: 100) - 43.137_254_9) < 1e-6)
  }

  @Test func `is odd, starts with its stiffness and never gives more than its extent`() {
    #expect(band.displacement(pulledBy: -30) == -band.displacement(pulledBy: 30))
    #expect(abs(band.displacement(pulledBy: 1e-6) / 1e-6 - 0.55) < 1e-6)
    #expect(band.displacement(pulledBy: 1e12) <= 200)
    #expect(RubberBand(extent: 0).displacement(pulledBy: 10) == 0)
  }

  @Test func `the inverse lets a finger catch it without a jump`() {
    for pull in [-300.0, -4, 0, 0.1, 60, 900] {
      #expect(abs(band.pull(displacing: band.displacement(pulledBy: pull)) - pull) < 1e-6)
      let place = band.position(for: pull, within: 0...50)
      #expect(abs(band.finger(at: place, within: 0...50) - pull) < 1e-6)
    }
  }

  @Test func `leaves the range alone and is continuous at its ends`() {
    #expect(band.position(for: 12, within: 0...50) == 12)
    #expect(abs(band.position(for: 50.000_001, within: 0...50) - 50) < 1e-6)
    #expect(band.position(for: -10, within: 0...50) < 0)
  }
}
