/// Whether an overlay goes along with what it belongs to (placement.md §2.7).
public enum OverlayFollowing: String, Sendable, Hashable {
  /// Stays where it was placed.
  case fixed
  /// Keeps its place relative to the anchor, but moves only once the anchor has gone far.
  case slot
  /// Moves with the anchor in every frame, as the original did.
  case follow
}
