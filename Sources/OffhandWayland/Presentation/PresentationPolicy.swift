public import Offhand

/// Decides when a frame that differs from the one on the surface is drawn and committed. One job, no state.
public protocol PresentationPolicy: Sendable {
  /// Whether a frame may be drawn at `now`.
  func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity
}
