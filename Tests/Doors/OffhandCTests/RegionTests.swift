import COffhand
import Glibc
import Offhand
import OffhandC
import OffhandTesting
import Testing

/// Where touches must land for a recognizer, the tools and filters of touches, recognizers that are replaced, and handles made call by call.
@Suite struct RegionTests {
  /// Recognizers on two outputs side by side.
  private func gestures(_ recognizers: offhand_recognizer..., flags: offhand_flags? = nil) throws -> CGestures {
    try CGestures(
      recognizers, outputs: [.panel, offhand_rect(x: 300, y: 0, width: 300, height: 190)],
      flags: flags.map { [$0] } ?? [])
  }

  /// The recognized taps at these places, one after the other.
  private func taps(_ gestures: CGestures, at places: [(Double, Double)]) -> [Bool] {
    places.enumerated().map { index, place in
      let (count, time) = (gestures.events.count, Double(index) * 1000 + 1000)
      gestures.play {
        down(1, place.0, place.1, at: time)
        up(1, at: time + 50)
      }
      return gestures.events.count > count
    }
  }

  @Test func `a tap counts only in its area, its corner, or on its output`() throws {
    let places = [(5.0, 5.0), (5, 100), (100, 5), (305, 5), (160, 90)]
    let area = recognizer(OFFHAND_TAP) { $0.area = offhand_rect(x: 150, y: 80, width: 20, height: 20) }
    #expect(try taps(gestures(area), at: places) == [false, false, false, false, true])
    let corner = recognizer(OFFHAND_TAP) {
      ($0.edges, $0.depth) = (OFFHAND_EDGE_LEFT.rawValue | OFFHAND_EDGE_TOP.rawValue, 12)
    }
    #expect(try taps(gestures(corner), at: places) == [true, false, false, true, false])
    let second = recognizer(OFFHAND_TAP) { $0.output = 2 }
    #expect(try taps(gestures(second), at: places) == [false, false, false, true, false])
    let edge = recognizer(OFFHAND_TAP) { ($0.edges, $0.depth) = (OFFHAND_EDGE_LEFT.rawValue, 12) }
    #expect(try taps(gestures(edge), at: places) == [true, true, false, true, false])
    let gone = try gestures(second)
    var one = offhand_rect.panel
    #expect(offhand_set_outputs(gone.handle, &one, 1) == 0)
    #expect(taps(gone, at: places).allSatisfy { !$0 })
  }

  /// The edge pans of pulls to the right from these places.
  private func pulls(_ gestures: CGestures, from places: [(Double, Double)]) -> [Bool] {
    places.enumerated().map { index, place in
      let (count, time) = (gestures.events.count, Double(index) * 1000 + 1000)
      gestures.play {
        down(1, place.0, place.1, at: time)
        drag(1, from: place, to: (place.0 + 60, place.1), over: time...time + 160)
        up(1, at: time + 168)
      }
      return gestures.events[count...].contains { $0.state == OFFHAND_BEGAN }
    }
  }

  @Test func `an edge pan has a depth, a part of its edge, an output, and seams if it wants them`() throws {
    let places = [(1.0, 20.0), (1, 150), (18, 150), (301, 150)]
    #expect(try pulls(gestures(recognizer(OFFHAND_EDGE_PAN)), from: places) == [true, true, false, false])
    let lower = recognizer(OFFHAND_EDGE_PAN) {
      ($0.edges, $0.part_from, $0.part_to) = (OFFHAND_EDGE_LEFT.rawValue, 0.5, 1)
    }
    #expect(try pulls(gestures(lower), from: places) == [false, true, false, false])
    let deep = recognizer(OFFHAND_EDGE_PAN) { $0.depth = 20 }
    #expect(try pulls(gestures(deep), from: places) == [true, true, true, false])
    let seams = recognizer(OFFHAND_EDGE_PAN) { $0.flags = UInt32(OFFHAND_SEAMS.rawValue) }
    #expect(try pulls(gestures(seams), from: places) == [true, true, false, true])
    let second = recognizer(OFFHAND_EDGE_PAN) { ($0.output, $0.flags) = (2, UInt32(OFFHAND_SEAMS.rawValue)) }
    #expect(try pulls(gestures(second), from: places) == [false, false, false, true])
  }

  @Test func `regions that cannot be are refused`() {
    func refusal(_ kind: offhand_kind, _ change: (inout offhand_recognizer) -> Void) -> String {
      do {
        _ = try gestures(recognizer(kind, change))
        return ""
      } catch { return "\(error)" }
    }
    let opposite = OFFHAND_EDGE_LEFT.rawValue | OFFHAND_EDGE_RIGHT.rawValue
    #expect(
      refusal(OFFHAND_TAP) { $0.edges = opposite }.contains("edges cannot be left and right: it has one, or two that"))
    #expect(refusal(OFFHAND_TAP) { $0.edges = 7 }.contains("edges cannot be left and right and top"))
    for depth in [-1, Double.nan, .infinity] { #expect(refusal(OFFHAND_TAP) { $0.depth = depth }.contains("depth")) }
    #expect(refusal(OFFHAND_EDGE_PAN) { $0.part_to = 0.5 }.contains("part_from and part_to cannot be"))
    #expect(refusal(OFFHAND_EDGE_PAN) { ($0.edges, $0.part_to) = (1, 1.5) }.contains("part_to cannot be 0.0 to 1.5:"))
    #expect(refusal(OFFHAND_EDGE_PAN) { $0.part_from = .nan }.contains("part_from is nan, which is not below"))
    #expect(refusal(OFFHAND_TAP) { $0.area.width = .infinity }.contains("area cannot be"))
    #expect(refusal(OFFHAND_TAP) { $0.flags = UInt32(OFFHAND_SEAMS.rawValue) }.contains("no setting OFFHAND_SEAMS"))
    for output in [.max, .min, -1, 3] {
      #expect(refusal(OFFHAND_TAP) { $0.output = output }.hasSuffix(": there are 2"))
    }
  }

  @Test func `the hand that holds a pen is left out, and a pen is no finger`() throws {
    for filters in [0, UInt32(OFFHAND_FILTER_PEN.rawValue)] {
      let gestures = try CGestures { $0.filters = filters }
      offhand_down_with(gestures.handle, 1, 0, ms(0), 100, 100, OFFHAND_TOOL_PEN)
      offhand_frame(gestures.handle)
      offhand_up(gestures.handle, 1, 0, ms(50))
      offhand_frame(gestures.handle)
      offhand_down_with(gestures.handle, 0, 1, ms(200), 140, 130, offhand_tool(99))
      offhand_frame(gestures.handle)
      offhand_up(gestures.handle, 0, 1, ms(270))
      offhand_frame(gestures.handle)
      gestures.drain()
      #expect(gestures.lines.count == (filters == 0 ? 2 : 1))
    }
  }

  @Test func `a slot has one touch at a time for the clients, also while a lift is held back or withheld`() throws {
    let twice = try gestures(recognizer(OFFHAND_TAP) { $0.taps = 2 }, flags: OFFHAND_RELAY)
    let three = try gestures(recognizer(OFFHAND_PAN) { $0.fingers_min = 3 }, flags: OFFHAND_RELAY)
    let lossy = try Self.lossy()
    for (gestures, pause, x) in [(twice, 140.0, 102.0), (lossy, 16, 200)] {
      gestures.play {
        down(1, 100, 100, at: 5000)
        up(1, at: 5060)
        down(1, x, 100, at: 5060 + pause)
        drag(1, from: (x, 100), to: (x + 30, 100), over: 5060 + pause...5300)
        up(1, at: 5300)
      }
      gestures.advance(to: ms(6000))
      #expect(deliveries(gestures) == ["down 1", "up 1", "down 1", "motion 1", "up 1"])
    }
    three.play {
      down(1, 20, 20, at: 7000)
      down(2, 50, 20, at: 7020)
      up(2, at: 7080)
    }
    three.advance(to: ms(9000))
    #expect(deliveries(three) == ["down 1", "down 2", "up 2"], "the other finger rests")
  }

  /// Long presses on a panel that loses a contact for a moment, as the filter knows by now.
  private static func lossy(_ others: offhand_recognizer...) throws -> CGestures {
    let lossy = try CGestures([recognizer(OFFHAND_LONG_PRESS)] + others, flags: [OFFHAND_RELAY]) {
      $0.filters = UInt32(OFFHAND_FILTER_GLITCH.rawValue)
    }
    for round in 0..<3 as Range<Int> {
      lossy.play {
        down(1, 100, 100, at: Double(round) * 1000)
        up(1, at: Double(round) * 1000 + 60)
        down(1, 100, 100, at: Double(round) * 1000 + 76)
        up(1, at: Double(round) * 1000 + 120)
      }
    }
    lossy.advance(to: ms(4900))
    while offhand_next_delivery(lossy.handle) != nil {}
    return lossy
  }

  @Test func `a contact that comes back under another number is the same touch for the caller and its clients`() throws
  {
    let lossy = try Self.lossy()
    lossy.play {
      down(1, 100, 100, at: 5000)
      up(1, at: 5060)
      down(2, 100, 100, at: 5076)
      drag(2, from: (100, 100), to: (130, 100), over: 5076...5300)
    }
    #expect(offhand_predict(lossy.handle, ms(5310), ms(5300), 0, 2) != nil)
    lossy.play { up(2, at: 5308) }
    lossy.advance(to: ms(6000))
    #expect(deliveries(lossy) == ["down 1", "motion 1", "up 1"])
  }

  @Test func `a finger in the former slot of one that came back elsewhere has its own for clients`() throws {
    let lossy = try Self.lossy()
    lossy.play {
      down(1, 100, 100, at: 5000)
      up(1, at: 5060)
      down(2, 100, 100, at: 5076)
      down(1, 250, 60, at: 5200)
      down(3, 20, 60, at: 5250)
      up(1, at: 5300)
      up(3, at: 5350)
      up(2, at: 5400)
    }
    lossy.advance(to: ms(6000))
    #expect(deliveries(lossy) == ["down 1", "down 2", "down 3", "up 2", "up 3", "up 1"])
  }

  @Test func `a finger whose lift is withheld presses no longer, whatever the caller says of recognizers`() throws {
    let lossy = try Self.lossy(recognizer(OFFHAND_TAP), recognizer(OFFHAND_PAN))
    lossy.play {
      down(1, 100, 100, at: 8000)
      up(1, at: 8495)
    }
    lossy.advance(to: ms(8498))
    #expect(offhand_enable(lossy.handle, "pan", false))
    while let deadline = lossy.deadline { lossy.advance(to: deadline) }
    #expect(lossy.lines.last == "tap recognized" && !lossy.lines.contains("long-press began"))
  }

  @Test func `recognizers are replaced when no finger is down, and the clients get no second landing`() throws {
    let gestures = try gestures(recognizer(OFFHAND_PAN), flags: OFFHAND_RELAY)
    let name = gestures.events.first?.name
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (130, 100), over: 0...100)
    }
    var press = recognizer(OFFHAND_LONG_PRESS)
    #expect(offhand_set_recognizers(gestures.handle, &press, 1, nil, 0) == 0)
    gestures.play {
      drag(1, from: (130, 100), to: (160, 100), over: 100...200)
      up(1, at: 208)
      down(2, 100, 100, at: 1000)
    }
    #expect(gestures.deadline == ms(1500))
    gestures.advance(to: ms(1500))
    #expect(gestures.lines.filter { !$0.hasSuffix("changed") } == ["pan began", "pan ended", "long-press began"])
    #expect(String(cString: try #require(gestures.events.first).name) == "pan" && name == nil)
    #expect(deliveries(gestures).filter { $0.hasPrefix("down") } == ["down 1", "down 2"])
    #expect(offhand_enable(gestures.handle, "long-press", true) && !offhand_enable(gestures.handle, "pan", true))
  }

  private func replace(_ gestures: CGestures, _ recognizers: offhand_recognizer...) throws {
    var error = [CChar](repeating: 0, count: 200)
    try #require(
      offhand_set_recognizers(gestures.handle, recognizers, recognizers.count, &error, 200) == 0, "\(text(error))")
  }

  @Test func `a finger anywhere keeps all recognizers from being replaced`() throws {
    let gestures = try gestures(recognizer(OFFHAND_PAN), recognizer(OFFHAND_LONG_PRESS))
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (130, 100), over: 0...100)
    }
    try replace(gestures, recognizer(OFFHAND_TAP))
    gestures.play {
      down(2, 280, 100, at: 150)
      up(2, at: 200)
      up(1, at: 300)
      down(3, 200, 100, at: 2000)
      up(3, at: 2050)
    }
    #expect(gestures.lines.filter { !$0.hasSuffix("changed") } == ["pan began", "pan ended", "tap recognized"])
  }

  @Test func `what is enabled while recognizers wait to take over is so afterwards`() throws {
    let pan = recognizer(OFFHAND_PAN)
    let gestures = try gestures(pan)
    gestures.play { down(1, 100, 100, at: 0) }
    try replace(gestures, recognizer(OFFHAND_PAN) { $0.fingers_max = 1 }, recognizer(OFFHAND_TAP))
    #expect(offhand_enable(gestures.handle, "pan", false) && !offhand_enable(gestures.handle, "swipe", true))
    gestures.play {
      up(1, at: 50)
      down(1, 100, 100, at: 1000)
      drag(1, from: (100, 100), to: (130, 100), over: 1000...1100)
      up(1, at: 1108)
    }
    #expect(gestures.lines == [] && gestures.deadline == nil)
    #expect(offhand_enable(gestures.handle, "pan", true))
    gestures.play {
      down(1, 100, 100, at: 2000)
      drag(1, from: (100, 100), to: (130, 100), over: 2000...2100)
    }
    #expect(gestures.lines.first == "pan began")
  }

  @Test func `impossible recognizers replace none`() throws {
    let gestures = try gestures(recognizer(OFFHAND_TAP))
    var error = [CChar](repeating: 1, count: 100)
    var wrong = recognizer(offhand_kind(77))
    #expect(offhand_set_recognizers(gestures.handle, &wrong, 1, &error, 100) == -1)
    #expect(text(error).hasPrefix("recognizer 0: kind is 77"))
    #expect(offhand_set_recognizers(gestures.handle, nil, 3, nil, 0) == -1)
    #expect(offhand_set_recognizers(nil, &wrong, 1, nil, 0) == -1)
    #expect(taps(gestures, at: [(10, 10)]) == [true])
  }

  @Test func `a builder makes the handle that structs with pointers would`() throws {
    var options = offhand_options()
    (options.size, options.flags) = (MemoryLayout<offhand_options>.size, UInt32(OFFHAND_ONE_HAND.rawValue))
    let builder = offhand_builder_new(&options, nil)
    offhand_builder_add_output(builder, 0, 0, 300, 190)
    var (tap, twice, edge) = (
      recognizer(OFFHAND_TAP), recognizer(OFFHAND_TAP) { $0.taps = 2 }, recognizer(OFFHAND_EDGE_PAN)
    )
    offhand_builder_add(builder, &tap, nil)
    offhand_builder_relate(builder, OFFHAND_REQUIRES_FAILURE, "twice")
    offhand_builder_add(builder, &twice, "twice")
    offhand_builder_add(builder, &edge, nil)
    let handle = try #require(offhand_builder_finish(builder, nil, 0))
    offhand_down(handle, 0, 1, 0, 100, 100)
    offhand_frame(handle)
    offhand_up(handle, 0, 1, ms(50))
    offhand_frame(handle)
    #expect(offhand_next(handle) == nil, "the tap waits for a second one")
    offhand_advance(handle, ms(2000))
    #expect(offhand_next(handle)?.pointee.kind == OFFHAND_TAP)
    offhand_unref(handle)
  }

  private func step(_ action: offhand_action, _ change: (inout offhand_step) -> Void = { _ in }) -> offhand_step {
    var step = offhand_step()
    (step.size, step.action) = (MemoryLayout<offhand_step>.size, action)
    change(&step)
    return step
  }

  /// A finger that rests for 400 ms, moves up, and lifts 100 ms later.
  private func holdAndSwipe(_ gestures: CGestures) {
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (100, 60), over: 400...500)
      up(1, at: 600)
    }
  }

  @Test func `a sequence has steps, from structs and from a builder alike`() throws {
    let steps = [
      step(OFFHAND_HOLD) { $0.duration = ms(300) }, step(OFFHAND_DRAG) { ($0.distance, $0.limit) = (20, ms(300)) },
      step(OFFHAND_LIFT) { $0.limit = ms(200) },
    ]
    var sequence = recognizer(OFFHAND_SEQUENCE)
    try steps.withUnsafeBufferPointer {
      (sequence.steps, sequence.step_count) = ($0.baseAddress, $0.count)
      let gestures = try gestures(sequence)
      holdAndSwipe(gestures)
      #expect(
        gestures.lines == ["sequence recognized"] && gestures.events.first?.direction == OFFHAND_DIRECTION_UP.rawValue)
      #expect(gestures.events.first?.kind == OFFHAND_SEQUENCE && gestures.events.first?.time == ms(600))
    }
    let builder = offhand_builder_new(nil, nil)
    offhand_builder_add(builder, &sequence, nil)
    for var step in steps.dropLast() { offhand_builder_add_step(builder, &step) }
    let handle = try #require(offhand_builder_finish(builder, nil, 0))
    offhand_down(handle, 0, 1, 0, 100, 100)
    offhand_motion(handle, 0, 1, ms(400), 100, 79)
    offhand_frame(handle)
    #expect(offhand_next(handle)?.pointee.direction == OFFHAND_DIRECTION_UP.rawValue)
    offhand_unref(handle)
  }

  @Test func `steps that cannot be are refused`() {
    func refusal(_ steps: [offhand_step], count: Int? = nil) -> String {
      steps.withUnsafeBufferPointer { steps in
        do {
          _ = try gestures(
            recognizer(OFFHAND_SEQUENCE) { ($0.steps, $0.step_count) = (steps.baseAddress, count ?? steps.count) })
          return ""
        } catch { return "\(error)" }
      }
    }
    #expect(refusal([step(OFFHAND_HOLD), step(OFFHAND_DRAG)]) == "")
    for count in [0, 17, -1] { #expect(refusal([step(OFFHAND_HOLD)], count: count).contains("step_count is")) }
    #expect(refusal([step(offhand_action(7))]).contains("step 0: action is 7"))
    #expect(refusal([step(OFFHAND_DRAG) { $0.directions = 256 }]).contains("step 0: directions has the bits 0x100"))
    #expect(refusal([step(OFFHAND_DRAG) { $0.size = 8 }]).contains("step 0: step.size is 8"))
    #expect(refusal([step(OFFHAND_LIFT), step(OFFHAND_DRAG)]).contains("a lift is the last step"))
    #expect(refusal([step(OFFHAND_HOLD) { $0.limit = 1 }]).contains("step 0 cannot be 1e-09: its limit"))
  }

  @Test func `a builder says what was wrong first`() {
    func refusal(_ options: UnsafePointer<offhand_options>? = nil, _ body: (OpaquePointer?) -> Void) -> String {
      var error = [CChar](repeating: 0, count: 200)
      let builder = offhand_builder_new(options, nil)
      body(builder)
      let handle = offhand_builder_finish(builder, &error, error.count)
      offhand_unref(handle)
      return handle == nil ? text(error) : "none"
    }
    #expect(refusal { _ in } == "none")
    #expect(refusal { offhand_builder_add_output($0, 0, 0, 0, 9) }.hasPrefix("output 0 is 0.0 x 9.0 mm"))
    #expect(refusal { offhand_builder_relate($0, OFFHAND_SIMULTANEOUS, "pan") }.hasPrefix("a relation comes before"))
    var hold = step(OFFHAND_HOLD)
    #expect(refusal { offhand_builder_add_step($0, &hold) }.hasPrefix("a step comes before"))
    var tap = recognizer(OFFHAND_TAP)
    let lost = refusal {
      offhand_builder_add($0, &tap, "a")
      offhand_builder_relate($0, OFFHAND_SIMULTANEOUS, "b")
      offhand_builder_add($0, nil, nil)
    }
    #expect(lost == "recognizer 0 'a': no recognizer of this pipeline is named 'b'")
    tap.size = 4
    #expect(refusal { offhand_builder_add($0, &tap, nil) }.hasPrefix("recognizer.size is 4"))
    var options = offhand_options()
    #expect(refusal(&options) { offhand_builder_add($0, &tap, nil) }.hasPrefix("options.size is 0"))
    #expect(offhand_builder_finish(nil, nil, 0) == nil)
  }
}
