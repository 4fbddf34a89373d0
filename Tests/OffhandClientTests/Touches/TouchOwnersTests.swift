import Offhand
import OffhandClient
import Testing

struct TouchOwnersTests {
  @Test func `owners are forgotten when their touches lift`() {
    var owners = TouchOwners<Int>()
    owners.assign(Touch.ID(rawValue: 1), to: 0)
    owners.assign(Touch.ID(rawValue: 1), to: 1)
    #expect(owners[Touch.ID(rawValue: 1)] == 1)
    #expect(!owners.hasTouches(of: 0))
    owners.release(Touch.ID(rawValue: 1))
    #expect(owners[Touch.ID(rawValue: 1)] == nil)
    #expect(!owners.hasTouches(of: 1))
  }
}
