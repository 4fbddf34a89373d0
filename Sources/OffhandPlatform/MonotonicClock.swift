import CPlatform
import Glibc
public import Offhand

/// The kernel's monotonic clock, on which libinput stamps its events.
public enum MonotonicClock {
  /// The present moment.
  public static func now() -> Timestamp {
    var time = timespec()
    // It cannot fail: the clock is known and the structure is ours.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
