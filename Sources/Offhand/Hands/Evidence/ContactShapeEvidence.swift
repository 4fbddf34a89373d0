/// The long axis of a fingertip's ellipse points back along the finger.
///
/// On 140,780 real frames of 17 people it separates the hands hardly better than a coin, and for thumbs it points the wrong
/// way (placement.md §1.0), so it may say very little, and only where the ellipse is long and the device trusted. On a phone it
/// says nothing: of the long ellipses of five people's fingers (`shared/traces`) between 12 and 100 % lean to the hand's side,
/// a person at a time, so twenty of them would only make one person's habit a certainty.
public struct ContactShapeEvidence: HandEvidence {
  /// 0.4 nats: 60 %.
  public var cap: Double { 0.4 }

  /// The evidence.
  public init() {}

  /// The ratio of two distributions around the mirrored directions of the forearm.
  public func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard !situation.isHandheld, situation.grip != .object, let shape = situation.shape,
      let orientation = shape.orientationRadians, shape.isElongated
    else { return nil }
    // κ(cos 2(θ - μ) - cos 2(θ + μ)) = 2κ·sin 2θ·sin 2μ, with the right hand's μ at minus its azimuth.
    let azimuth = Angle(degrees: -(situation.expectedAzimuth.right + situation.expectedAzimuth.left) / 2)
    return 2 * 0.25 * (Angle(radians: Double(orientation)) * 2).sine * (azimuth * 2).sine
  }
}
