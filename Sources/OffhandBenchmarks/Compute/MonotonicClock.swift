import Glibc

/// The machine's monotonic clock; benchmarks read it, nothing else of ours does.
public enum MonotonicClock {
  /// Nanoseconds now.
  @inline(__always)
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What reading the clock twice in a row costs at least, in nanoseconds: the floor under every time measured with it.
  public static func cost() -> Int64 {
    var cheapest = Int64.max
    for _ in 0..<10_000 {
      let start = now()
      cheapest = min(cheapest, now() - start)
    }
    return cheapest
  }

  /// Sleeps until `time`; answers how late it woke, in nanoseconds.
  public static func sleep(until time: Int64) -> Int64 {
    var wake = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
    return now() - time
  }
}
