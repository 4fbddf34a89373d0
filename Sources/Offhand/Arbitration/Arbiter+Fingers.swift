extension Arbiter {
  /// Takes a frame in; nobody has looked at it yet.
  @inline(__always)
  mutating func take(_ frame: borrowing TouchFrame) {
    contacts.take(frame, remembered: isCrowded || !answered.isEmpty ? keptPlaces() : remembered)
    isServing = false
    frameNumber &+= 1
  }

  /// The places that are not given to fingers that land: of those that were just answered for, too, if there is room.
  private mutating func keptPlaces() -> FingerSet {
    if isCrowded && hasTooFewPlaces(beside: remembered) { forgetLifted() }
    let kept = remembered | answered
    answered = .none
    return hasTooFewPlaces(beside: kept) ? remembered : kept
  }

  private func hasTooFewPlaces(beside kept: FingerSet) -> Bool {
    (contacts.down | kept).count > ContactTable.capacity - TouchFrame.capacity
  }

  /// Frees the places of fingers that lifted from attempts that go on: one that never ends, while fingers come and go beside
  /// those that stay, would otherwise leave none for a finger that lands.
  private mutating func forgetLifted() {
    remembered = .none
    for lane in lanes.indices {
      if lanes[lane].takesFingers && !lanes[lane].fingers.isEmpty {
        lanes[lane].sequence = lanes[lane].sequence & contacts.down
      }
      remembered |= lanes[lane].sequence
    }
    isCrowded = false
  }

  /// A moment at which nothing moved, for a deadline.
  mutating func settle(at time: Timestamp) {
    contacts.settle(at: time)
    isServing = true
    frameNumber &+= 1
    var rest = groupsInUse
    while let group = rest.popFirst() { gauges[group].rest() }
  }

  /// The fingers of `lane`, to be lent to its recognizer.
  @inline(__always)
  func group(of lane: Int) -> FingerGroup { FingerGroup(gauges.address(of: lanes[lane].group)) }

  /// Offers the fingers that landed in this frame to the recognizer of `lane`.
  @inline(__always)
  mutating func offer<Recognizer: GestureRecognizer>(to recognizer: Recognizer, _ lane: Int) {
    var landed = (contacts.landed & lanes[lane].visible) - lanes[lane].barred - lanes[lane].sequence
    while let place = landed.popFirst() {
      guard lanes[lane].takesFingers else { return }
      let touch = contacts[place]
      guard isOfOneDevice(touch, lane), delegate?.gesture(lanes[lane].name, shouldReceive: touch) ?? true else {
        continue
      }
      switch recognizer.acceptance(of: touch, beside: group(of: lane), in: contacts) {
      case .track: give(place, to: lane)
      case .ignore: continue
      case .fail: lanes[lane].isRefused = true
      }
    }
  }

  private func isOfOneDevice(_ touch: Touch, _ lane: Int) -> Bool {
    guard !lanes[lane].touches.spansDevices else { return true }
    let fingers = lanes[lane].fingers | lanes[lane].accepted
    return fingers.isEmpty || contacts[fingers.first].device == touch.device
  }

  private mutating func give(_ place: Int, to lane: Int) {
    let finger = FingerSet(place: place)
    remembered |= finger
    let fingers = (lanes[lane].fingers - contacts.lifted - contacts.cancelled) | lanes[lane].accepted
    if fingers.count < lanes[lane].touches.maximum {
      lanes[lane].accepted |= finger
      lanes[lane].sequence |= finger
    } else if lanes[lane].state == .active {
      if lanes[lane].touches.overflow == .cancel { lanes[lane].isBroken = true }
    } else {
      lanes[lane].sequence |= finger
      lanes[lane].isBroken = true
    }
  }

  /// Brings the fingers of `affected` up to the frame, after the offers.
  mutating func assign(_ affected: LaneSet) {
    var rest = affected
    while let lane = rest.popFirst(), lane < lanes.count {
      if lanes[lane].isRefused && !lanes[lane].state.isFinished { fail(lane) }
      // The place of a finger that is gone will be another's.
      lanes[lane].barred = lanes[lane].barred & contacts.down
      let lost = lanes[lane].fingers & contacts.cancelled
      let accepted = lanes[lane].accepted
      lanes[lane].fingers = (lanes[lane].fingers - contacts.lifted - lost) | accepted
      if !lost.isEmpty {
        let isShort = lanes[lane].fingers.count < lanes[lane].touches.minimum
        if isShort || lanes[lane].touches.cancelPolicy == .any { lanes[lane].isBroken = true }
      }
      if !accepted.isEmpty { live.insert(lane: lane) }
    }
  }

  /// Leaves out groups of lanes that are finished.
  mutating func dropGroups() {
    var kept = LaneSet(lane: 0)
    var rest = live
    while let lane = rest.popFirst() { kept.insert(lane: lanes[lane].group) }
    groupsInUse = kept
  }

  /// Measures the groups in a frame that changed no set.
  @inline(__always)
  mutating func measure() {
    var rest = groupsInUse
    while let group = rest.popFirst() { gauges[group].update(contacts) }
  }

  /// Measures the groups in a frame that changed a set, and lets lanes whose fingers part from their group's have their own.
  mutating func regroup() {
    var rest = live
    var kept = LaneSet(lane: 0)
    while let lane = rest.popFirst() {
      let group = lanes[lane].group
      guard group != 0, !kept.contains(lane: group) else { continue }
      kept.insert(lane: group)
      gauges[group].update(contacts, to: lanes[lane].fingers)
    }
    groupsInUse = kept
    gauges[0].update(contacts, to: contacts.down)
    join(live)
    isCrowded = hasTooFewPlaces(beside: remembered)
  }

  /// Gives each of `joining` a group that measures its fingers.
  mutating func join(_ joining: LaneSet) {
    var rest = joining
    while let lane = rest.popFirst() {
      let accepted = lanes[lane].accepted
      lanes[lane].accepted = .none
      let group = lanes[lane].group
      if !accepted.isEmpty && accepted == lanes[lane].sequence {
        if gauges[0].fingers == accepted && gauges[0].landed == accepted { continue }
        lanes[lane].group = makeGroup(from: nil, accepted, landed: accepted)
      } else if gauges[group].fingers != lanes[lane].fingers {
        lanes[lane].group = makeGroup(from: group, lanes[lane].fingers, landed: accepted)
      }
    }
  }

  /// A group of `fingers` that goes on from `source`, or starts anew; one that was made alike in this frame is shared.
  private mutating func makeGroup(from source: Int?, _ fingers: FingerSet, landed: FingerSet) -> Int {
    let origin = FingerGauge.Origin(frame: frameNumber, source: source ?? -1)
    var used = groupsInUse
    while let group = used.popFirst() {
      if gauges[group].origin == origin && gauges[group].fingers == fingers { return group }
    }
    let place = (~groupsInUse.bits).trailingZeroBitCount
    while gauges.count <= place { gauges.append(FingerGauge()) }
    if let source {
      gauges[place] = gauges[source]
      gauges[place].part(with: fingers, landed: landed, in: contacts)
    } else {
      gauges[place].start(with: fingers, in: contacts)
    }
    gauges[place].origin = origin
    groupsInUse.insert(lane: place)
    return place
  }

  /// Makes finished lanes whose fingers are gone ready for the next attempt; answers which.
  mutating func rearm() -> LaneSet {
    var ready = LaneSet.none
    guard mayRearm || contacts.hasSetChange else { return ready }
    mayRearm = false
    var rest = finished
    while let lane = rest.popFirst() {
      let remaining = lanes[lane].sequence & contacts.down
      guard remaining.isEmpty || !options[lane].isExclusive else { continue }
      lanes[lane].barred = (lanes[lane].barred & contacts.down) | remaining
      lanes[lane].reset()
      ready.insert(lane: lane)
    }
    finished = finished - ready
    if !ready.isEmpty {
      remembered = .none
      for lane in lanes.indices { remembered |= lanes[lane].sequence }
    }
    return ready
  }
}
