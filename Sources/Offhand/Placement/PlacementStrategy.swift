/// Decides the positions of overlays.
///
/// A strategy does no I/O and is deterministic: its placements depend only on the frames and requests it was given, and on their
/// order. In every frame, call `ingest` before `place`. Both take bounded time and, after the first few frames, do not allocate.
/// A copy of a strategy is a snapshot of it.
public protocol PlacementStrategy: Sendable {
  /// The panel, its posture and its user. May change between frames.
  var environment: PanelSetup { get set }

  /// Takes the next frame. Call it for every frame, also while no overlay is shown.
  mutating func ingest(_ frame: borrowing TouchFrame)

  /// Returns the placement of the overlay as of the latest frame.
  mutating func place(_ request: OverlayRequest) -> Placement

  /// Forgets an overlay that is no longer shown.
  mutating func remove(_ id: OverlayID)
}

/// A strategy that infers the hand behind the touches.
public protocol HandInferringStrategy: PlacementStrategy {
  /// The hand that the touches are attributed to.
  var hand: Hand { get }

  /// Returns what has been learned about the user, to be stored if they agree; `nil` if nothing has. `day` is in days since
  /// 1 January 1970.
  func habit(on day: Int) -> HandHabit?
}

extension HandInferringStrategy {
  /// Returns `nil`: nothing is learned.
  public func habit(on day: Int) -> HandHabit? { nil }
}

/// A strategy that can explain its latest placement.
package protocol ExplainableStrategy: PlacementStrategy {
  /// What the latest placement is based on. Computed on access, and allocates: for debugging views, not for every frame.
  var explanation: PlacementExplanation { get }
}

/// The strategies of this package, by name.
public enum PlacementPreset: String, Sendable, Hashable, CaseIterable {
  /// `OriginalPlacement`: the rule of the original.
  case original
  /// `ClassicPlacement`: offset, flip and shift, without a hand.
  case classic
  /// `StandardPlacement`: the articulated hand.
  case standard

  // Embedded Swift has no existentials of values; what is built so always places by the standard strategy.
  #if !hasFeature(Embedded)
    /// Returns a new strategy of this kind; without an environment it is told one later.
    public func strategy(
      in environment: PanelSetup = PanelSetup(panel: Rect(origin: .origin, size: .zero))
    ) -> any PlacementStrategy {
      switch self {
      case .original: OriginalPlacement(environment: environment)
      case .classic: ClassicPlacement(environment: environment)
      case .standard: StandardPlacement(environment: environment)
      }
    }
  #endif

  /// The default strategy.
  public static var best: PlacementPreset { .standard }
}

/// The default strategy: an articulated hand, inferred from every touch, and overlays that rarely move.
public typealias StandardPlacement = OverlayPlacer<
  BayesianHandEstimator, ArticulatedOcclusion, RingCandidates, WeightedCost, CalmPolicy
>

extension OverlayPlacer
where
  Estimator == BayesianHandEstimator, Occlusion == ArticulatedOcclusion, Candidates == RingCandidates,
  Cost == WeightedCost, Policy == CalmPolicy
{
  /// Creates the standard strategy for a panel.
  public init(environment: PanelSetup) {
    self.init(
      environment: environment, estimator: BayesianHandEstimator(environment: environment),
      occlusion: ArticulatedOcclusion(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
  }
}
