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
}
