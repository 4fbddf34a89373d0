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

/// How an overlay that is seen gets to another place (placement.md §2.7).
public enum OverlayTransition: UInt8, Sendable {
  /// At once: for a correction that nobody sees.
  case jump
  /// On a critically damped spring: for short ways that cross no finger.
  case slide
  /// Fades out here and in there: for long ways, ways across a finger, and where motion is to be reduced.
  case hop
}

/// How much of an overlay people are expected to see.
public enum PlacementQuality: String, Sendable, Hashable {
  /// All or nearly all of it: at most a tenth hidden.
  case clear
  /// Most of it: at most 35 % hidden, the share above which an overlay is worth moving (placement.md §2.7).
  case partial
  /// Too little, and there was no better place; or it had to be cut.
  case obstructed

  /// The quality of an overlay of which the fraction `hidden` is expected to be hidden.
  public init(hidden: Double) {
    self = hidden <= 0.1 ? .clear : (hidden <= 0.35 ? .partial : .obstructed)
  }
}

/// Why an overlay stands where it does, in one word that a test can compare and a person can read.
public enum PlacementReason: String, Sendable, Hashable, CaseIterable {
  /// The original's rule for a left or a right hand: diagonally above, away from the hand.
  case originalRule = "original-rule"
  /// The original's rule could not tell the hand: over the middle of the fingers.
  case originalUnknown = "original-unknown"
  /// Nobody touches the glass: offset, flip and shift.
  case noHand = "no-hand"
  /// There was room on the wanted side.
  case wantedSide = "wanted-side"
  /// There was no room on the wanted side, so it stands on the opposite one.
  case flipped
  /// Pushed along the edge of the bounds to stay inside.
  case shifted
  /// The least hidden place near the anchor.
  case leastHidden = "least-hidden"
  /// Everything near is hidden, so it stands further off, joined by a line.
  case leader
  /// Everything near is hidden, so it stands at an edge or in a corner of the bounds.
  case docked
  /// Stays where it was placed before.
  case kept
  /// Went along with its anchor.
  case followed
  /// Was hidden for too long, so it moved.
  case relocated
  /// The smaller size was needed.
  case compact
  /// It does not fit into the bounds: cut at the leading edge.
  case clipped
  /// Nothing can be said: the size, the bounds or the anchor is empty or not a number.
  case degenerate
}
