import Offhand
import OffhandPlatform

/// The monotonic clock, as measurements read it: in nanoseconds, with a known cost.
package enum BenchmarkClock {
  /// Nanoseconds now.
  @inline(__always)
  package static func now() -> Int64 { MonotonicClock.now().nanoseconds }

  /// The smallest difference between two readings in a row, in nanoseconds: part of every time measured with this clock.
  package static func cost() -> Int64 {
    var cheapest = Int64.max
    for _ in 0..<10_000 {
      let start = now()
      cheapest = min(cheapest, now() - start)
    }
    return cheapest
  }

  /// Sleeps until `time` or a little longer.
  package static func sleep(until time: Int64) { MonotonicClock.sleep(until: Timestamp(nanoseconds: time)) }
}
