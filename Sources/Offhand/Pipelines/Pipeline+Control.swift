extension Pipeline {
  /// Where the recognizer named `name` is in its life; `nil` where there is none.
  public func state(of name: GestureName) -> LaneState? {
    arbiter.lane(named: name).map { arbiter.lanes[$0].state }
  }

  /// Whether the recognizer named `name` would begin but waits for others to fail.
  public func isAwaitingFailure(_ name: GestureName) -> Bool { state(of: name) == .awaiting }

  /// Takes the recognizer named `name` out until it is enabled again: a gesture that is on is cancelled, at once.
  public mutating func disable(_ name: GestureName) {
    guard let lane = beginChange(of: name) else { return }
    arbiter.lanes[lane].options.isEnabled = false
    if arbiter.active.contains(lane: lane) {
      arbiter.emit(lane, .cancelled, gesture(of: lane), at: arbiter.contacts.timestamp)
      arbiter.finish(lane, .cancelled)
    } else if (arbiter.live | arbiter.waiting).contains(lane: lane) {
      arbiter.fail(lane)
    }
    settle()
  }

  /// What a recognizer that is enabled does with the fingers that are down.
  public enum Adoption: Sendable, Hashable {
    /// It leaves them to the others, and takes those that land.
    case landingFingers
    /// It takes them as if they landed now.
    case allFingers
  }

  /// Lets the recognizer named `name` take part again.
  public mutating func enable(_ name: GestureName, adopting adoption: Adoption = .landingFingers) {
    guard let lane = beginChange(of: name) else { return }
    arbiter.lanes[lane].options.isEnabled = true
    guard adoption == .allFingers, arbiter.lanes[lane].state == .possible, arbiter.lanes[lane].sequence.isEmpty else {
      return
    }
    adopt(lane)
  }

  /// Lets `name` begin only when `other` has failed on the fingers they share.
  public mutating func require(_ name: GestureName, toFail other: GestureName) throws(RelationError) {
    let (lane, required) = (try arbiter.knownLane(name), try arbiter.knownLane(other))
    guard arbiter.relations.require(lane, toFail: required) else { throw .cycle(name, other) }
  }

  /// Lets `name` no longer wait for `other`.
  public mutating func release(_ name: GestureName, from other: GestureName) throws(RelationError) {
    arbiter.relations.release(try arbiter.knownLane(name), from: try arbiter.knownLane(other))
  }

  /// Lets `name` and `other` be on together.
  public mutating func allow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    arbiter.relations.allow(try arbiter.knownLane(name), with: try arbiter.knownLane(other))
  }

  /// Lets `name` and `other` no longer be on together.
  public mutating func disallow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    arbiter.relations.disallow(try arbiter.knownLane(name), with: try arbiter.knownLane(other))
  }

  /// Holds every beginning back until `release()`, while the owner finds out whether it wants the fingers for itself.
  public mutating func hold() { arbiter.isHeld = true }

  /// Lets beginnings that were held back happen, counted from where the fingers are now.
  public mutating func release() {
    arbiter.events.removeAll(keepingCapacity: true)
    arbiter.settle(at: arbiter.contacts.timestamp)
    arbiter.isHeld = false
    arbiter.needsResolution = true
    settle()
  }

  /// Takes a frame in and hands every answer to `action`, which may ask for changes. They take effect after the frame; what
  /// follows from them is handed over as well.
  public mutating func process(
    _ frame: borrowing TouchFrame, _ action: (GestureEvent, inout PipelineChanges) -> Void
  ) {
    process(frame)
    deliver(action)
  }

  /// Serves the deadlines up to and including `time`, and hands every answer to `action`.
  public mutating func advance(to time: Timestamp, _ action: (GestureEvent, inout PipelineChanges) -> Void) {
    advance(to: time)
    deliver(action)
  }

  private mutating func deliver(_ action: (GestureEvent, inout PipelineChanges) -> Void) {
    var changes = PipelineChanges()
    for event in arbiter.events { action(event, &changes) }
    var delivered: [GestureEvent] = []
    while let change = changes.next() {
      apply(change)
      for event in arbiter.events { action(event, &changes) }
      delivered += arbiter.events
    }
    if !delivered.isEmpty { arbiter.events = delivered }
  }

  private mutating func apply(_ change: PipelineChanges.Change) {
    arbiter.events.removeAll(keepingCapacity: true)
    switch change {
    case .disable(let name): disable(name)
    case .enable(let name, let adoption):
      enable(name, adopting: adoption == .allFingers ? .allFingers : .landingFingers)
    case .set(let value, let name): set(value, of: name)
    case .require(let name, let other): if (try? require(name, toFail: other)) == nil { arbiter.refusals += 1 }
    case .allow(let name, let other): if (try? allow(name, with: other)) == nil { arbiter.refusals += 1 }
    }
  }

  private mutating func beginChange(of name: GestureName) -> Int? {
    arbiter.events.removeAll(keepingCapacity: true)
    guard let lane = arbiter.lane(named: name) else { return nil }
    arbiter.settle(at: arbiter.contacts.timestamp)
    return lane
  }
}
