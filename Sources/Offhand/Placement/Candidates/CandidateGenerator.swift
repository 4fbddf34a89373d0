/// Says where an overlay might stand. One job: from a situation to a list of places, all inside the bounds.
public protocol CandidateGenerator: Sendable {
  /// Adds places to `list`, in a fixed order; every place for a scene must be there, mirrored, for the mirrored scene.
  func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate])
}
