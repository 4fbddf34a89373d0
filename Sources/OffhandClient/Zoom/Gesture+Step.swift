import Offhand

extension Gesture {
  /// What a gesture did between two of its answers: it scaled and turned about one place, then moved.
  struct Step: Sendable, Hashable {
    /// The place that stayed under the fingers while they scaled and turned.
    var pivot: Point
    /// The factor of enlargement.
    var scale: Double
    /// The turn.
    var rotation: Angle
    /// The way of the fingers' middle.
    var translation: Vector
  }

  /// What has happened since the answer before, or since the beginning where there is none.
  ///
  /// The middle of the fingers is where they are now; a step ago it was the way of this step earlier, and about that place
  /// they scaled and turned (recognizers.md §3.0.6).
  func step(since previous: Gesture?) -> Step {
    let before = previous ?? Gesture()
    let way = translation - before.translation
    let factor = scale / before.scale
    return Step(
      pivot: location - way, scale: factor.isFinite && factor > 0 ? factor : 1,
      rotation: rotation - before.rotation, translation: way)
  }
}
