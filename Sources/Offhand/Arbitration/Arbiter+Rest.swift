extension Arbiter {
  /// Wakes the lanes that rest where a finger has gone too far, and at a deadline.
  @inline(__always)
  mutating func wakeLanes() {
    if rest.lanes.isEmpty { return }
    if rest.isDisturbed(in: contacts) || soonest == contacts.timestamp.nanoseconds { rest.becomePending() }
  }

  /// Says of the gestures that are on, and whose recognizers rest, that those go on whose fingers moved.
  @inline(__always)
  mutating func goOn() {
    if contacts.moved.intersects(rest.followed) {
      var groups = rest.followingGroups
      while let group = groups.popFirst() { gauges[group].keepUp() }
      log.goOn(rest.following, count: rest.followingCount, by: hand)
    } else if !rest.following.isEmpty {
      goOnApart()
    }
  }

  private mutating func goOnApart() {
    var following = rest.following
    while let lane = following.popFirst() {
      if contacts.moved.intersects(lanes[lane].fingers) { goOn(lane) }
    }
  }

  /// Lets lanes rest that were asked in a frame that decided nothing.
  ///
  /// Those that wait for their fingers to go somewhere do so only where all rest that raise others' thresholds, because they
  /// would hear a frame too late that one of these has failed or is over. Gestures that are on rest together or not at all, so that
  /// their answers keep their order.
  mutating func restLanes() {
    var idle = LaneSet.none
    var bound = LaneSet.none
    var fingers = FingerSet.none
    var slack = Double.infinity
    var open = live
    while let lane = open.popFirst() {
      guard lanes[lane].state != .awaiting, lanes[lane].slack > 0 else { continue }
      if lanes[lane].slack == .infinity {
        idle.insert(lane: lane)
      } else {
        bound.insert(lane: lane)
        fingers |= lanes[lane].fingers
        slack = min(slack, lanes[lane].slack)
      }
    }
    if !(active - idle - bound).isEmpty {
      idle = idle - active
      bound = bound - active
    }
    let influences = active | (tapping & live)
    if (influences - idle - bound).isEmpty {
      rest.begin(idle | bound, fingers, slack: slack, in: contacts)
    } else {
      rest.begin(idle, .none, slack: .infinity, in: contacts)
    }
    var following = rest.lanes & active
    while let lane = following.popFirst() {
      rest.follow(lane, lanes[lane].fingers, in: lanes[lane].group)
    }
  }
}
