import CPlatform
import Glibc
import Offhand

/// The clock on which the compositor says when frames were seen, and how far it is from the monotonic one.
///
/// The two may run apart, if only by parts in a million, so they are compared anew every second (platform.md §0.1.4:
/// weston's headless outputs use the raw clock, 249 ms apart after an hour). A comparison reads the monotonic clock, the
/// other one and the monotonic one again; the other reading lies somewhere between the two, so half their distance is what
/// the result may be off. Of five comparisons the closest counts.
struct PresentationClock {
  /// The kernel's number of the clock.
  let id: UInt32
  /// How far moments that were converted last may be off; zero on the monotonic clock.
  private(set) var uncertainty = Duration.zero

  private static let comparisons = 5
  private static let validity: Int64 = 1_000_000_000

  private var offset: Int64 = 0
  private var comparedAt: Int64?

  init(id: UInt32) { self.id = id }

  /// A moment of this clock on the monotonic one.
  mutating func monotonic(_ nanoseconds: Int64) -> Timestamp {
    guard id != UInt32(CLOCK_MONOTONIC) else { return Timestamp(nanoseconds: nanoseconds) }
    let now = PresentationClock.read(CLOCK_MONOTONIC)
    if comparedAt.map({ now &- $0 > PresentationClock.validity }) ?? true { compare() }
    return Timestamp(nanoseconds: nanoseconds &+ offset)
  }

  private mutating func compare() {
    var closest = Int64.max
    for _ in 0..<PresentationClock.comparisons {
      let before = PresentationClock.read(CLOCK_MONOTONIC)
      let here = PresentationClock.read(Int32(bitPattern: id))
      let after = PresentationClock.read(CLOCK_MONOTONIC)
      guard after - before < closest else { continue }
      closest = after - before
      offset = before &+ (after - before) / 2 &- here
      comparedAt = after
    }
    uncertainty = .nanoseconds((closest + 1) / 2)
  }

  /// The present moment on the monotonic clock.
  static func now() -> Timestamp { Timestamp(nanoseconds: read(CLOCK_MONOTONIC)) }

  private static func read(_ clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
