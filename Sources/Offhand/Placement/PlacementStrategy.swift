/// Decides where overlays stand. One job: given what the fingers do, say where an overlay is seen.
///
/// Sans I/O and deterministic: the answers depend on the frames and requests taken in, in their order, and on nothing else.
/// In every frame, call `ingest` before `place`; both work in bounded time, and without allocating once they are warm.
public protocol PlacementStrategy: Sendable {
  /// The panel, how it is held, who uses it. May change between frames.
  var environment: PanelSetup { get set }

  /// Whose hand the strategy takes the fingers for.
  var hand: Hand { get }

  /// Takes a frame in: every frame, also those in which no overlay is seen.
  mutating func ingest(_ frame: borrowing TouchFrame)

  /// Answers where the overlay stands as of the latest frame.
  mutating func place(_ request: OverlayRequest) -> Placement

  /// Forgets an overlay, when it has disappeared.
  mutating func remove(_ id: Overlay.ID)

  /// Draws what the latest answer rests on over the scene: fingers, shadow, places considered, and why.
  func explain(into list: inout DisplayList)

  /// What was learned of the person since the strategy came to be, to be kept if they agree to it; `nil` where nothing was.
  /// `day` counts from the first of January 1970.
  func habit(on day: Int) -> HandHabit?

  /// Forgets fingers and overlays, as when the session or the device was lost; what was learned about people stays.
  mutating func reset()
}

extension PlacementStrategy {
  /// Draws nothing: for strategies that have nothing to explain.
  public func explain(into list: inout DisplayList) {}

  /// Nothing: for strategies that know no hands.
  public func habit(on day: Int) -> HandHabit? { nil }
}

/// The strategies that come with the package, by name.
public enum PlacementPreset: String, Sendable, Hashable, CaseIterable {
  /// The original to the point.
  case original
  /// Offset, flip and shift, without a hand.
  case classic
  /// Circle and rectangle, as published.
  case vogel
  /// The articulated hand.
  case standard

  /// A strategy of this kind for a panel.
  public func strategy(in environment: PanelSetup) -> any PlacementStrategy {
    switch self {
    case .original: OriginalPlacement(environment: environment)
    case .classic: ClassicPlacement(environment: environment)
    case .vogel: VogelPlacement(environment: environment)
    case .standard: StandardPlacement(environment: environment)
    }
  }

  /// The best there is.
  public static var best: PlacementPreset { .standard }
}

/// The best there is: an articulated hand, inferred from every touch, and calm overlays.
public typealias StandardPlacement = OverlayPlacer<
  BayesianHandEstimator, ArticulatedOcclusion, RingCandidates, WeightedCost, CalmPolicy
>

extension OverlayPlacer
where
  Estimator == BayesianHandEstimator, Shadow == ArticulatedOcclusion, Candidates == RingCandidates,
  Cost == WeightedCost,
  Policy == CalmPolicy
{
  /// The standard strategy for a panel.
  public init(environment: PanelSetup) {
    self.init(
      environment: environment, estimator: BayesianHandEstimator(environment: environment),
      shadow: ArticulatedOcclusion(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
  }
}

/// The occlusion-aware placement of the literature: circle and rectangle, the more likely side taken for certain.
public typealias VogelPlacement = OverlayPlacer<
  BayesianHandEstimator, CircleAndRectangleOcclusion, RingCandidates, WeightedCost, CalmPolicy
>

extension OverlayPlacer
where
  Estimator == BayesianHandEstimator, Shadow == CircleAndRectangleOcclusion, Candidates == RingCandidates,
  Cost == WeightedCost, Policy == CalmPolicy
{
  /// The circle-and-rectangle strategy for a panel.
  public init(environment: PanelSetup) {
    self.init(
      environment: environment, estimator: BayesianHandEstimator(environment: environment),
      shadow: CircleAndRectangleOcclusion(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
  }
}
