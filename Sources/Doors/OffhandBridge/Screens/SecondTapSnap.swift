import Offhand

/// Has the second tap of a double tap land where the first did: programs count two taps where they are a few pixels apart, and no finger
/// hits a point twice.
struct SecondTapSnap {
  /// What a tap and a double tap are for recognizers, too.
  private static let rules = TapGestureRecognizer()

  /// Where the last tap has landed for programs, and when it has lifted.
  private var last: (place: Point, lift: Timestamp)?
  /// The finger that has landed alone last, and how far its touch is moved, up to its lift and in the report of it.
  private var single: (id: Touch.ID, shift: Vector)?
  private var isTap = false

  /// Takes the touches of a frame.
  mutating func note(_ frame: borrowing TouchFrame) {
    for index in frame.indices {
      let touch = frame[index]
      if touch.phase == .began {
        isTap = frame.count == 1
        single = isTap ? (touch.id, shift(of: touch.position, at: frame.timestamp)) : single
        last = nil
      } else if let single, single.id == touch.id, !touch.isDown {
        let isInTime = frame.timestamp <= touch.landingTime + (SecondTapSnap.rules.maximumPressDuration ?? .zero)
        let distance = touch.position.distance(to: touch.landingPosition)
        if isTap, isInTime, touch.phase == .ended, distance <= SecondTapSnap.rules.allowableMovement {
          last = (touch.landingPosition + single.shift, frame.timestamp)
        }
      }
    }
  }

  /// How far a touch is moved, in millimetres.
  func shift(of id: Touch.ID) -> Vector { single?.id == id ? single?.shift ?? .zero : .zero }

  private func shift(of place: Point, at now: Timestamp) -> Vector {
    guard let last, now <= last.lift + SecondTapSnap.rules.maximumInterval,
      place.distance(to: last.place) <= SecondTapSnap.rules.allowableDistance
    else { return .zero }
    return last.place - place
  }
}
