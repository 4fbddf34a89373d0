public import Offhand

/// Commits every frame at once; one that the compositor has not shown is replaced. The lowest latency, the most drawing:
/// on weston 28 ms from touch to glass instead of 54 (platform.md §0.1.6).
public struct ImmediatePolicy: PresentationPolicy {
  /// The only one there is.
  public init() {}

  /// Always now.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity { .now }
}

extension PresentationPolicy where Self == ImmediatePolicy {
  /// Commits every frame at once.
  public static var immediate: ImmediatePolicy { ImmediatePolicy() }
}
