import Glibc
import Offhand
import OffhandPlatform

/// The clock on which the compositor reports presented frames, and its distance from the monotonic clock.
///
/// The two may drift by parts per million, so they are compared every second (Design/Platform.md "Clocks": weston's headless outputs use
/// the raw clock, 249 ms apart after an hour). A comparison reads the monotonic clock, the other clock and the monotonic clock
/// again; the other reading lies between the two, so half their distance is the greatest error. The closest of five comparisons
/// counts.
struct PresentationClock {
  /// The kernel's number of the clock.
  let id: UInt32
  /// The greatest error of the last conversion; zero on the monotonic clock.
  private(set) var uncertainty = Duration.zero

  private static let comparisons = 5
  /// Nanoseconds after which the clocks are compared again.
  private static let validity: Int64 = 1_000_000_000

  private var offset: Int64 = 0
  private var comparedAt: Int64?

  init(id: UInt32) { self.id = id }

  /// Converts a moment of this clock, in nanoseconds, to the monotonic clock.
  mutating func monotonic(_ nanoseconds: Int64) -> Timestamp {
    guard id != UInt32(CLOCK_MONOTONIC) else { return Timestamp(nanoseconds: nanoseconds) }
    let now = MonotonicClock.nanoseconds(of: CLOCK_MONOTONIC)
    if comparedAt.map({ now &- $0 > PresentationClock.validity }) ?? true { compare() }
    return Timestamp(nanoseconds: nanoseconds &+ offset)
  }

  private mutating func compare() {
    var closest = Int64.max
    for _ in 0..<PresentationClock.comparisons {
      let before = MonotonicClock.nanoseconds(of: CLOCK_MONOTONIC)
      let here = MonotonicClock.nanoseconds(of: Int32(bitPattern: id))
      let after = MonotonicClock.nanoseconds(of: CLOCK_MONOTONIC)
      guard after - before < closest else { continue }
      closest = after - before
      offset = before &+ (after - before) / 2 &- here
      comparedAt = after
    }
    uncertainty = .nanoseconds((closest + 1) / 2)
  }
}
