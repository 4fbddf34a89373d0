/// A palm that rests on the glass: it lies below the fingers, on the little finger's side.
final class PalmEvidence: HandEvidence {
  /// 3 nats: 95 %.
  var cap: Double { 3 }

  /// Up to the cap where the palm lies 20 mm or more to the side, 40 to 140 mm away and below.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard let palm = situation.palm, palm.dy > 0, palm.length >= 40, palm.length <= 140 else { return nil }
    return cap * palm.dx / 20
  }
}

/// The long axis of a fingertip's ellipse, which points back along the finger.
///
/// It counts very little, only where the ellipse is long and the device trusted, and not on a phone (Design/HandModel.md "Evidence").
final class ContactShapeEvidence: HandEvidence {
  /// 0.4 nats: 60 %.
  var cap: Double { 0.4 }

  /// The ratio of two distributions around the mirrored directions of the forearm.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard !situation.isHandheld, situation.grip != .object, let shape = situation.shape,
      let orientation = shape.orientationRadians, shape.isElongated
    else { return nil }
    // κ(cos 2(θ - μ) - cos 2(θ + μ)) = 2κ·sin 2θ·sin 2μ, with the right hand's μ at minus its azimuth.
    let azimuth = (situation.expectedAzimuth.right + situation.expectedAzimuth.left) * -0.5
    return 2 * 0.25 * (Angle(radians: Double(orientation)) * 2).sine * (azimuth * 2).sine
  }
}

/// The position of a single thumb on a phone: it reaches best on its own side.
final class HoldingSideEvidence: HandEvidence {
  /// 0.8 nats: 69 %.
  var cap: Double { 0.8 }

  /// The cap at the side edges, nothing in the middle.
  func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
    guard situation.posture == .thumbs, situation.grip == .thumb, situation.halfPanel.width > 0 else { return nil }
    return cap * situation.positions[0].x / situation.halfPanel.width
  }
}
