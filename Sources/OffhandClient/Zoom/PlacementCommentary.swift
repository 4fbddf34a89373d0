/// What a view shows of how its overlays are placed.
public enum PlacementCommentary: Sendable, Hashable {
  /// The overlays, and nothing else.
  case none
  /// Fingers, shadow, places considered and the winning reason, over the scene.
  case explained
}
