import CPlatform
import Glibc
public import Offhand

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
