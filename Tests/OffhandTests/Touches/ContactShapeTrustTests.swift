import DesignCases
import Testing

@testable import Offhand

struct ContactShapeTrustTests {
  private func trust(_ majors: [Float]) -> Bool {
    var trust = ContactShapeTrust()
    for major in majors { trust.note(major: major) }
    return trust.isEarned
  }

  @Test func `ellipses that vary as fingertips do are trusted after a while`() {
    let varied = (0..<64).map { 8 + Float($0 % 5) }
    #expect(trust(varied))
    #expect(!trust(Array(varied.dropLast())))
  }

  @Test func `a constant, a switch and nonsense are not trusted`() {
    #expect(!trust(Array(repeating: 9, count: 200)))
    #expect(!trust((0..<200).map { $0 % 2 == 0 ? 5 : 10 }))
    #expect(!trust((0..<200).map { Float($0 % 90) * 3 }))
  }

  @Test func `trust is lost where the device begins to talk nonsense`() {
    var trust = ContactShapeTrust()
    for step in 0..<4000 { trust.note(major: 8 + Float(step % 5)) }
    #expect(trust.isEarned)
    for _ in 0..<400 { trust.note(major: 255) }
    #expect(!trust.isEarned)
  }

  @Test func `trust that was earned long ago is lost soon after the device breaks`() {
    var trust = ContactShapeTrust()
    for step in 0..<100_000 { trust.note(major: 8 + Float(step % 5)) }
    for _ in 0..<400 { trust.note(major: 255) }
    #expect(!trust.isEarned)
  }

  @Test func `one size that comes again and again is no variety`() {
    #expect(!trust((0..<200).map { $0 < 2 ? 8 + Float($0) : 12 }))
  }

  /// What is trusted after landings with these shapes.
  private func trusted(_ count: Int = 60, _ shape: (Int) -> ContactShape) -> (size: Bool, orientation: Bool) {
    var shapes = LandedShapes()
    for number in 0..<count { shapes.note(shape(number)) }
    return (shapes.trustsSize, shapes.trustsOrientation)
  }

  private func shape(_ number: Int, size: Float? = nil, angle: Float? = nil, pressure: Float? = nil) -> ContactShape {
    let major = size ?? 8 + Float(number % 7)
    return ContactShape(
      major: major, minor: major * 0.7, orientationRadians: angle ?? Float(number % 9) * 0.13, pressure: pressure)
  }

  @Test func `landings of fingers tell their size and orientation, after twenty`() {
    #expect(trusted { shape($0) } == (true, true))
    #expect(trusted(19) { shape($0) } == (false, false))
  }

  @Test(.placement("64")) func `sizes that never change, that cannot be, or that are pressures tell nothing`() {
    #expect(trusted { shape($0, size: 9) } == (false, false))
    #expect(trusted { shape($0, size: $0 % 4 == 0 ? 400 : nil) } == (false, false))
    #expect(trusted { shape($0, size: $0 % 4 == 0 ? .nan : nil) } == (false, false))
    #expect(trusted { shape($0, pressure: 3 * (8 + Float($0 % 7))) } == (false, false))
    #expect(trusted { shape($0, pressure: Float($0 * 7 % 11)) } == (true, true))
    #expect(trusted(400) { shape($0, size: $0 == 0 ? .infinity : nil) } == (true, true), "one alone is no reason")
  }

  @Test(.placement("64")) func `an orientation that is only upright or across tells nothing, nor does that of circles`()
  {
    #expect(trusted { shape($0, angle: $0 % 2 == 0 ? 0 : .pi / 2) } == (true, false))
    #expect(
      trusted {
        ContactShape(major: 8 + Float($0 % 7), minor: 8 + Float($0 % 7), orientationRadians: Float($0 % 9) * 0.13)
      }
        == (true, false))
  }
}
