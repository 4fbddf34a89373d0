import Offhand

extension GestureEvent {
  /// How the answer differs from `other`, moved along with the glass; `nil` where it does not.
  func difference(from other: GestureEvent, under map: PlaneMap, comparing parts: LawComparison) -> String? {
    let said = "\(name) \(state) at \(milliseconds) ms"
    if name != other.name || state != other.state || timestamp != other.timestamp {
      return "\(said) where \(other.name) \(other.state) at \(other.milliseconds) ms was due"
    }
    let (mine, theirs) = (gesture, other.gesture)
    if mine.fingers != theirs.fingers || mine.taps != theirs.taps || mine.components != theirs.components {
      return "\(said) with other counts"
    }
    if mine.direction != theirs.direction.map(map.apply) || mine.edge != theirs.edge.map(map.apply) {
      return "\(said) the other way"
    }
    if parts.hand, mine.hand.side != (map.isMirrored ? theirs.hand.side.mirrored : theirs.hand.side) {
      return "\(said) by another hand"
    }
    let sense: Double = map.isMirrored ? -1 : 1
    var distances = [
      mine.location.distance(to: map.apply(theirs.location)),
      (mine.translation - map.apply(theirs.translation)).length,
      abs(mine.scale / theirs.scale - 1), (mine.rotation - theirs.rotation * sense).radians,
    ]
    if parts.velocity {
      distances += [
        (mine.velocity - map.apply(theirs.velocity)).length / (1 + theirs.velocity.length),
        (mine.scaleVelocity - theirs.scaleVelocity) / (1 + abs(theirs.scaleVelocity)),
        (mine.rotationVelocity - theirs.rotationVelocity * sense) / (1 + abs(theirs.rotationVelocity)),
      ]
    }
    guard let worst = distances.map(abs).max(), worst > LawComparison.tolerance else { return nil }
    return "\(said) with values that differ by \(worst)"
  }
}

/// What is compared beside recognizers, states, times, counts and places.
struct LawComparison: Sendable {
  /// How far numbers may differ: rounding, magnified by a narrow span.
  static let tolerance = 1e-6

  /// Whether speeds are. They are held back along each axis by itself (recognizers.md §3.0.9), which a slanting turn notices.
  var velocity = true
  /// Whether hands are. The rule of the original and the forearm know above from below, which every turn notices.
  var hand = true
}
