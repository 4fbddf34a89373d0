/// What a placement is based on: the hands that were inferred, the candidates with their costs, and the overlays placed. Positions
/// and lengths are millimetres on the output plane.
public struct PlacementExplanation: Sendable {
  /// The convex hull of two discs: a finger segment, a palm or a forearm as it occludes the panel.
  public struct Piece: Sendable, Hashable {
    /// The centre of the first disc.
    public var start: Point
    /// The radius of the first disc.
    public var startRadius: Double
    /// The centre of the second disc.
    public var end: Point
    /// The radius of the second disc.
    public var endRadius: Double
  }

  /// One way in which a hand may be held.
  public struct Outline: Sendable, Hashable {
    /// The probability of this hand and pose, 0 to 1.
    public var probability: Double
    /// The parts of the hand.
    public var pieces: [Piece]
  }

  /// A position that was considered.
  public struct Option: Sendable, Hashable {
    /// The position.
    public var rect: Rect
    /// Its cost, without a unit; the cheapest option wins.
    public var cost: Double
    /// The fraction of it that the hands are expected to hide now, 0 to 1.
    public var hidden: Double
  }

  /// What is believed about the hand that touched first.
  public struct Belief: Sendable, Hashable {
    /// The more likely side.
    public var side: Handedness
    /// The probability of `side`, 0.5 to 1.
    public var probability: Double
    /// How the hand touches the panel.
    public var grip: Grip
    /// The direction of the forearm, from straight below, positive towards the side of the hand.
    public var azimuth: Angle
    /// The standard deviation of `azimuth`.
    public var deviation: Angle
  }

  /// The panel.
  public var panel: Rect
  /// The touches of all hands, including hands that have just lifted.
  public var touches: [Point]
  /// The hands as they occlude the panel, one outline for each possible pose.
  public var outlines: [Outline]
  /// The options of the latest decision, cheapest first.
  public var options: [Option]
  /// The placements of all overlays, the latest last; `reason` says why each is where it is.
  public var placements: [Placement]
  /// The hand that touched first; `nil` without touches.
  public var belief: Belief?
}
