public import Offhand

/// Decides when a frame that differs from the one on the surface is drawn and committed. Has no state.
public protocol PresentationPolicy: Sendable {
  /// Whether a frame may be drawn at `now`.
  func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity
}

/// Whether a frame may be drawn now.
public enum FrameOpportunity: Sendable, Hashable {
  /// Now.
  case now
  /// At that moment, so that the frame shows the latest touches.
  case at(Timestamp)
  /// After the next event of the compositor: it has not shown the last frame, or not given the surface a size.
  case later
}

/// The known timing with which the compositor shows frames.
public struct FramePacing: Sendable, Hashable {
  /// Whether the compositor has not yet begun to show the last committed frame.
  public var awaitsCallback = false
  /// The moment of the last commit; `nil` before the first.
  public var lastCommit: Timestamp?
  /// The moment of the last frame callback; `nil` before the first.
  public var lastCallback: Timestamp?
  /// The time between two frames; `nil` if it is unknown.
  public var refreshInterval: Duration?
  /// The longest recent time from the beginning of the drawing to the commit.
  public var drawingTime = Duration.zero
  /// Whether the compositor has reported when a frame was seen.
  public var reportsPresentations = false

  /// A rhythm of which nothing is known.
  public init() {}
}

/// Draws when the compositor requests a frame: every drawn frame is shown.
public struct FrameCallbackPolicy: PresentationPolicy {
  /// The policy.
  public init() {}

  /// Now, unless the callback of the last frame is outstanding.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    pacing.awaitsCallback ? .later : .now
  }
}

extension PresentationPolicy where Self == FrameCallbackPolicy {
  /// Draws when the compositor requests a frame.
  public static var frameCallback: FrameCallbackPolicy { FrameCallbackPolicy() }
}

/// Draws once per refresh, as late as possible: one frame for each that the compositor shows, with the latest touches in it.
///
/// The compositor sends a frame callback when it begins to show a frame, so it begins with the next one refresh later. If the
/// refresh is unknown, the policy draws at the callback.
public struct LateLatchPolicy: PresentationPolicy {
  /// The time left of the refresh after the drawing, for the socket and for the compositor's own drawing.
  public var margin: Duration

  /// A policy that leaves `margin`; 3 ms were enough for both compositors that were measured, also on a busy machine.
  public init(margin: Duration = .milliseconds(3)) { self.margin = margin }

  /// As late as the drawing time and the margin allow.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    if pacing.awaitsCallback { return .later }
    guard let last = pacing.lastCallback, let interval = pacing.refreshInterval else { return .now }
    let latch = last + interval - (pacing.drawingTime + margin)
    return latch > now ? .at(latch) : .now
  }
}

extension PresentationPolicy where Self == LateLatchPolicy {
  /// Draws once per refresh, as late as possible.
  public static var lateLatch: LateLatchPolicy { LateLatchPolicy() }
}

/// Commits every frame at once; one that the compositor has not shown is replaced. Has the lowest latency and draws the most: 2.5 frames
/// for each that is seen (Design/Platform.md "When to commit").
public struct ImmediatePolicy: PresentationPolicy {
  /// The shortest time between two commits. Without it an animation would use all of a processor.
  public var shortestInterval: Duration

  /// A policy; 2 ms is shorter than the time between two reports of any usual touch screen.
  public init(shortestInterval: Duration = .milliseconds(2)) { self.shortestInterval = shortestInterval }

  /// Now, unless the last commit is more recent than `shortestInterval`.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    guard let last = pacing.lastCommit, last + shortestInterval > now else { return .now }
    return .at(last + shortestInterval)
  }
}

extension PresentationPolicy where Self == ImmediatePolicy {
  /// Commits every frame at once.
  public static var immediate: ImmediatePolicy { ImmediatePolicy() }
}

/// Draws once per refresh, late, where the compositor reports when frames are seen, and otherwise commits at once: the shortest latency at
/// which no more is drawn than is seen, as far as that can be known (Design/Platform.md "When to commit").
public struct AutomaticPolicy: PresentationPolicy {
  /// The policy.
  public init() {}

  /// As `LateLatchPolicy` or as `ImmediatePolicy`.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    pacing.reportsPresentations
      ? LateLatchPolicy().opportunity(pacing, at: now) : ImmediatePolicy().opportunity(pacing, at: now)
  }
}

extension PresentationPolicy where Self == AutomaticPolicy {
  /// Draws late where the compositor reports when frames are seen, and otherwise commits at once.
  public static var automatic: AutomaticPolicy { AutomaticPolicy() }
}
