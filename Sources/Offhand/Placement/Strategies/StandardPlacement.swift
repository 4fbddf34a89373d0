/// The best there is: an articulated hand, inferred from every touch, and calm overlays.
public typealias StandardPlacement = OverlayPlacer<
  BayesianHandEstimator, ArticulatedShadow, RingCandidates, WeightedCost, CalmPolicy
>

extension OverlayPlacer
where
  Estimator == BayesianHandEstimator, Shadow == ArticulatedShadow, Candidates == RingCandidates, Cost == WeightedCost,
  Policy == CalmPolicy
{
  /// The standard strategy for a panel.
  public init(environment: PanelSetup) {
    self.init(
      environment: environment, estimator: BayesianHandEstimator(environment: environment),
      shadow: ArticulatedShadow(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
  }
}
