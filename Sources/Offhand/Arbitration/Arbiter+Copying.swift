extension Arbiter {
  /// The same arbiter with memory of its own, for a pipeline that was copied.
  init(copying other: borrowing Arbiter) {
    contacts = ContactTable(copying: other.contacts)
    gauges = other.gauges.copied()
    log = EventLog(copying: other.log)
    hand = other.hand
    delegate = other.delegate
    refusals = other.refusals
    lanes = other.lanes.copied()
    options = other.options
    order = other.order
    frameNumber = other.frameNumber
    relations = other.relations
    groupsInUse = other.groupsInUse
    enabled = other.enabled
    live = other.live
    timed = other.timed
    active = other.active
    waiting = other.waiting
    proposing = other.proposing
    finished = other.finished
    mayRearm = other.mayRearm
    tapping = other.tapping
    rest = RestingLanes(copying: other.rest)
    remembered = other.remembered
    answered = other.answered
    isCrowded = other.isCrowded
    capturedNow = other.capturedNow
    soonest = other.soonest
    needsResolution = other.needsResolution
    isServing = other.isServing
    isHeld = other.isHeld
  }
}
