import OffhandBenchmarks
import Synchronization
import Testing

struct OpenLoopGeneratorTests {
  private static let millisecond: Int64 = 1_000_000

  /// A machine whose clock only moves when somebody waits, and which comes back late.
  private final class LateClock: OpenLoopGenerator.Clock {
    var time: Int64 = 0
    let lateness: Int64

    init(lateness: Int64) { self.lateness = lateness }

    func now() -> Int64 { time }
    func wait(until moment: Int64) { time = max(time, moment) + lateness }
  }

  @Test func `a generator that is late by 3 ms shows 3 ms`() {
    let clock = LateClock(lateness: 3 * Self.millisecond)
    var record = LatencyRecord()
    OpenLoopGenerator(start: 100, rate: 125, count: 200).run(on: clock) { _, due, now in
      record.inputs.append(.init(scheduled: due, sent: now, woken: now, assembled: now, decided: now))
      return true
    }
    let late = LatencyAttribution(record, warmUp: .zero).latencies(to: .sent)
    #expect(late == [Int64](repeating: 3 * Self.millisecond, count: 200))
    // It is in what came after, because all is counted from the moment that was due.
    #expect(LatencyAttribution(record, warmUp: .zero).latencies(to: .decided) == late)
  }

  @Test func `inputs are due when the schedule says, however late the one before went`() {
    let clock = LateClock(lateness: 20 * Self.millisecond)
    var dues: [Int64] = []
    OpenLoopGenerator(start: 5, rate: 100, count: 4).run(on: clock) { _, due, _ in
      dues.append(due)
      return true
    }
    #expect(dues == [5, 10_000_005, 20_000_005, 30_000_005])
  }

  @Test func `a closed loop forgives a stall that an open loop shows`() throws {
    // A program that takes 1 ms for an input, and once stalls for 400 ms. It is called and not only told, so the generator
    // cannot send before it is done: counted from when an input was sent, the loop is closed.
    let clock = LateClock(lateness: 0)
    var open: [Double] = []
    var closed: [Double] = []
    OpenLoopGenerator(start: 0, rate: 100, count: 1000).run(on: clock) { index, due, now in
      clock.time += (index == 100 ? 400 : 1) * Self.millisecond
      open.append(Double(clock.time - due) / 1e6)
      closed.append(Double(clock.time - now) / 1e6)
      return true
    }
    let truth = try #require(Quantiles(open))
    let wrong = try #require(Quantiles(closed))
    // 400 ms of 10 s: a user who touches at any moment meets the stall in 4 of 100 cases, not in 1 of 1,000.
    #expect(try #require(truth.p99) > 300)
    #expect(wrong.p99 == 1)
    #expect(truth.maximum == 400 && wrong.maximum == 400)
  }
}
