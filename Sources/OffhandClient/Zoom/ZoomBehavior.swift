public import Offhand

/// How a zoom view's popover behaves in time.
public struct ZoomBehavior: Sendable, Hashable {
  /// Whether the popover goes along with the fingers.
  public var following: OverlayFollowing
  /// How long it stays after the fingers have lifted.
  public var linger: Duration

  /// How far from the edges of the surface it stays, in millimetres.
  public var margin: Double
  /// What is shown of how the popover is placed, while fingers are down.
  public var commentary = PlacementCommentary.none

  /// A behaviour.
  public init(following: OverlayFollowing, linger: Duration, margin: Double) {
    self.margin = margin
    self.following = following
    self.linger = linger
  }

  /// Stays where it was placed, its shadow off the edges, and long enough after the gesture to read the result (placement.md §2.7).
  public static let calm = ZoomBehavior(following: .fixed, linger: OverlayTiming.linger, margin: 2)
  /// Goes along with the fingers and goes with them, as the original's did; the strategy knows its margin (recognizers.md §1).
  public static let original = ZoomBehavior(following: .follow, linger: .zero, margin: 0)
}
