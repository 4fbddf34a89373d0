public import Offhand

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
