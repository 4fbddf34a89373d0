public import Offhand

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
