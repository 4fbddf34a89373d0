import CPlatform
import Glibc
import Offhand

/// The clock on which the compositor says when frames were seen.
struct PresentationClock {
  /// The kernel's number of the clock.
  let id: UInt32

  /// A moment of this clock on the monotonic one.
  ///
  /// The two may run apart, if only by parts in a million, so both are read now (platform.md §0.1.4: weston's headless
  /// outputs use the raw clock, 249 ms apart after an hour).
  func monotonic(_ nanoseconds: Int64) -> Timestamp {
    guard id != UInt32(CLOCK_MONOTONIC) else { return Timestamp(nanoseconds: nanoseconds) }
    let here = PresentationClock.read(Int32(bitPattern: id))
    let there = PresentationClock.read(CLOCK_MONOTONIC)
    return Timestamp(nanoseconds: nanoseconds &+ (there &- here))
  }

  /// The present moment on the monotonic clock.
  static func now() -> Timestamp { Timestamp(nanoseconds: read(CLOCK_MONOTONIC)) }

  private static func read(_ clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
