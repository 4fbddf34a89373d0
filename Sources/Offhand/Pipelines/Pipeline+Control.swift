extension Pipeline {
  /// Where the recognizer named `name` is in its life; `nil` where there is none.
  public func state(of name: GestureName) -> LaneState? {
    core.arbiter.lane(named: name).map { core.arbiter.lanes[$0].state }
  }

  /// Whether the recognizer named `name` would begin but waits for others to fail.
  public func isAwaitingFailure(_ name: GestureName) -> Bool { state(of: name) == .awaiting }

  /// How often something was refused: a step that the life cycle does not have, a circle of requirements that a delegate or a
  /// change from inside an answer asked for.
  public var refusals: Int { core.arbiter.refusals }

  /// Takes the recognizer named `name` out until it is enabled again: a gesture that is on is cancelled, at once.
  public mutating func disable(_ name: GestureName) {
    let core = beginChange()
    guard let lane = core.arbiter.lane(named: name) else { return }
    core.arbiter.enabled.remove(lane: lane)
    if core.arbiter.active.contains(lane: lane) {
      let gesture = core.gesture(of: lane)
      core.arbiter.emit(lane, .cancelled, gesture, at: core.arbiter.contacts.timestamp)
      core.arbiter.finish(lane, .cancelled)
    } else if (core.arbiter.live | core.arbiter.waiting).contains(lane: lane) {
      core.arbiter.fail(lane)
    }
    core.endChange()
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
    let core = beginChange()
    guard let lane = core.arbiter.lane(named: name) else { return }
    core.arbiter.enabled.insert(lane: lane)
    guard adoption == .allFingers, core.arbiter.lanes[lane].state == .possible,
      core.arbiter.lanes[lane].sequence.isEmpty
    else {
      return
    }
    core.adopt(lane)
  }

  /// Sets a value of the gesture that gave `event`, while it is on: where several targets have a gesture of one name, that of
  /// this one. Its next answer is counted from it.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) { owned().set(value, of: event.recognizer) }

  /// Lets `name` begin only when `other` has failed on the fingers they share.
  public mutating func require(_ name: GestureName, toFail other: GestureName) throws(RelationError) {
    let core = owned()
    let (lane, required) = (try core.arbiter.knownLane(name), try core.arbiter.knownLane(other))
    guard core.arbiter.relations.require(lane, toFail: required) else { throw .cycle(name, other) }
  }

  /// Lets `name` no longer wait for `other`.
  public mutating func release(_ name: GestureName, from other: GestureName) throws(RelationError) {
    let core = owned()
    core.arbiter.relations.release(try core.arbiter.knownLane(name), from: try core.arbiter.knownLane(other))
  }

  /// Lets `name` and `other` be on together.
  public mutating func allow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    let core = owned()
    core.arbiter.relations.allow(try core.arbiter.knownLane(name), with: try core.arbiter.knownLane(other))
  }

  /// Lets `name` and `other` no longer be on together.
  public mutating func disallow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    let core = owned()
    core.arbiter.relations.disallow(try core.arbiter.knownLane(name), with: try core.arbiter.knownLane(other))
  }

  /// Holds every beginning back until `release()`, while the owner finds out whether it wants the fingers for itself.
  public mutating func hold() { owned().arbiter.isHeld = true }

  /// Lets beginnings that were held back happen, counted from where the fingers are now.
  public mutating func release() {
    let core = beginChange()
    core.arbiter.isHeld = false
    core.arbiter.needsResolution = true
    core.endChange()
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
    for event in events { action(event, &changes) }
    var delivered: [GestureEvent] = []
    while let change = changes.next() {
      apply(change)
      for event in events { action(event, &changes) }
      delivered += events
    }
    if !delivered.isEmpty { owned().replaceAnswers(with: delivered) }
  }

  private mutating func apply(_ change: PipelineChanges.Change) {
    owned().forgetAnswers()
    switch change {
    case .disable(let name): disable(name)
    case .enable(let name, let adoption):
      enable(name, adopting: adoption == .allFingers ? .allFingers : .landingFingers)
    case .set(let value, let name): set(value, of: name)
    case .setLane(let lane, let value): owned().set(value, of: lane)
    case .require(let name, let other): if (try? require(name, toFail: other)) == nil { owned().arbiter.refusals += 1 }
    case .allow(let name, let other): if (try? allow(name, with: other)) == nil { owned().arbiter.refusals += 1 }
    }
  }

  /// What there is to change, at a moment in which nothing moved.
  private mutating func beginChange() -> PipelineCore<Recognizers> {
    let core = owned()
    core.beginChange()
    return core
  }
}
