import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

/// Clocks as callers have them: milliseconds of 32 bits that wrap, and clocks that are set.
@Suite struct TimeTests {
  /// The period of milliseconds of 32 bits.
  private static let period = ms(4_294_967_296)

  /// `steps` later by `shift` nanoseconds; of `wraps`, the milliseconds have 32 bits.
  private static func shifted(_ steps: [Step], by shift: Int64, wraps: Bool = false) -> [Step] {
    steps.map { step in
      var step = step
      step.time = Timestamp(nanoseconds: step.time.nanoseconds + shift)
      if wraps { step.time.nanoseconds %= period }
      return step
    }
  }

  private static let tap = [down(1, 100, 100, at: 0), up(1, at: 80)]
  private static let fling =
    [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (180, 100), over: 0...160) + [up(1, at: 168)]
  private static let press = [down(1, 100, 100, at: 0)]
  private static let pinch =
    [down(1, 100, 100, at: 0), down(2, 130, 100, at: 0)]
    + together(
      drag(1, from: (100, 100), to: (60, 100), over: 0...160), drag(2, from: (130, 100), to: (170, 100), over: 0...160))
    + [up(1, at: 168), up(2, at: 168)]

  /// What events say apart from their time.
  private static func values(_ gestures: CGestures) -> [String] {
    zip(gestures.lines, gestures.events).map { line, event in
      "\(line) \(event.x) \(event.dx) \(event.vx) \(event.vy) \(event.scale) \(event.scale_velocity) \(event.taps)"
    }
  }

  @Test(arguments: [tap, fling, press, pinch, tap + shifted(tap, by: ms(200))])
  func `a touch goes on when milliseconds of 32 bits wrap in the middle of it`(steps: [Step]) throws {
    let straight = try CGestures { $0.input = OFFHAND_WL_TOUCH }
    straight.play { steps }
    let length = (straight.deadline ?? 0) + ms(2000)
    straight.advance(to: length)
    #expect(!straight.events.isEmpty)
    // Before, within and after the touch, and after several periods of one handle.
    for start in [ms(4), ms(44), ms(76), ms(159), ms(3000)] {
      let wrapped = try CGestures { $0.input = OFFHAND_WL_TOUCH }
      for round in 1...3 {
        let shift = Self.period * Int64(round) - start
        wrapped.play { Self.shifted(Self.tap, by: shift - ms(20_000), wraps: true) }
        wrapped.advance(to: shift - ms(10_000))
        let before = wrapped.events.count
        wrapped.play { Self.shifted(steps, by: shift, wraps: true) }
        #expect(wrapped.deadline.map { $0 - shift } == straight.deadline ?? wrapped.deadline.map { $0 - shift })
        wrapped.advance(to: (shift + length) % Self.period)
        #expect(Array(Self.values(wrapped).dropFirst(before)) == Self.values(straight))
        #expect(wrapped.events.dropFirst(before).map { $0.time - shift } == straight.events.map { $0.time })
      }
    }
  }

  @Test func `a long press across the wrap begins at its deadline, on the unwrapped clock or on the stamps'`() throws {
    for wraps in [false, true] {
      let gestures = try CGestures { $0.input = OFFHAND_WL_TOUCH }
      gestures.play { Self.shifted(Self.press, by: Self.period - ms(100)) }
      #expect(gestures.deadline == Self.period + ms(400))
      gestures.advance(to: Self.period * (wraps ? 0 : 1) + ms(399))
      #expect(gestures.lines.isEmpty)
      gestures.advance(to: Self.period * (wraps ? 0 : 1) + ms(400))
      #expect(gestures.lines == ["long-press began"])
      #expect(gestures.events.first?.time == Self.period + ms(400))
    }
  }

  @Test func `a finger is predicted across the wrap`() throws {
    let gestures = try CGestures { $0.input = OFFHAND_WL_TOUCH }
    gestures.play { Self.shifted(Self.fling.dropLast(), by: Self.period - ms(100), wraps: true) }
    let seen = offhand_predict(gestures.handle, ms(80), ms(62), 0, 1)?.pointee
    #expect(abs((seen?.x ?? 0) - 190) < 0.5)
  }

  @Test(arguments: [OFFHAND_LIBINPUT, OFFHAND_WL_TOUCH], [ms(5000), ms(864_000_000), ms(3_000_000_000), 1 << 61])
  func `one time far ahead is over with its touch`(input: offhand_input, ahead: Int64) throws {
    let gestures = try CGestures { $0.input = input }
    gestures.play { Self.tap }
    gestures.play { Self.shifted(Self.tap, by: ahead) }
    let before = gestures.events.count
    gestures.play { Self.shifted(Self.fling, by: ms(2000)) }
    gestures.play { Self.shifted(Self.press, by: ms(4000)) }
    gestures.advance(to: try #require(gestures.deadline))
    let lines = gestures.lines.dropFirst(before)
    #expect(lines.contains("swipe recognized"))
    #expect(lines.last == "long-press began")
    #expect(abs((gestures.events.last { $0.kind == OFFHAND_PAN }?.vx ?? 0) - 500) < 1)
  }

  @Test func `time that was advanced too far does not silence the touches that follow`() throws {
    let gestures = try CGestures()
    gestures.advance(to: 1 << 61)
    gestures.play { Self.tap }
    #expect(gestures.lines == ["tap recognized"])
    #expect(gestures.events.first?.time == ms(80))
  }

  @Test func `a clock that was set back cancels what waits, once no finger is down`() throws {
    let gestures = try CGestures(flags: [OFFHAND_RELAY])
    gestures.play { Self.shifted(Self.press, by: ms(9000)) }
    // While a finger is down its reports are late, not of another clock.
    offhand_motion(gestures.handle, 0, 1, ms(2000), 100, 100)
    offhand_frame(gestures.handle)
    #expect(gestures.deadline == ms(9500))
    gestures.play { up(1, at: 9080) }
    #expect(gestures.lines == ["tap recognized"])
    // Half a second is only late.
    gestures.play { Self.shifted(Self.press, by: ms(8500)) }
    #expect(gestures.deadline == ms(9580))
    gestures.play { up(1, at: 9100) }
    gestures.play { Self.shifted(Self.press, by: ms(3000)) }
    #expect(gestures.deadline == ms(3500))
  }

  @Test func `a tap where the last one was is a tap after the clock was set back`() throws {
    let gestures = try CGestures()
    for start in [ms(9000), ms(3000)] { gestures.play { Self.shifted(Self.tap, by: start) } }
    #expect(gestures.lines == ["tap recognized", "tap recognized"])
  }

  @Test func `after everything was cancelled, time may be any`() throws {
    let gestures = try CGestures()
    gestures.play { Self.shifted(Self.press, by: ms(9000)) }
    offhand_cancel(gestures.handle, ms(9010))
    gestures.play { Self.shifted(Self.press, by: ms(8700)) }
    #expect(gestures.deadline == ms(9200))
  }

  @Test(arguments: [0, 1e9]) func `an overlay that a hand comes to hide moves, also on a clock that was set back`(
    first: Double
  ) throws {
    let gestures = try CGestures(outputs: [.panel], flags: [OFFHAND_INFER_HAND])
    gestures.play { Self.shifted(Self.tap, by: ms(first)) }
    gestures.play { down(1, 60, 60, at: 1000) }
    func place() throws -> offhand_placement {
      try withPointer(offhand_rect(x: 150, y: 80, width: 20, height: 10)) { anchor in
        var request = offhand_request()
        request.size = MemoryLayout<offhand_request>.size
        (request.id, request.width, request.height, request.anchor) = (1, 40, 15, anchor)
        return try #require(offhand_place(gestures.handle, &request)).pointee
      }
    }
    let start = try place()
    var end = start
    for step in 1...400 {
      let share = Double(min(step, 100)) / 100
      gestures.play { move(1, to: 60 + 125 * share, 60 - 55 * share, at: 1000 + Double(step) * 8) }
      end = try place()
    }
    #expect(end.hand == OFFHAND_HAND_RIGHT)
    #expect(end.rect.x < start.rect.x - 20)
  }

  @Test func `stamps of 32 bits become the nearest time, from 0 to the largest one`() {
    #expect(offhand_unwrap_ms(0, 0) == 0)
    #expect(offhand_unwrap_ms(0, 3_000_000_000) == ms(3_000_000_000))
    #expect(offhand_unwrap_ms(0, .max) == Self.period - ms(1))
    #expect(offhand_unwrap_ms(Self.period - ms(3), 5) == Self.period + ms(5))
    #expect(offhand_unwrap_ms(Self.period + ms(5), .max) == Self.period - ms(1))
    #expect(offhand_unwrap_ms(Self.period * 7 + 999_999, 12) == Self.period * 7 + ms(12))
    #expect(offhand_unwrap_ms(.min, 12) == ms(12))
    for previous in [1 << 62, Int64.max] {
      for stamp in [0, 1, 1 << 31, .max] as [UInt32] {
        let time = offhand_unwrap_ms(previous, stamp)
        #expect(time <= 1 << 62 && time > (1 << 62) - Self.period)
        #expect(UInt32(truncatingIfNeeded: time / 1_000_000) == stamp)
      }
    }
  }
}
