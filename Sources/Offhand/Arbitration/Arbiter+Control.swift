extension Arbiter {
  /// Whether something was decided, proposed or freed that lanes may depend on.
  var hasDecisions: Bool { needsResolution || mayRearm || contacts.hasSetChange }

  /// Forgets the answers of the call before.
  @inline(__always)
  mutating func begin() {
    log.begin()
    capturedNow = .none
  }

  /// The lane named `name`; `nil` where there is none.
  func lane(named name: GestureName) -> Int? { lanes.indices.first { lanes[$0].name == name } }

  /// The names of the lanes.
  var names: [GestureName] { lanes.indices.map { lanes[$0].name } }

  /// Whether no finger is down and no recognizer is undecided.
  var isIdle: Bool { contacts.down.isEmpty && (live | waiting).isEmpty }

  /// Turns the relations that the options name into relations between lanes.
  mutating func relate() {
    for lane in lanes.indices {
      let options = self.options[lane]
      for name in options.requirements {
        let isSound = relations.require(lane, toFail: known(name, beside: lane))
        precondition(isSound, RelationError.cycle(lanes[lane].name, name).description)
      }
      for name in options.simultaneous { relations.allow(lane, with: known(name, beside: lane)) }
      for name in options.notPreventing { relations.tolerate(lane, known(name, beside: lane)) }
      for name in options.notPreventedBy { relations.tolerate(known(name, beside: lane), lane) }
      for name in options.overridden { relations.override(lane, known(name, beside: lane)) }
    }
  }

  /// The lane that `lane` means by `name`: one on its own target, or else the first of that name.
  private func known(_ name: GestureName, beside lane: Int) -> Int {
    let target = lanes[lane].target
    let own = lanes.indices.first { lanes[$0].name == name && lanes[$0].target == target }
    guard let found = own ?? self.lane(named: name) else {
      preconditionFailure(RelationError.unknownName(name).description)
    }
    return found
  }

  /// The lane named `name`.
  func knownLane(_ name: GestureName) throws(RelationError) -> Int {
    guard let lane = lane(named: name) else { throw .unknownName(name) }
    return lane
  }

  /// The lanes whose deadline is `time` or earlier; it is served with this.
  mutating func takeDue(at time: Timestamp) -> LaneSet {
    var due = LaneSet.none
    var rest = timed
    while let lane = rest.popFirst() {
      if lanes[lane].deadline <= time.nanoseconds { due.insert(lane: lane) }
    }
    return due
  }

  /// Takes every finger away.
  mutating func cancelAll(at time: Timestamp) {
    contacts.cancelAll(at: time)
    isServing = false
    frameNumber &+= 1
    assign(LaneSet(bits: .max))
    regroup()
  }

  /// Ends every attempt that is undecided, and what waits.
  mutating func failUndecided() {
    var rest = (live | waiting) - active
    while let lane = rest.popFirst() { fail(lane) }
  }

  /// The contacts behind `fingers`, in the order of their landing.
  func touches(_ fingers: FingerSet) -> [Touch] {
    var touches: [Touch] = []
    forEachTouch(fingers) { touches.append($0) }
    return touches.sorted { $0.id < $1.id }
  }

  /// Calls `body` with each contact behind `fingers`.
  func forEachTouch(_ fingers: FingerSet, _ body: (Touch) -> Void) {
    var rest = fingers
    while let place = rest.popFirst() { body(contacts[place]) }
  }
}
