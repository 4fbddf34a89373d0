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

  @Test func `the touches of one owner have the time and the noise of their frame`() {
    var owners = TouchOwners<Int>()
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 5))
    (frame.isLate, frame.noiseFloor) = (true, 1.5)
    for id in 1...3 as ClosedRange<UInt64> {
      owners.assign(Touch.ID(rawValue: id), to: Int(id) % 2)
      frame.append(Touch(id: Touch.ID(rawValue: id), position: Point(x: Double(id), y: 0)))
    }
    let part = owners.part(of: frame, for: 1)
    #expect(part.indices.map { part[$0].id.rawValue } == [1, 3])
    #expect(part.timestamp == frame.timestamp && part.isLate && part.noiseFloor == 1.5)
  }
}
