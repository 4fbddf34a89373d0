/// Says how bad a place is. One job: two numbers, of which the first is cheap and never more than their sum.
public protocol PlacementCost: Sendable {
  /// The part of the cost that needs no shadow: distance, what it covers, preference. A lower bound of the whole.
  func visibleCost(of candidate: Candidate, in situation: borrowing PlacementSituation) -> Double

  /// The part that the shadows add, and the expected hidden fraction; may stop counting beyond `bound`.
  func shadowCost(
    of candidate: Candidate, in situation: borrowing PlacementSituation, under field: borrowing ShadowField,
    bound: Double
  ) -> (cost: Double, hidden: Double)
}
