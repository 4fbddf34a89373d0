public import Offhand

/// A frame that was seen.
public struct Presentation: Sendable, Hashable {
  /// The commits that this frame showed: its own number is the last; those before were replaced before they were seen, and
  /// what they answered was first seen with this one.
  public var commits: ClosedRange<Int>
  /// When it was seen, on the monotonic clock.
  public var time: Timestamp
  /// How far `time` may be off because the compositor's clock was converted; zero where it is the monotonic one.
  public var uncertainty = Duration.zero
  /// The time to the next refresh; `nil` where the output has no constant one.
  public var refreshInterval: Duration?
}
