extension OverlayPlacer {
  /// What the shadow of another person's hand counts: that hand goes away by itself, and its owner's eye is elsewhere
  /// (placement.md case 35).
  static var strangerWeight: Double { 0.5 }
  /// Hands farther apart than this, in millimetres, are not of one person: who sits or stands at a panel works with both
  /// hands within some 400 mm to either side, and seldom at both ends at once.
  static var personSpan: Double { 600 }

  /// Which hands are of other people than the one whose gesture a request is for, a bit each; none where one person is at the
  /// panel, as at all that are not walls or tables.
  mutating func strangers(to request: OverlayRequest) -> UInt8 {
    guard environment.posture.isApproachable, estimator.tracks.count > 1 else { return 0 }
    let asked = request.gesture?.location ?? request.anchor?.center
    let place = asked.map(frame.inward) ?? estimator.tracks[0].contacts.centroid
    var owner = 0
    var nearest = Double.infinity
    for index in estimator.tracks.indices {
      let distance = estimator.tracks[index].contacts.centroid.distance(to: place)
      if distance < nearest { (owner, nearest) = (index, distance) }
    }
    let hand = estimator.tracks[owner].contacts.centroid
    var strangers: UInt8 = 0
    for index in estimator.tracks.indices
    where estimator.tracks[index].contacts.centroid.distance(to: hand) > OverlayPlacer.personSpan {
      strangers |= 1 << UInt8(index)
    }
    return strangers
  }
}
