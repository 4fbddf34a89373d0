/// The position of an overlay, and the reason for it.
public struct Placement: Sendable, Hashable {
  /// The position, in millimetres. Round to pixels when drawing, not before.
  public var rect: Rect
  /// The side of the anchor on which the overlay is.
  public var side: Side
  /// The point that an arrow or a line points at: the point of the anchor nearest to the overlay.
  public var target: Point
  /// Whether a line from `target` to the overlay is needed to show what it belongs to.
  public var needsLeader: Bool
  /// The expected hidden fraction, 0 to 1.
  public var hidden: Double
  /// The hand that the touches were attributed to.
  public var hand: Hand
  /// The reason for this position.
  public var reason: PlacementReason
  /// Whether the overlay is larger than its bounds and is clipped at the trailing edges.
  public var isClipped: Bool
  /// Whether to show the overlay: `false` once its anchor has been out of the bounds for 150 ms (Design/Placing.md case 18).
  public var isShown = true
  /// The transition from its previous position.
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
    self.hand = hand
    self.reason = reason
    self.isClipped = isClipped
    self.transition = transition
  }

  /// The expected visibility of the overlay.
  public var quality: PlacementQuality {
    isClipped || reason == .degenerate ? .obstructed : PlacementQuality(hidden: hidden)
  }
}

/// The transition of a shown overlay to another position (Design/Placing.md "Relocation").
public enum OverlayTransition: UInt8, Sendable {
  /// Moves at once.
  case jump
  /// Slides on a critically damped spring: for short distances that cross no finger.
  case slide
  /// Fades out at the old position and in at the new one: for long distances, across a finger, and with reduced motion.
  case hop
}

/// The expected visibility of an overlay.
public enum PlacementQuality: String, Sendable, Hashable {
  /// Nearly all of it: at most 10 % hidden.
  case clear
  /// Most of it: at most 35 % hidden, the fraction above which an overlay is worth moving (Design/Placing.md "Relocation").
  case partial
  /// Less, without a better position; or it is clipped.
  case obstructed

  /// The quality of an overlay of which the fraction `hidden` is expected to be hidden.
  init(hidden: Double) { self = hidden <= 0.1 ? .clear : (hidden <= 0.35 ? .partial : .obstructed) }
}

/// The reason for the position of an overlay.
public enum PlacementReason: String, Sendable, Hashable, CaseIterable {
  /// The original's rule for a left or a right hand: diagonally above, away from the hand.
  case originalRule = "original-rule"
  /// The original's rule for an unknown hand: over the middle of the touches.
  case originalUnknown = "original-unknown"
  /// Without touches: offset, flip and shift.
  case noHand = "no-hand"
  /// There was room on the preferred side.
  case wantedSide = "wanted-side"
  /// There was no room on the preferred side, so it is on the opposite one.
  case flipped
  /// Shifted along the edge of the bounds to stay inside.
  case shifted
  /// The cheapest position near the anchor.
  case leastHidden = "least-hidden"
  /// Everything near is hidden, so it is farther away, joined by a line.
  case leader
  /// Everything near is hidden, so it is at an edge or in a corner of the bounds.
  case docked
  /// Stays at its previous position.
  case kept
  /// Moved with its anchor.
  case followed
  /// Was hidden for too long, so it moved.
  case relocated
  /// The smaller size was needed.
  case compact
  /// Does not fit into the bounds: aligned with the leading edge and clipped.
  case clipped
  /// The size, the bounds or the anchor is empty or not finite.
  case degenerate
}
