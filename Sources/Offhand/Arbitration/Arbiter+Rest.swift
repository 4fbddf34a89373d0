extension Arbiter {
  /// Wakes the lanes that rest where a finger has gone too far, and at a deadline.
  @inline(__always)
  mutating func wakeLanes() {
    if rest.lanes.isEmpty { return }
    if rest.isDisturbed(in: contacts) || soonest == contacts.timestamp.nanoseconds { rest.becomePending() }
  }

  /// Lets lanes rest that were asked in a frame that decided nothing.
  ///
  /// Those that wait for their fingers to go somewhere do so only where all rest that raise others' thresholds, because they
  /// would hear a frame too late that one of these has failed or is over.
  mutating func restLanes() {
    var idle = LaneSet.none
    var bound = LaneSet.none
    var fingers = FingerSet.none
    var slack = Double.infinity
    var undecided = live - active
    while let lane = undecided.popFirst() {
      guard lanes[lane].state == .possible, lanes[lane].slack > 0 else { continue }
      if lanes[lane].slack == .infinity {
        idle.insert(lane: lane)
      } else {
        bound.insert(lane: lane)
        fingers |= lanes[lane].fingers
        slack = min(slack, lanes[lane].slack)
      }
    }
    let influences = active | (tapping & live)
    if (influences - idle - bound).isEmpty {
      rest.begin(idle | bound, fingers, slack: slack, in: contacts)
    } else {
      rest.begin(idle, .none, slack: .infinity, in: contacts)
    }
  }
}
