import Offhand
import Testing

@Suite struct AngleTests {
  @Test func `the arc tangent undoes sine and cosine in every octant`() {
    for step in -3599...3600 {
      let radians = Double(step) / 3600 * .pi
      let turn = Angle(radians: radians)
      let back = Angle(y: turn.sine * 7, x: turn.cosine * 7)
      #expect(abs(back.radians - radians) < 1e-15 * 4, "\(step)")
    }
  }

  @Test func `infinite components give the direction of the limit`() {
    #expect(Angle(y: .infinity, x: 1).radians == .pi / 2)
    #expect(Angle(y: 1, x: -.infinity).radians == .pi)
    #expect(Angle(y: .nan, x: 1).radians.isNaN)
  }
}
