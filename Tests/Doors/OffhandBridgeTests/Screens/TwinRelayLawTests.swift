import Offhand
import OffhandService
import OffhandTesting
import Testing

@testable import OffhandBridge

/// What holds of every twin, whatever the device says and whatever gestures take.
struct TwinRelayLawTests {
  @Test(arguments: RelayMode.allCases, [1, 10])
  func `every landing has one end, and no touch is heard of once it is taken`(way: RelayMode, slots: Int) throws {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let rules = [HoldRule([]), HoldRule([], pointer: [.wheel]), TwinRelayTests.rule(2, 3), TwinRelayTests.rule(2, 3)]
      var glass = GlassModel(way, rules[seed % 4], slots: slots)
      glass.takesLate = seed % 2 == 0
      var open: Set<Int> = []
      for _ in 0..<400 {
        play(&glass, slots: slots, &random)
        for report in glass.twin.takeReports() {
          switch report {
          case .down(let slot, _, _):
            let isNew = open.insert(slot).inserted
            try #require(isNew, "seed \(seed)")
          case .motion(let slot, _, _): try #require(open.contains(slot), "seed \(seed)")
          case .up(let slot), .cancel(let slot):
            let wasOpen = open.remove(slot) != nil
            try #require(wasOpen, "seed \(seed)")
          }
        }
        try #require(open.sorted() == glass.twin.fingers && open.sorted() == glass.twin.touched, "seed \(seed)")
        try #require(glass.twin.isButtonDown == !open.isEmpty, "seed \(seed)")
        if way == .hold { try #require(!glass.twin.sawPalm, "seed \(seed)") }
      }
      glass.takes = { _ in [] }
      for slot in glass.down { glass.lift(slot) }
      glass.end()
      #expect(glass.twin.touched.isEmpty && glass.relay.isIdle, "seed \(seed)")
    }
  }

  /// One report of a device with any faults: palms, replaced fingers, lost screens.
  private func play(_ glass: inout GlassModel, slots: Int, _ random: inout SeededGenerator) {
    let share = Int.random(in: 0..<12, using: &random)
    glass.takes = { touches in share == 0 ? touches.filter { $0.id.rawValue % 3 != 0 }.map(\.id) : [] }
    for slot in 0..<slots where Int.random(in: 0..<3, using: &random) == 0 {
      let place = (Double.random(in: 0..<150, using: &random), Double.random(in: 0..<90, using: &random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<3: glass.down.contains(slot) ? glass.lift(slot) : glass.land(slot, place.0, place.1)
      case 3 where glass.down.contains(slot): glass.land(slot, place.0, place.1)
      case 4: glass.becomePalm(slot, Bool.random(using: &random))
      default: if glass.down.contains(slot) { glass.move(slot, place.0, place.1) }
      }
    }
    switch Int.random(in: 0..<60, using: &random) {
    case 0:
      glass.relay.liftAll()
      glass.drain()
    case 1: glass.isCaptured.toggle()
    default: break
    }
    glass.end(after: Int.random(in: 1..<40, using: &random))
  }
}
