/// What came of drawing a frame.
public enum DrawOutcome: Sendable, Hashable {
  /// It is with the compositor; the number counts the commits of the surface from 1.
  case committed(Int)
  /// Nothing was different, so nothing was committed.
  case unchanged
  /// The compositor has all buffers. It gives one back before long, and then the frame can be drawn.
  case starved
  /// The surface has no size yet.
  case unconfigured
}
