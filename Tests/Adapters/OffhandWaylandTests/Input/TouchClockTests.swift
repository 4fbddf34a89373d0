import DesignCases
import Offhand
import Testing

@testable import OffhandWayland

struct TouchClockTests {
  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  private func stamp(_ milliseconds: Int64) -> TouchStamp {
    TouchStamp(milliseconds: UInt32(truncatingIfNeeded: milliseconds), nanoseconds: nil)
  }

  @Test func `stamps of the monotonic clock are taken as they are`() {
    var clock = TouchClock()
    #expect(clock.time(of: stamp(4_600_100), now: time(4_600_103)) == time(4_600_100))
    #expect(clock.isMonotonic == true)
    #expect(clock.time(of: stamp(4_600_108), now: time(4_600_140)) == time(4_600_108))
  }

  @Test func `the monotonic clock is recognised by a program that was starved while it started`() {
    var clock = TouchClock()
    #expect(clock.time(of: stamp(4_600_100), now: time(4_604_100)) == time(4_600_100))
    #expect(clock.isMonotonic == true)
    #expect(clock.time(of: stamp(4_600_350), now: time(4_604_100)) == time(4_600_350))
  }

  @Test func `the monotonic clock is recognised after its first 49 days`() {
    var clock = TouchClock()
    let uptime: Int64 = 3 * (1 << 32) + 17
    #expect(clock.time(of: stamp(uptime), now: time(uptime + 5)) == time(uptime))
    #expect(clock.isMonotonic == true)
  }

  @Test(.recognition("A19")) func `time continues when a timestamp wraps around`() {
    var clock = TouchClock()
    let edge: Int64 = 1 << 32
    #expect(clock.time(of: stamp(edge - 3), now: time(edge - 3)) == time(edge - 3))
    #expect(clock.time(of: stamp(edge + 497), now: time(edge + 497)) == time(edge + 497))
    var foreign = TouchClock()
    let start = foreign.time(of: stamp(edge - 250), now: time(1_000))
    let end = foreign.time(of: stamp(edge + 250), now: time(1_500))
    #expect(end - start == .milliseconds(500))
  }

  @Test func `a stamp a little older than the last is not 49 days later`() {
    var clock = TouchClock()
    _ = clock.time(of: stamp(10_000), now: time(10_001))
    #expect(clock.time(of: stamp(9_997), now: time(10_020)) == time(9_997))
    #expect(clock.time(of: stamp(10_008), now: time(10_021)) == time(10_008))
  }

  @Test func `the first stamp of a strange clock is the present, and differences are kept`() {
    var clock = TouchClock()
    #expect(clock.time(of: stamp(999_000_000), now: time(5_000)) == time(5_000))
    #expect(clock.isMonotonic == false)
    #expect(clock.time(of: stamp(999_000_008), now: time(5_010)) == time(5_008))
  }

  @Test(.recognition("A22")) func `a batch after a stall keeps its stamps`() {
    var clock = TouchClock()
    _ = clock.time(of: stamp(10_000), now: time(10_001))
    for step in 1...120 {
      #expect(clock.time(of: stamp(10_000 + Int64(step) * 8), now: time(12_000)) == time(10_000 + Int64(step) * 8))
    }
  }

  @Test func `a clock that is set is followed from the present`() {
    var clock = TouchClock()
    _ = clock.time(of: stamp(10_000), now: time(10_001))
    #expect(clock.time(of: stamp(900_000), now: time(10_010)) == time(10_010))
    #expect(clock.time(of: stamp(900_005), now: time(10_016)) == time(10_015))
  }

  @Test func `nanoseconds come before milliseconds`() {
    var clock = TouchClock()
    let fine = TouchStamp(milliseconds: 77, nanoseconds: 5_000_000_123)
    #expect(clock.time(of: fine, now: time(5_001)).nanoseconds == 5_000_000_123)
  }
}
