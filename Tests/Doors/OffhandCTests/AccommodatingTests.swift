import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

/// What touches of a handle count as.
@Suite struct AccommodatingTests {
  /// Says what touches count as, and returns what the library says is wrong.
  @discardableResult
  private func accommodate(_ gestures: CGestures, _ change: (inout offhand_accommodations) -> Void) -> String? {
    var wanted = offhand_accommodations()
    wanted.size = MemoryLayout<offhand_accommodations>.size
    change(&wanted)
    var error = [CChar](repeating: 0, count: 200)
    return offhand_set_accommodations(gestures.handle, &wanted, &error, error.count) == 0 ? nil : text(error)
  }

  private func trembles(_ gestures: CGestures) {
    gestures.play {
      down(1, 100, 100, at: 0)
      for step in 1...20 { move(1, to: 100 + (step.isMultiple(of: 2) ? 3 : -3), 100, at: Double(step) * 100) }
      up(1, at: 2100)
    }
    while let deadline = gestures.deadline { gestures.advance(to: deadline) }
  }

  @Test func `a finger that trembles and presses long taps, for recognizers and for clients`() throws {
    let (plain, gestures) = (try CGestures(flags: [OFFHAND_RELAY]), try CGestures(flags: [OFFHAND_RELAY]))
    #expect(accommodate(gestures) { ($0.tolerance_mm, $0.press) = (8, OFFHAND_PRESS_TAP) } == nil)
    trembles(plain)
    trembles(gestures)
    #expect(plain.lines.contains("pan began") && gestures.lines == ["tap recognized"])
    #expect(gestures.events.first?.x == 100)
    #expect(deliveries(gestures) == ["down 1", "up 1"])
    #expect(offhand_set_accommodations(gestures.handle, nil, nil, 0) == 0)
    trembles(gestures)
    #expect(gestures.lines.contains("pan began"))
  }

  @Test func `a touch that waits for its time lands by the deadline, and fingers that are down go on as they landed`()
    throws
  {
    let gestures = try CGestures(flags: [OFFHAND_RELAY])
    gestures.play { down(1, 50, 50, at: 0) }
    accommodate(gestures) { $0.hold = ms(300) }
    #expect(deliveries(gestures) == ["down 1"])
    gestures.play { down(2, 200, 100, at: 100) }
    #expect(deliveries(gestures).isEmpty)
    #expect(offhand_set_accommodations(gestures.handle, nil, nil, 0) == 0)
    gestures.play { down(3, 120, 150, at: 200) }
    #expect(deliveries(gestures) == ["down 3"] && gestures.deadline.map { $0 <= ms(400) } == true)
    gestures.advance(to: ms(400))
    #expect(deliveries(gestures) == ["down 2"])
  }

  @Test func `everything can be cancelled while a touch waits`() throws {
    let gestures = try CGestures(flags: [OFFHAND_RELAY])
    accommodate(gestures) { $0.hold = ms(300) }
    gestures.play { down(1, 50, 50, at: 0) }
    gestures.feed(.cancelled(nil, Timestamp(nanoseconds: ms(100))))
    #expect(gestures.deadline == nil && deliveries(gestures).isEmpty)
  }

  @Test func `what cannot be is refused by its name, and changes nothing`() throws {
    let gestures = try CGestures()
    accommodate(gestures) { ($0.tolerance_mm, $0.press) = (8, OFFHAND_PRESS_TAP) }
    let tolerance = accommodate(gestures) { $0.tolerance_mm = -1 }
    #expect(tolerance == "accommodations.tolerance_mm is -1.0; from 0 to 50 is possible")
    #expect(
      accommodate(gestures) { $0.repeat_mm = .nan } == "accommodations.repeat_mm is nan; from 0 to 50 is possible")
    #expect(
      accommodate(gestures) { $0.hold = ms(10_500) } == "accommodations.hold is 10.5 s; from 0 to 10 s is possible")
    #expect(
      accommodate(gestures) { $0.repeat = -ms(1000) } == "accommodations.repeat is -1.0 s; from 0 to 10 s is possible")
    let location = accommodate(gestures) { $0.location = offhand_location(3) }
    #expect(location == "accommodations.location is 3.0; from 0 to 2 is possible")
    #expect(accommodate(gestures) { $0.size = 8 }?.contains("sizeof(struct offhand_accommodations)") == true)
    #expect(offhand_set_accommodations(nil, nil, nil, 0) == -1)
    trembles(gestures)
    #expect(gestures.lines == ["tap recognized"])
  }

  @Test func `each word of C is that of the table`() {
    #expect(Accommodations.Setting.location.words == ["landing", "stillest", "lift"])
    let locations = [OFFHAND_LOCATION_LANDING, OFFHAND_LOCATION_STILLEST, OFFHAND_LOCATION_LIFT]
    #expect(locations.map(\.rawValue) == [0, 1, 2])
    #expect(Accommodations.Setting.press.words == ["long", "tap"] && OFFHAND_PRESS_TAP.rawValue == 1)
    #expect(Accommodations.Setting.second.words == ["counts", "ignored"] && OFFHAND_SECOND_IGNORED.rawValue == 1)
  }
}
