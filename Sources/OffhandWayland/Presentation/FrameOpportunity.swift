public import Offhand

/// Whether a frame may be drawn now.
public enum FrameOpportunity: Sendable, Hashable {
  /// Now.
  case now
  /// At that moment, so that it shows the latest touches.
  case at(Timestamp)
  /// When the compositor has said something: it has not shown the last frame, or has not said how large the surface is.
  case later
}
