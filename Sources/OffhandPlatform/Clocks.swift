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

/// The day in the world, for what is kept from run to run; everything else goes by ``MonotonicClock``.
public enum WallClock {
  /// Days since the first of January 1970, in UTC.
  public static func today() -> Int {
    var time = timespec()
    // It cannot fail: the clock is known and the structure is ours.
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) / 86_400
  }
}

/// Becomes readable at one moment of the monotonic clock. Wraps `timerfd` with absolute times.
public struct DeadlineTimer: ~Copyable {
  private let timer: Descriptor

  /// A timer that is not armed. Throws where the process has no descriptor left.
  public init() throws(KernelError) {
    timer = try Descriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)), from: "timerfd_create")
  }

  /// What to wait for.
  public var descriptor: Int32 { timer.number }

  /// Arms the timer for `deadline`; a moment that has passed makes it readable at once. `nil` disarms it.
  public func arm(_ deadline: Timestamp?) throws(KernelError) {
    var setting = itimerspec()
    if let deadline {
      // All zero would disarm the timer, and negative times are refused.
      let nanoseconds = max(1, deadline.nanoseconds)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    guard timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw .last("timerfd_settime")
    }
  }

  /// Takes the expiry back, so that the descriptor is no longer readable.
  public func acknowledge() {
    var count: UInt64 = 0
    _ = read(timer.number, &count, MemoryLayout.size(ofValue: count))
  }
}
