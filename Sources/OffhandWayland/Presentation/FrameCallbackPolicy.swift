public import Offhand

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
