/// The answer to a request: where the overlay stands, and why.
public struct Placement: Sendable, Hashable {
  /// Where it stands, in millimetres. Round it to pixels when drawing, not before.
  public var rect: Rect
  /// The side of its anchor on which it stands.
  public var side: Side
  /// What the arrow or the line points at: the place of the anchor that is nearest to the overlay.
  public var target: Point
  /// Whether a line from `target` to the overlay is needed to see what belongs together.
  public var needsLeader: Bool
  /// The expected hidden fraction, 0 to 1.
  public var hidden: Double
  /// How much of it people are expected to see.
  public var quality: PlacementQuality
  /// Whose hand the strategy took it to be.
  public var hand: Hand
  /// Why here.
  public var reason: PlacementReason
  /// Whether the overlay is larger than its bounds and is cut at the trailing edges.
  public var isClipped: Bool
  /// Whether to show it: not where what it belongs to has been out of the bounds for 150 ms (placement.md case 18).
  public var isShown = true
  /// How it gets here, if it was seen elsewhere in the frame before.
  public var transition: OverlayTransition

  /// A placement.
  public init(
    rect: Rect, side: Side, target: Point, needsLeader: Bool = false, hidden: Double = 0, hand: Hand = .unknown,
    reason: PlacementReason, isClipped: Bool = false, transition: OverlayTransition = .jump
  ) {
    self.rect = rect
    self.side = side
    self.target = target
    self.needsLeader = needsLeader
    self.hidden = hidden
    self.quality = isClipped ? .obstructed : PlacementQuality(hidden: hidden)
    self.hand = hand
    self.reason = reason
    self.isClipped = isClipped
    self.transition = transition
  }
}
