public import Offhand

/// Commits every frame at once; one that the compositor has not shown is replaced. The lowest latency, the most drawing:
/// on weston 28 ms from touch to glass instead of 54 (platform.md §0.1.6).
public struct ImmediatePolicy: PresentationPolicy {
  /// The shortest time between two commits. The compositor answers each at once, so without it an animation would take all
  /// of a processor.
  public var shortestInterval: Duration

  /// A policy; 2 ms is shorter than the time between two reports of any usual touch screen.
  public init(shortestInterval: Duration = .milliseconds(2)) { self.shortestInterval = shortestInterval }

  /// Now, unless the last commit was only just made.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    guard let last = pacing.lastCommit, last + shortestInterval > now else { return .now }
    return .at(last + shortestInterval)
  }
}

extension PresentationPolicy where Self == ImmediatePolicy {
  /// Commits every frame at once.
  public static var immediate: ImmediatePolicy { ImmediatePolicy() }
}
