/// The occlusion-aware placement of the literature: circle and rectangle, the more likely side taken for certain.
public typealias VogelPlacement = OverlayPlacer<
  BayesianHandEstimator, CircleAndRectangleShadow, RingCandidates, WeightedCost, CalmPolicy
>

extension OverlayPlacer
where
  Estimator == BayesianHandEstimator, Shadow == CircleAndRectangleShadow, Candidates == RingCandidates,
  Cost == WeightedCost, Policy == CalmPolicy
{
  /// The circle-and-rectangle strategy for a panel.
  public init(environment: PanelSetup) {
    self.init(
      environment: environment, estimator: BayesianHandEstimator(environment: environment),
      shadow: CircleAndRectangleShadow(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
  }
}
