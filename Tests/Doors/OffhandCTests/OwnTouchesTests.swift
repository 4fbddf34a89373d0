import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

/// What a compositor says of touches and recognizers: whose they are, and what does not take part.
@Suite struct OwnTouchesTests {
  /// `standard` with deliveries.
  private static func relaying(_ flags: offhand_flags...) throws -> CGestures { try relaying(flags) }

  private static func relaying(_ flags: [offhand_flags]) throws -> CGestures {
    try CGestures(outputs: [.panel], flags: [OFFHAND_RELAY] + flags)
  }

  @ScriptBuilder private static func pinch(at time: Double = 0) -> [Step] {
    down(1, 100, 100, at: time)
    down(2, 130, 100, at: time + 8)
    together(
      drag(1, from: (100, 100), to: (70, 100), over: time + 8...time + 200),
      drag(2, from: (130, 100), to: (160, 100), over: time + 8...time + 200))
  }

  /// The touches of an event, as slots.
  private static func slots(_ event: offhand_event, _ gestures: CGestures) -> [Int32] {
    withPointer(event) { event in
      var slots: [Int32] = []
      while let touch = offhand_event_touch(gestures.handle, event, slots.count) { slots.append(touch.pointee.slot) }
      return slots
    }
  }

  @Test func `an event names its touches, with where and when they landed, also when it is read late`() throws {
    let gestures = try CGestures()
    gestures.play {
      Self.pinch()
      up(1, at: 208)
      up(2, at: 208)
      for tap in 0..<20 as Range<Int> {
        down(7, 200, 50, at: 1000 + Double(tap) * 1000)
        up(7, at: 1050 + Double(tap) * 1000)
      }
    }
    let pinches = gestures.events.filter { $0.kind == OFFHAND_PINCH }
    #expect(!pinches.isEmpty && pinches.allSatisfy { Self.slots($0, gestures) == [1, 2] })
    let taps = gestures.events.filter { $0.kind == OFFHAND_TAP }
    #expect(taps.count == 20 && taps.allSatisfy { Self.slots($0, gestures) == [7] })
    #expect(Set(taps.map(\.touches)).count == 20)
    withPointer(pinches[0]) { event in
      let second = offhand_event_touch(gestures.handle, event, 1)?.pointee
      #expect(second?.x == 130 && second?.y == 100 && second?.time == ms(8))
      #expect(offhand_event_touch(gestures.handle, event, .max) == nil)
      #expect(offhand_event_touch(gestures.handle, event, -1) == nil)
    }
  }

  @Test func `a resting finger keeps its number while many others come and go`() throws {
    let gestures = try CGestures()
    gestures.play {
      down(1, 20, 20, at: 0)
      for tap in 0..<200 as Range<Int> {
        down(7, 250, 150, at: 1000 + Double(tap) * 1000)
        up(7, at: 1050 + Double(tap) * 1000)
      }
      move(1, to: 60, 60, at: 300_000)
      up(1, at: 300_100)
    }
    let last = try #require(gestures.events.last { $0.kind == OFFHAND_LONG_PRESS })
    #expect(last.state == OFFHAND_ENDED && Self.slots(last, gestures) == [1])
  }

  @Test(arguments: [[], [OFFHAND_ONE_HAND], [OFFHAND_INFER_HAND]])
  func `a touch that is exempt is no gesture's, and the clients get the rest of it`(flags: [offhand_flags]) throws {
    let gestures = try Self.relaying(flags)
    gestures.play {
      down(1, 100, 100, at: 0)
      move(1, to: 101, 100, at: 8)
    }
    #expect(offhand_exempt(gestures.handle, 0, 1))
    gestures.play {
      drag(1, from: (101, 100), to: (160, 100), over: 8...200)
      up(1, at: 208)
    }
    #expect(gestures.lines.isEmpty && gestures.deadline == nil)
    #expect(deliveries(gestures) == ["down 1", "motion 1", "up 1"])
    gestures.play {
      down(1, 100, 100, at: 1000)
      up(1, at: 1050)
    }
    #expect(gestures.lines == ["tap recognized"])
  }

  @Test func `an exempt touch leaves the gestures of the others alone, and the hand is inferred from it`() throws {
    let gestures = try Self.relaying(OFFHAND_INFER_HAND)
    gestures.play { down(1, 100, 100, at: 0) }
    #expect(offhand_exempt(gestures.handle, 0, 1))
    #expect(offhand_hand(gestures.handle, nil) != OFFHAND_HAND_UNKNOWN)
    gestures.play {
      down(2, 260, 60, at: 20)
      drag(2, from: (260, 60), to: (200, 60), over: 20...200)
    }
    let pans = gestures.events.filter { $0.kind == OFFHAND_PAN }
    #expect(pans.first?.state == OFFHAND_BEGAN && pans.allSatisfy { Self.slots($0, gestures) == [2] })
  }

  @Test func `a gesture whose touch becomes exempt is cancelled, and a touch that was taken stays taken`() throws {
    let gestures = try Self.relaying()
    gestures.play { Self.pinch() }
    #expect(deliveries(gestures).suffix(2) == ["taken 1", "taken 2"])
    #expect(!offhand_exempt(gestures.handle, 0, 1))
    gestures.drain()
    #expect(gestures.lines.last { $0.hasPrefix("pinch") } == "pinch cancelled")
    #expect(!offhand_exempt(gestures.handle, 0, 9) && !offhand_exempt(gestures.handle, 3, 1))
    #expect(deliveries(gestures).isEmpty)
  }

  @Test func `what an exempt touch had held back comes at once`() throws {
    let pan = recognizer(OFFHAND_PAN) { $0.flags = UInt32(OFFHAND_DELAYS_TOUCHES.rawValue) }
    let gestures = try CGestures([pan], flags: [OFFHAND_RELAY])
    gestures.play { down(1, 100, 100, at: 0) }
    #expect(deliveries(gestures).isEmpty)
    #expect(offhand_exempt(gestures.handle, 0, 1))
    #expect(deliveries(gestures) == ["down 1"])
  }

  @Test func `a gesture that is rejected is cancelled, and its touches stay with the clients`() throws {
    for rejects in [false, true] {
      let gestures = try Self.relaying()
      let steps = Self.pinch()
      var isRejected = false
      for step in steps {
        gestures.play { [step] }
        let begun = gestures.events.first { $0.kind == OFFHAND_PINCH && $0.state == OFFHAND_BEGAN }
        guard rejects, !isRejected, let begun else { continue }
        isRejected = withPointer(begun) { offhand_reject(gestures.handle, $0) }
        gestures.drain()
        #expect(isRejected && gestures.lines.last == "pinch cancelled")
      }
      gestures.play {
        up(1, at: 208)
        up(2, at: 208)
      }
      let ends = Set(deliveries(gestures).suffix(2))
      #expect(ends == (rejects ? ["up 1", "up 2"] : ["taken 1", "taken 2"]))
      #expect(gestures.lines.contains("pinch ended") == !rejects)
    }
  }

  @Test(arguments: [false, true])
  func `a long press is cancelled when that is said, and not when its finger landed`(disables: Bool) throws {
    let gestures = try Self.relaying()
    gestures.play { down(1, 100, 100, at: 0) }
    offhand_advance(gestures.handle, ms(500))
    gestures.drain()
    let begun = try #require(gestures.events.last)
    #expect(begun.kind == OFFHAND_LONG_PRESS && begun.state == OFFHAND_BEGAN)
    if disables {
      _ = offhand_enable(gestures.handle, "long-press", false)
    } else {
      _ = withPointer(begun) { offhand_reject(gestures.handle, $0) }
    }
    gestures.drain()
    #expect(gestures.lines.last == "long-press cancelled" && gestures.events.last?.time == ms(500))
  }

  @Test func `a tap that is rejected is the client's, with its lift`() throws {
    let gestures = try Self.relaying()
    gestures.play {
      down(1, 100, 100, at: 0)
      up(1, at: 60)
    }
    #expect(withPointer(gestures.events[0]) { offhand_reject(gestures.handle, $0) })
    #expect(deliveries(gestures) == ["down 1", "up 1"])
    #expect(!withPointer(offhand_event()) { offhand_reject(gestures.handle, $0) })
  }

  @Test func `of a client all touches are taken together, of others none`() throws {
    let gestures = try Self.relaying()
    gestures.play {
      down(1, 20, 150, at: 0)
      down(2, 280, 30, at: 20)
      down(3, 150, 20, at: 40)
    }
    #expect(deliveries(gestures) == ["down 1", "down 2", "down 3"])
    for (slot, client) in [(1, 7), (2, 7), (3, 8)] {
      offhand_set_client(gestures.handle, 0, Int32(slot), UInt64(client))
    }
    gestures.play { drag(2, from: (280, 30), to: (230, 30), over: 40...160) }
    let lines = deliveries(gestures)
    #expect(lines.suffix(2) == ["taken 2", "taken 1"] || lines.suffix(2) == ["taken 1", "taken 2"])
    #expect(!lines.contains("taken 3"))
  }

  @Test func `a recognizer that is disabled is cancelled and takes no touches until it is enabled again`() throws {
    for separate in [true, false] {
      let gestures = try separate ? Self.relaying() : Self.relaying(OFFHAND_ONE_HAND)
      gestures.play { Self.pinch() }
      #expect(offhand_enable(gestures.handle, "pinch", false))
      gestures.drain()
      #expect(gestures.lines.last == "pinch cancelled")
      gestures.play {
        up(1, at: 208)
        up(2, at: 208)
        Self.pinch(at: 1000)
        up(1, at: 1208)
        up(2, at: 1208)
      }
      let count = gestures.lines.filter { $0 == "pinch began" }.count
      #expect(count == 1)
      #expect(offhand_enable(gestures.handle, "pinch", true))
      gestures.play { Self.pinch(at: 2000) }
      #expect(gestures.lines.filter { $0 == "pinch began" }.count == 2)
      #expect(!offhand_enable(gestures.handle, "pinc", true) && !offhand_enable(gestures.handle, nil, true))
    }
  }

  @Test func `one hand's gesture is cancelled beside another's`() throws {
    let gestures = try Self.relaying()
    gestures.play {
      down(1, 40, 100, at: 0)
      down(2, 260, 60, at: 20)
      together(
        drag(1, from: (40, 100), to: (40, 40), over: 20...420),
        drag(2, from: (260, 60), to: (230, 110), over: 20...420))
    }
    #expect(offhand_enable(gestures.handle, "pan", false))
    gestures.drain()
    let ends = gestures.events.filter { $0.kind == OFFHAND_PAN && $0.state == OFFHAND_CANCELLED }
    #expect(Set(ends.map(\.hand_index)) == [0, 1] && Set(ends.map { Self.slots($0, gestures) }) == [[1], [2]])
  }
}
