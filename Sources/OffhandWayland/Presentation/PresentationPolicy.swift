public import Offhand

/// Decides when a frame that differs from the one on the surface is drawn and committed. One job, no state.
public protocol PresentationPolicy: Sendable {
  /// Whether a frame may be drawn at `now`.
  func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity
}

/// Whether a frame may be drawn now.
public enum FrameOpportunity: Sendable, Hashable {
  /// Now.
  case now
  /// At that moment, so that it shows the latest touches.
  case at(Timestamp)
  /// When the compositor has said something: it has not shown the last frame, or has not said how large the surface is.
  case later
}

/// What is known of the rhythm in which the compositor shows frames.
public struct FramePacing: Sendable, Hashable {
  /// Whether a frame was committed that the compositor has not begun to show.
  public var awaitsCallback = false
  /// When the last frame was committed; `nil` before the first.
  public var lastCommit: Timestamp?
  /// When the compositor last asked for a frame; `nil` before it did, and while the surface is hidden.
  public var lastCallback: Timestamp?
  /// The time between two frames; `nil` where nobody says.
  public var refreshInterval: Duration?
  /// How long the longest of the last frames took from the beginning of the drawing to the commit.
  public var drawingTime = Duration.zero

  /// Nothing known.
  public init() {}
}

/// Draws when the compositor asks for a frame: each is shown, none is drawn for nothing.
public struct FrameCallbackPolicy: PresentationPolicy {
  /// The only one there is.
  public init() {}

  /// Now, unless the last frame has not been asked about.
  public func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    pacing.awaitsCallback ? .later : .now
  }
}

extension PresentationPolicy where Self == FrameCallbackPolicy {
  /// Draws when the compositor asks for a frame.
  public static var frameCallback: FrameCallbackPolicy { FrameCallbackPolicy() }
}

/// Draws once a refresh, as late as it can be done: one frame for each the compositor shows, with the latest touches in it.
///
/// The compositor asks for the next frame when it begins to show one, so it begins with the next one refresh later. Where
/// no refresh is known it draws when it is asked to.
public struct LateLatchPolicy: PresentationPolicy {
  /// What is left of the refresh after the drawing: the way through the socket and the compositor's own turn.
  public var margin: Duration

  /// A policy that leaves `margin`; 3 ms are enough for both compositors that were measured, and for a busy machine.
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
  /// Draws once a refresh, as late as it can be done.
  public static var lateLatch: LateLatchPolicy { LateLatchPolicy() }
}

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
