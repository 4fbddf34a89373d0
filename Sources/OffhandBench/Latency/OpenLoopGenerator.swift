import OffhandBenchmarks

/// Sends inputs on a fixed schedule, independent of the program under test.
///
/// The time an input is due is fixed in advance, and latency counts from it: if the generator is late or the program stalls, the
/// latencies of the inputs that had to wait show it. A generator that waits for each reaction sends nothing during a stall, and
/// measures one slow input instead of many.
struct OpenLoopGenerator: Sendable {
  /// The clock of a generator.
  protocol Clock {
    /// Nanoseconds now.
    func now() -> Int64
    /// Returns at `time` or later.
    func wait(until time: Int64)
  }

  /// The start of the schedule, in ns.
  let start: Int64
  /// The time each input is due, in ns after `start`.
  let offsets: [Int64]

  /// The time input `index`, from 0, is due.
  func due(_ index: Int) -> Int64 { start + offsets[index] }

  /// Calls `send` for every input with its index, the time it was due and the present time, until it returns false.
  func run(on clock: some Clock, send: (_ index: Int, _ due: Int64, _ now: Int64) -> Bool) {
    for index in offsets.indices {
      let due = due(index)
      clock.wait(until: due)
      guard send(index, due, clock.now()) else { return }
    }
  }
}

extension OpenLoopGenerator {
  /// The monotonic clock. Sleeps until shortly before the time and then spins, because a sleep alone ends late by the timer's slack and
  /// the scheduling delay.
  struct SpinningClock: Clock, Sendable {
    /// Time before the end at which it wakes to spin, in ns.
    private static let spin: Int64 = 300_000

    /// Nanoseconds now.
    func now() -> Int64 { BenchmarkClock.now() }

    /// Returns at `time`, or as late as the scheduler causes.
    func wait(until time: Int64) {
      if time - BenchmarkClock.now() > SpinningClock.spin {
        _ = BenchmarkClock.sleep(until: time - SpinningClock.spin)
      }
      while BenchmarkClock.now() < time {}
    }
  }
}
