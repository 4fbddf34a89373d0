import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

@Suite struct FeedingTests {
  @Test func `two fingers that part send one pinch, with its scale`() throws {
    let gestures = try CGestures()
    gestures.play {
      down(1, 100, 100, at: 0)
      down(2, 130, 100, at: 0)
      drag(1, from: (100, 100), to: (70, 100), over: 0...200)
      drag(2, from: (130, 100), to: (160, 100), over: 0...200)
      up(1, at: 208)
      up(2, at: 208)
    }
    let pinches = gestures.events.filter { $0.kind == OFFHAND_PINCH }
    #expect(pinches.first?.state == OFFHAND_BEGAN)
    #expect(pinches.last?.state == OFFHAND_ENDED)
    #expect((pinches.last?.scale ?? 0) > 2)
    #expect(pinches.last?.fingers == 2)
    #expect(gestures.lines.filter { $0 == "pinch ended" }.count == 1)
  }

  @Test func `two people pan at once, each with a hand of their own, unless told otherwise`() throws {
    for isOneHand in [false, true] {
      let gestures = try CGestures(flags: isOneHand ? [OFFHAND_ONE_HAND] : [])
      gestures.play {
        down(1, 40, 100, at: 0)
        down(2, 260, 60, at: 20)
        together(
          drag(1, from: (40, 100), to: (40, 40), over: 20...420),
          drag(2, from: (260, 60), to: (230, 110), over: 20...420))
      }
      let pans = gestures.events.filter { $0.kind == OFFHAND_PAN && $0.state == OFFHAND_BEGAN }
      #expect(Set(pans.map { $0.hand_index }) == (isOneHand ? [0] : [0, 1]))
    }
  }

  @Test func `on small outputs two hands are told apart only where the caller says that there may be several`() throws {
    for flags in [[], [OFFHAND_SEVERAL_HANDS]] {
      let gestures = try CGestures(outputs: [offhand_rect(x: 0, y: 0, width: 215, height: 135)], flags: flags)
      gestures.play {
        down(1, 40, 100, at: 0)
        down(2, 190, 60, at: 20)
        together(
          drag(1, from: (40, 100), to: (40, 40), over: 20...420),
          drag(2, from: (190, 60), to: (170, 110), over: 20...420))
      }
      #expect(Set(gestures.events.map(\.hand_index)) == (flags.isEmpty ? [0] : [0, 1]))
    }
  }

  @Test func `a finger is predicted where it will be when a frame is seen, and its events stay as they are`() throws {
    let gestures = try CGestures()
    #expect(offhand_predict(gestures.handle, ms(20), ms(0), 0, 1) == nil)
    // 200 mm/s.
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (160, 100), over: 0...300)
    }
    let expected = try #require(offhand_predict(gestures.handle, ms(325), ms(302), 0, 1)?.pointee)
    #expect(expected.measured_x == 160)
    #expect(abs(expected.x - 165) < 0.05 && abs(expected.y - 100) < 1e-6)
    #expect(expected.uncertainty > 0.1 && expected.uncertainty < 2)
    // The past is interpolated, and a finger that has fallen silent is where it was.
    let past = try #require(offhand_predict(gestures.handle, ms(150), ms(302), 0, 1)?.pointee)
    #expect(past.x < 160)
    #expect(offhand_predict(gestures.handle, ms(425), ms(400), 0, 1)?.pointee.x == 160)
    #expect(offhand_predict(gestures.handle, ms(325), -1, 0, 1)?.pointee.x == expected.x)
    #expect(offhand_predict(gestures.handle, ms(325), ms(302), 0, 2) == nil)
    #expect(offhand_predict(gestures.handle, ms(325), ms(302), 3, 1) == nil)
    #expect(offhand_predict(nil, ms(325), ms(302), 0, 1) == nil)
    gestures.play { up(1, at: 308) }
    #expect(offhand_predict(gestures.handle, ms(325), ms(310), 0, 1) == nil)
  }

  @Test func `what the caller says of recognizers between two reports changes no prediction`() throws {
    let gestures = try CGestures()
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (160, 100), over: 0...300)
    }
    gestures.advance(to: ms(304))
    let before = try #require(offhand_predict(gestures.handle, ms(325), ms(304), 0, 1)?.pointee.x)
    #expect(offhand_enable(gestures.handle, "swipe", false))
    #expect(offhand_predict(gestures.handle, ms(325), ms(304), 0, 1)?.pointee.x == before)
  }

  @Test func `the latency in panel.toml is predicted too, up to 40 ms in all`() throws {
    let (gestures, late) = (try CGestures(), try CGestures())
    let text =
      "# Measured\ndevice = \"Glass # 2\"\r\n\nlatency_ms=12.5# = ±3\n\tfilters =[\"glitch\"] # on\ndead_mm = [[0, 0, 9, 9]]\n"
    #expect(offhand_set_panel(late.handle, text, nil, 0) == 0)
    for gestures in [gestures, late] {
      gestures.play {
        down(1, 100, 100, at: 0)
        drag(1, from: (100, 100), to: (160, 100), over: 0...300)
      }
    }
    func x(_ gestures: CGestures, at time: Double) -> Double? {
      offhand_predict(gestures.handle, Int64(time * 1e6), ms(302), 0, 1)?.pointee.x
    }
    #expect(x(late, at: 310) == x(gestures, at: 322.5) && x(late, at: 310) != x(gestures, at: 310))
    #expect(x(late, at: 340) == x(gestures, at: 340))
    #expect(offhand_set_panel(late.handle, "device = \"Glass\"", nil, 0) == 0)
    #expect(x(late, at: 310) == x(gestures, at: 310))
  }

  @Test(arguments: [
    ("", "the text names no device: write panel.toml with 'offhand panel --write FILE'"),
    ("latency_ms = 3", "the text names no device: write panel.toml with 'offhand panel --write FILE'"),
    ("device = \"a\"\nlatency_ms = 200.1", "line 2: latency_ms must be a number of 0 to 200"),
    ("latency_ms = 1e3", "line 1: latency_ms must be a number of 0 to 200"),
    ("latency_ms = .", "line 1: latency_ms must be a number of 0 to 200"),
    ("latency_ms = 1.2.3", "line 1: latency_ms must be a number of 0 to 200"),
    ("latency_ms = 3 4", "line 1: latency_ms must be a number of 0 to 200"),
    ("\nlatency = 3", "line 2 is not a line of panel.toml: write that with 'offhand panel --write FILE'"),
    ("latency_ms", "line 1: latency_ms must be a number of 0 to 200"),
    ("latency_ms = 08", "line 1: latency_ms must be a number of 0 to 200"),
    ("device = 3", "line 1: device must be a string"),
    ("id = \"1", "line 1: id must be a string"),
    ("filters = \"noise\"", "line 1: filters must be an array in one line"),
    ("size_mm = [ # 3]", "line 1: size_mm must be an array in one line"),
    ("device = 'a'\ndevice='b'", "line 2: device is set twice"),
  ]) func `what is no panel.toml changes nothing, and is said with its line`(text: String, reason: String) throws {
    let gestures = try CGestures()
    var error = [CChar](repeating: 0, count: 200)
    #expect(offhand_set_panel(gestures.handle, text, &error, error.count) == -1)
    #expect(String(decoding: error.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) == reason)
    #expect(offhand_set_panel(gestures.handle, nil, nil, 0) == -1 && offhand_set_panel(nil, "", nil, 0) == -1)
  }

  @Test func `predictions stay on the outputs`() throws {
    let gestures = try CGestures()
    var panel = offhand_rect(x: 0, y: 0, width: 163, height: 200)
    #expect(offhand_set_outputs(gestures.handle, &panel, 1) == 0)
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (160, 100), over: 0...300)
    }
    #expect(offhand_predict(gestures.handle, ms(325), ms(302), 0, 1)?.pointee.x == 163)
  }

  @Test func `a whole device, or everything, is cancelled, and nothing ends`() throws {
    for cancelsAll in [false, true] {
      let gestures = try CGestures()
      gestures.play {
        down(1, 100, 100, at: 0, device: 7)
        drag(1, from: (100, 100), to: (160, 100), over: 0...300, device: 7)
      }
      #expect(gestures.lines.contains("pan began"))
      gestures.feed(.cancelled(cancelsAll ? nil : DeviceID(rawValue: 7), Timestamp(nanoseconds: ms(308))))
      #expect(gestures.lines.last == "pan cancelled")
    }
  }

  @Test func `one touch that is taken away is no tap`() throws {
    let gestures = try CGestures()
    gestures.play { down(1, 100, 100, at: 0) }
    offhand_cancel_touch(gestures.handle, 0, 1, ms(50))
    offhand_frame(gestures.handle)
    gestures.advance(to: ms(5000))
    #expect(gestures.lines.isEmpty)
  }

  @Test func `wl_touch without a frame after the last lift completes its tap, libinput waits for the batch`() throws {
    for (input, lines) in [(OFFHAND_WL_TOUCH, ["tap recognized"]), (OFFHAND_LIBINPUT, [])] {
      let gestures = try CGestures { $0.input = input }
      gestures.feed(.touch(TouchEvent(device: DeviceID(rawValue: 0), slot: 0, timestamp: .zero, kind: .down(.origin))))
      gestures.feed(.frame(DeviceID(rawValue: 0), .zero))
      gestures.feed(
        .touch(TouchEvent(device: DeviceID(rawValue: 0), slot: 0, timestamp: Timestamp(nanoseconds: ms(60)), kind: .up))
      )
      #expect(gestures.lines == lines)
      offhand_end_batch(gestures.handle)
      #expect(gestures.lines.count + (offhand_next(gestures.handle) == nil ? 0 : 1) == 1)
    }
  }

  @Test func `what cannot be is ignored and counted`() throws {
    let gestures = try CGestures()
    let handle = gestures.handle
    offhand_down(handle, 0, 1, 0, .nan, 10)
    offhand_down(handle, 0, 1, 0, 1e300, 10)
    offhand_up(handle, 0, 9, ms(5))
    offhand_motion(handle, 0, 9, ms(6), 5, 5)
    offhand_down(handle, 0, 2, -1, 10, 10)
    offhand_down(handle, 0, 2, .max, 10, 10)
    offhand_frame(handle)
    let counts = try #require(offhand_get_diagnostics(handle)).pointee
    #expect(counts.invalid_positions == 2)
    #expect(counts.unknown_touches == 2)
    #expect(counts.invalid_times == 2)
    #expect(counts.duplicate_downs == 1)
    #expect(offhand_next(handle) == nil)
  }

  @Test func `a time that no clock has does not spoil those that follow`() throws {
    let gestures = try CGestures()
    gestures.play { down(1, 100, 100, at: 0) }
    offhand_motion(gestures.handle, 0, 1, .max, 100, 100)
    offhand_frame(gestures.handle)
    gestures.play { up(1, at: 90) }
    #expect(gestures.lines == ["tap recognized"])
    #expect(gestures.events.first?.time == ms(90))
  }

  @Test func `unread events are kept, and the oldest of too many are dropped and counted`() throws {
    let gestures = try CGestures()
    for index in 0..<5000 {
      let time = ms(Double(index) * 1000)
      offhand_down(gestures.handle, 0, 1, time, 100, 100)
      offhand_frame(gestures.handle)
      offhand_up(gestures.handle, 0, 1, time + ms(50))
      offhand_frame(gestures.handle)
    }
    var times: [Int64] = []
    while let event = offhand_next(gestures.handle) { times.append(event.pointee.time) }
    #expect(times.count == 4096)
    #expect(times.last == ms(4_999_050))
    #expect(times == times.sorted())
    #expect(offhand_get_diagnostics(gestures.handle)?.pointee.dropped_events == 904)
  }

  @Test func `NULL handles are ignored`() {
    offhand_down(nil, 0, 0, 0, 0, 0)
    offhand_motion(nil, 0, 0, 0, 0, 0)
    offhand_shape(nil, 0, 0, 0, 1, 1, 0)
    offhand_up(nil, 0, 0, 0)
    offhand_cancel_touch(nil, 0, 0, 0)
    offhand_cancel_device(nil, 0, 0)
    offhand_cancel(nil, 0)
    offhand_frame(nil)
    offhand_end_batch(nil)
    offhand_advance(nil, 0)
    offhand_forget(nil, 0)
    offhand_unref(nil)
    #expect(offhand_ref(nil) == nil)
    #expect(offhand_next(nil) == nil)
    #expect(offhand_next_delivery(nil) == nil)
    #expect(!offhand_deadline(nil, nil))
    #expect(offhand_hand(nil, nil) == OFFHAND_HAND_UNKNOWN)
    #expect(offhand_place(nil, nil) == nil)
    #expect(offhand_explain(nil, 0) == nil)
    #expect(offhand_hidden(nil, nil) == 0)
    #expect(offhand_set_outputs(nil, nil, 0) == -1)
    #expect(offhand_set_panel(nil, nil, nil, 0) == -1)
    #expect(offhand_get_diagnostics(nil) == nil)
  }
}
