import CPlatform
import Glibc
public import Offhand

/// The kernel's monotonic clock (`CLOCK_MONOTONIC`), by which libinput and most compositors stamp their events.
public enum MonotonicClock {
  /// The current time.
  public static func now() -> Timestamp { Timestamp(nanoseconds: nanoseconds(of: CLOCK_MONOTONIC)) }

  /// The current time of any kernel clock, in nanoseconds (`clock_gettime`); 0 if the clock does not exist.
  package static func nanoseconds(of clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until `moment` (`clock_nanosleep`), even if signals arrive; returns at once if it has passed.
  package static func sleep(until moment: Timestamp) {
    var time = timespec(moment)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}

extension MonotonicClock {
  /// Sleeps for `duration`, even if signals arrive.
  package static func sleep(for duration: Duration) { sleep(until: now() + duration) }
}

/// The calendar's clock (`CLOCK_REALTIME`), for data stored between runs or sent to other machines; everything else uses ``MonotonicClock``.
package enum WallClock {
  /// Whole days since 1 January 1970, in UTC.
  package static func today() -> Int { Int(nanoseconds() / 86_400_000_000_000) }

  /// Nanoseconds since 1 January 1970, in UTC.
  package static func nanoseconds() -> Int64 { MonotonicClock.nanoseconds(of: CLOCK_REALTIME) }
}

/// A descriptor that becomes readable at a moment of the monotonic clock (`timerfd`, with absolute times).
package struct DeadlineTimer: ~Copyable {
  private let timer: Descriptor

  /// A disarmed timer. Throws if the process is out of descriptors.
  package init() throws(KernelError) {
    timer = try Descriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)), from: "timerfd_create")
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { timer.number }

  /// Arms the timer for `deadline`; it becomes readable at once if that has passed. `nil` disarms it.
  package func arm(_ deadline: Timestamp?) throws(KernelError) {
    var setting = itimerspec()
    // A time of zero would disarm the timer.
    if let deadline { setting.it_value = timespec(max(deadline, Timestamp(nanoseconds: 1))) }
    guard timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw .last("timerfd_settime")
    }
  }

  /// Makes the descriptor unreadable until the timer expires again.
  package func acknowledge() {
    var count: UInt64 = 0
    _ = read(timer.number, &count, MemoryLayout.size(ofValue: count))
  }
}

extension timespec {
  /// A moment of the kernel's clock, which refuses negative times.
  fileprivate init(_ moment: Timestamp) {
    let nanoseconds = max(0, moment.nanoseconds)
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
