/// Says how bad a place is. One job: from a place to a number, lower is better.
public protocol PlacementCost: Sendable {
  /// Which part of the shadows is looked at for places that all lie within `hull`.
  func view(of hull: Box, in situation: borrowing PlacementSituation) -> Box

  /// The cost of `candidate` under `shadows`, in which at least `view(of:in:)` is drawn.
  func cost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under shadows: borrowing ShadowMap
  ) -> Double
}
