/// The basis of a placement: the inferred hands, the candidates with their costs, and the placed overlays. Positions and lengths
/// are in millimetres on the output plane.
package struct PlacementExplanation: Sendable {
  /// The convex hull of two discs: a finger segment, a palm or a forearm as it occludes the panel.
  package struct Piece: Sendable, Hashable {
    /// The centre of the first disc.
    package var start: Point
    package var startRadius: Double
    /// The centre of the second disc.
    package var end: Point
    package var endRadius: Double
  }

  /// A hand to draw.
  package struct Outline: Sendable, Hashable {
    package var side: Handedness
    /// The probability of that side, 0 to 1.
    package var probability: Double
    /// Its share of the shade: 1, or a half where no side is named and both hands are drawn.
    package var opacity: Double
    package var pieces: [Piece]
  }

  package struct Option: Sendable, Hashable {
    package var rect: Rect
    /// Its cost, without a unit; the cheapest option wins.
    package var cost: Double
    /// The part of its cost that most exceeds that of the chosen position.
    package var drawback: Drawback
  }

  /// What cost a position the choice, in words after "it was".
  package enum Drawback: String, Sendable {
    /// Hands hide more of it, when it was considered or a moment later.
    case hidden = "more hidden"
    /// It is farther from what it belongs to, or out of reach.
    case farther
    case wrongSide = "other side"
    case moved = "away from before"
    case onContent = "over content"
    case onFingers = "on the fingers"
    case atEdge = "at the edge"
    /// Its cost hardly differs, or it was not worth a move.
    case slight = "hardly worse"
  }

  /// The inferred state of the hand that touched first.
  package struct Belief: Sendable, Hashable {
    package var side: Handedness
    package var isNamed: Bool
    /// The probability of `side`, 0.5 to 1.
    package var probability: Double
    /// How the hand touches the panel.
    package var grip: Grip
  }

  package var panel: Rect
  /// The touches of all hands, including hands that have just lifted.
  package var touches: [Point]
  /// The hands to draw.
  package var outlines: [Outline]
  /// The options of the latest decision, cheapest first.
  package var options: [Option]
  /// The placements of all overlays, the latest last; `reason` explains each position.
  package var placements: [Placement]
  /// The hand that touched first; `nil` without touches.
  package var belief: Belief?
  /// Whether the strategy judges what the hands hide; otherwise the shares in `placements` say nothing.
  package var isJudged = true
}

extension PlacementExplanation {
  /// What there is to say about a strategy that judges no hand: the touches and the overlay.
  package init(panel: Rect, touches: [Point], unjudged placements: [Placement]) {
    self.init(panel: panel, touches: touches, outlines: [], options: [], placements: placements, isJudged: false)
  }
}
