import Offhand
import Testing

@testable import OffhandService

/// The numbers by which a client's queue tells the `changed` lines of one gesture from those of another.
struct GestureNumberTests {
  private final class Owner: ZoneOwner {
    var numbers: [UInt64] = []

    func receive(_ frame: borrowing TouchFrame, on zone: Zone) {}

    func zone(_ zone: Zone, reports event: GestureEvent, touches: [Touch], ahead: Vector) {
      numbers.append(zone.gesture)
    }
  }

  /// A finger that is dragged from the left edge, from `start` milliseconds on.
  private func pull(_ zone: Zone, at start: Int64) {
    var frame = TouchFrame()
    for step in 0...40 as ClosedRange<Int64> {
      frame.timestamp = Timestamp(nanoseconds: (start + 10 * step) * 1_000_000)
      if step == 0 {
        frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 1, y: 50), landingTime: frame.timestamp))
      } else {
        frame[0].phase = step == 40 ? .ended : .moved
        frame[0].position = Point(x: 1 + Double(step), y: 50)
      }
      zone.process(frame)
      frame.settle()
    }
  }

  @Test func `every gesture has one number, and no other gesture of the zone or another zone has it`() throws {
    let geometry = SurfaceGeometry(
      size: Size(width: 200, height: 100), pixelWidth: 800, pixelHeight: 400, provenance: .output)
    let panel = Panel(id: .output(1), output: "glass", geometry: geometry)
    var configuration = ServiceConfiguration()
    configuration.edges = [ServiceConfiguration.Edge(edge: .left)]
    let site = try #require(panel.sites(of: configuration).first)
    let owner = Owner()
    var found: [[UInt64]] = []
    for number in [1, 2] as [UInt32] {
      let zone = Zone(site, on: panel, number: number, posture: .unknown, access: .exclusive, owner: owner)
      for start in [0, 10_000] as [Int64] {
        owner.numbers = []
        pull(zone, at: start)
        found.append(owner.numbers)
      }
    }
    #expect(found.allSatisfy { $0.count > 10 && Set($0).count == 1 })
    #expect(Set(found.joined()).count == 4)
  }
}
