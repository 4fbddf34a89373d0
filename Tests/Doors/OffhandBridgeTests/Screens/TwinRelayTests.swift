import Offhand
import OffhandService
import Testing

@testable import OffhandBridge

/// What the twin of a touch screen is told, and what programs then receive.
struct TwinRelayTests {
  private static let nothing = HoldRule([])

  static let threeFingers = rule(3)

  static func rule(_ fingers: Int...) -> HoldRule { HoldRule(fingers.map(swipe)) }

  static func swipe(_ fingers: Int) -> ServiceConfiguration.ListenedGesture {
    var swipe = ServiceConfiguration.ListenedGesture(.swipe, fingers: fingers)
    swipe.exclusive = true
    return swipe
  }

  @Test(arguments: RelayMode.allCases, [false, true])
  func `touches that nothing takes pass event by event`(way: RelayMode, takesLate: Bool) {
    var glass = GlassModel(way, TwinRelayTests.nothing)
    glass.takesLate = takesLate
    glass.land(0, 10, 10)
    glass.say(0, EvdevCode.touchMajor, 70)
    glass.stamp(1000)
    glass.end()
    glass.move(0, 20, 10)
    glass.land(1, 40, 40)
    glass.end()
    glass.move(1, 41, 40)
    glass.move(0, 21, 11)
    glass.end()
    glass.lift(0)
    glass.end()
    glass.lift(1)
    glass.end()
    glass.land(0, 5, 5)
    glass.end()
    glass.lift(0)
    glass.end()
    #expect(glass.twin.events == glass.said)
  }

  @Test func `a report that only moves what programs have is passed on before frames are made of it`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.takesLate = true
    func isPassed(_ report: (inout GlassModel) -> Void) -> Bool {
      report(&glass)
      glass.end()
      return glass.isPassed
    }
    #expect(!isPassed { $0.land(0, 10, 10) })
    #expect(isPassed { $0.move(0, 11, 10) })
    #expect(
      !isPassed {
        $0.move(0, 12, 10)
        $0.land(1, 40, 40)
      })
    #expect(isPassed { $0.move(1, 41, 40) })
    #expect(!isPassed { $0.becomePalm(1) })
    #expect(!isPassed { $0.lift(1) })
    glass.takes = { $0.map(\.id) }
    #expect(isPassed { $0.move(0, 13, 10) })
    #expect(!isPassed { $0.move(0, 14, 10) })
    #expect(!isPassed { $0.lift(0) })
  }

  @Test func `nothing is passed on ahead while touches are held`() {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    glass.takesLate = true
    glass.land(0, 10, 10)
    glass.end()
    glass.move(0, 10.5, 10)
    glass.end()
    #expect(!glass.isPassed && glass.twin.takeReports().isEmpty)
  }

  @Test func `touches that are taken after their motion become palms after it`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.takesLate = true
    for slot in 0..<2 { glass.land(slot, 10 + 20 * Double(slot), 10) }
    glass.end()
    _ = glass.twin.takeReports()
    glass.takes = { $0.prefix(1).map(\.id) }
    glass.move(0, 10, 30)
    glass.end()
    #expect(
      glass.twin.takeReports() == [
        .motion(slot: 0, x: 1000, y: 3000), .cancel(slot: 0), .cancel(slot: 1), .down(slot: 1, x: 3000, y: 1000),
      ])
  }

  @Test func `taken touches become palms in one report, and nothing more is heard of them`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    for slot in 0..<3 { glass.land(slot, 10 + 20 * Double(slot), 10) }
    glass.end()
    _ = glass.twin.takeReports()
    glass.takes = { $0.map(\.id) }
    for slot in 0..<3 { glass.move(slot, 10 + 20 * Double(slot), 30) }
    glass.end()
    #expect(glass.twin.takeReports() == [.cancel(slot: 0), .cancel(slot: 1), .cancel(slot: 2)])
    glass.takes = { _ in [] }
    for slot in 0..<3 { glass.move(slot, 10 + 20 * Double(slot), 50) }
    glass.end()
    for slot in 0..<3 { glass.lift(slot) }
    glass.end()
    #expect(glass.twin.reports.isEmpty && glass.twin.touched.isEmpty && !glass.twin.isButtonDown)
    glass.land(0, 5, 5)
    glass.end()
    #expect(glass.twin.takeReports() == [.down(slot: 0, x: 500, y: 500)])
  }

  @Test func `a finger beside taken ones is cancelled with them, and lands again`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.land(0, 10, 10)
    glass.land(1, 30, 10)
    glass.end()
    _ = glass.twin.takeReports()
    glass.takes = { $0.filter { $0.slot == 0 }.map(\.id) }
    glass.move(1, 31, 10)
    glass.end()
    #expect(
      glass.twin.takeReports() == [.cancel(slot: 0), .cancel(slot: 1), .down(slot: 1, x: 3100, y: 1000)])
    glass.takes = { _ in [] }
    glass.move(0, 40, 40)
    glass.move(1, 32, 10)
    glass.end()
    glass.lift(1)
    glass.end()
    #expect(glass.twin.takeReports() == [.motion(slot: 1, x: 3200, y: 1000), .up(slot: 1)])
  }

  @Test func `in hold a finger is held for 60 ms, then it lands where it landed`() {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    glass.land(0, 10, 10)
    glass.end()
    glass.move(0, 11, 10)
    glass.end()
    glass.wait(54)
    #expect(glass.twin.events.isEmpty)
    glass.wait(1)
    #expect(glass.twin.takeReports() == [.down(slot: 0, x: 1000, y: 1000), .motion(slot: 0, x: 1100, y: 1000)])
    glass.move(0, 30, 10)
    glass.end()
    glass.lift(0)
    glass.end()
    #expect(glass.twin.events == glass.said)
  }

  @Test func `in hold a finger is held until it has moved 2 mm`() {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    glass.land(0, 10, 10)
    glass.end()
    glass.move(0, 11.9, 10)
    glass.end()
    #expect(glass.twin.reports.isEmpty)
    glass.move(0, 12, 10)
    glass.end()
    #expect(glass.twin.reports.count == 3)
  }

  @Test func `in hold a tap leaves whole with its lift`() {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    glass.land(0, 10, 10)
    glass.end()
    #expect(glass.twin.reports.isEmpty)
    glass.lift(0)
    glass.end()
    #expect(glass.twin.takeReports() == [.down(slot: 0, x: 1000, y: 1000), .up(slot: 0)])
    #expect(glass.twin.events == glass.said)
  }

  @Test func `in hold without a gesture of several fingers nothing is held`() {
    var glass = GlassModel(.hold, TwinRelayTests.rule(1))
    glass.land(0, 10, 10)
    glass.end()
    #expect(glass.twin.reports.count == 1)
  }

  @Test(arguments: [(2, 60), (3, 60), (4, 0)])
  func `in hold several fingers are held for 60 ms more if a gesture may take them`(fingers: Int, milliseconds: Int) {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    glass.land(0, 10, 10)
    glass.end()
    glass.wait(50)
    for slot in 1..<fingers { glass.land(slot, 10 + 20 * Double(slot), 10) }
    glass.end(after: 5)
    if milliseconds > 0 {
      glass.wait(milliseconds - 1)
      #expect(glass.twin.reports.isEmpty)
      glass.wait(1)
    }
    #expect(glass.twin.reports.count == fingers)
  }

  @Test(arguments: RelayMode.allCases)
  func `for a pointer two fingers are held also where they could be taken back, and one of them for 60 ms`(
    way: RelayMode
  ) {
    var glass = GlassModel(way, HoldRule([], pointer: [.wheel]))
    glass.land(0, 10, 10)
    glass.land(1, 40, 40)
    glass.end()
    glass.wait(400)
    glass.lift(1)
    glass.end()
    glass.wait(50)
    #expect(glass.twin.takeReports().isEmpty)
    glass.wait(10)
    #expect(glass.twin.takeReports().count == 3 && glass.twin.touched == [0])
  }

  @Test func `in hold delivered fingers that a gesture takes lift where they are`() {
    var glass = GlassModel(.hold, TwinRelayTests.threeFingers)
    for slot in 0..<3 { glass.land(slot, 10 + 20 * Double(slot), 10) }
    glass.end()
    glass.wait(100)
    _ = glass.twin.takeReports()
    glass.takes = { $0.map(\.id) }
    for slot in 0..<3 { glass.move(slot, 10 + 20 * Double(slot), 30) }
    glass.end()
    #expect(glass.twin.takeReports() == [.up(slot: 0), .up(slot: 1), .up(slot: 2)])
    #expect(!glass.twin.sawPalm)
  }

  @Test(arguments: RelayMode.allCases)
  func `a finger that the device calls a palm ends`(way: RelayMode) {
    var glass = GlassModel(way, TwinRelayTests.nothing)
    glass.land(0, 10, 10)
    glass.end()
    _ = glass.twin.takeReports()
    glass.becomePalm(0)
    glass.end()
    #expect(glass.twin.takeReports() == [way == .hold ? .up(slot: 0) : .cancel(slot: 0)])
    glass.lift(0)
    glass.end()
    glass.becomePalm(0, false)
    glass.land(0, 50, 50)
    glass.end()
    #expect(glass.twin.takeReports() == [.down(slot: 0, x: 5000, y: 5000)])
  }

  @Test func `a finger replaced in one report ends before the next one lands`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.land(0, 10, 10)
    glass.end()
    glass.land(0, 80, 80)
    glass.end()
    #expect(
      glass.twin.takeReports() == [
        .down(slot: 0, x: 1000, y: 1000), .cancel(slot: 0), .down(slot: 0, x: 8000, y: 8000),
      ])
  }

  @Test func `a jump that the device does not tell from a motion passes as one`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.land(0, 10, 10)
    glass.end()
    glass.move(0, 150, 90)
    glass.end()
    glass.lift(0)
    glass.end()
    #expect(glass.twin.events == glass.said)
  }

  @Test func `a touch whose lift is withheld rests, and goes on in the slot of the finger that continues it`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.land(0, 10, 10)
    glass.end()
    let first = glass.ids[0]!
    var withheld: Touch?
    glass.filter = { frame in
      guard let index = frame.indices.first(where: { frame[$0].id == first }) else {
        if let withheld { frame.append(withheld) }
        return
      }
      frame[index].phase = .stationary
      withheld = frame[index]
    }
    glass.lift(0)
    glass.end()
    _ = glass.twin.takeReports()
    glass.land(0, 80, 80)
    glass.end()
    #expect(glass.twin.takeReports() == [.down(slot: 1, x: 8000, y: 8000)])
    glass.filter = { frame in
      for index in frame.indices where frame[index].slot == 3 {
        frame[index].id = first
        frame[index].phase = .moved
      }
    }
    glass.land(3, 11, 10)
    glass.end()
    #expect(glass.twin.takeReports() == [.motion(slot: 0, x: 1100, y: 1000)])
  }

  @Test func `a slot that was a palm when all was lifted elsewhere takes a finger again`() {
    var glass = GlassModel(.takeBack, TwinRelayTests.nothing)
    glass.relay.check(.land((500, 600)))
    glass.relay.check(.cancel)
    glass.drain()
    glass.relay.liftAll(areLifted: true)
    glass.drain()
    _ = glass.twin.takeReports()
    glass.relay.check(.land((500, 600)))
    glass.drain()
    #expect(glass.twin.reports == [.down(slot: 9, x: 500, y: 600)])
  }
}
