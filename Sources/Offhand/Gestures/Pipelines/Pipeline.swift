/// Recognizers composed in code, with the relations between them.
///
///     var pipeline = Pipeline {
///       TapGestureRecognizer()
///       PanGestureRecognizer().simultaneous(with: .pinch, .rotation)
///       PinchGestureRecognizer().simultaneous(with: .rotation)
///       RotationGestureRecognizer()
///     }
///     pipeline.process(frame)
///     for event in pipeline.events { … }
public struct Pipeline<Recognizers: RecognizerGroup>: GesturePipeline {
  /// The answers of the last call. What they are read from is the core, by the name of what it is derived from: by its own, which
  /// is generic, the runtime would look it up at every frame where another module composed the pipeline, 330 instructions.
  public private(set) var events: GestureEvents

  /// A pipeline of the recognizers that `content` names, in this order. Relations must name recognizers of the pipeline and
  /// may not make two wait for each other.
  public init(@PipelineBuilder _ content: () -> Recognizers) {
    self.init(enrolling: content())
  }

  /// A pipeline of `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) {
    events = GestureEvents(PipelineCore(enrolling: recognizers))
  }

  /// What the pipeline does and remembers, to read.
  var core: PipelineCore<Recognizers> {
    @inline(__always) get { unsafeDowncast(events.source, to: PipelineCore<Recognizers>.self) }
  }

  /// A pipeline that was copied, or whose answers somebody keeps, takes a copy of what it remembers before it changes anything
  /// of it.
  @inline(__always)
  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&events.source) { copyCore() }
  }

  @inline(never)
  private mutating func copyCore() { events.source = PipelineCore(copying: core) }

  /// What the pipeline does and remembers, to change.
  mutating func owned() -> PipelineCore<Recognizers> {
    makeOwn()
    return core
  }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { core.arbiter.deadline }

  /// The names of the recognizers.
  public var names: [GestureName] { core.arbiter.names }

  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { core.arbiter.isIdle }

  /// Whose hand it is.
  public var hand: Hand {
    get { core.arbiter.hand }
    set { owned().arbiter.hand = newValue }
  }

  /// Answers what fixed relations cannot know.
  public var delegate: (any GestureDelegate)? {
    get { core.arbiter.delegate }
    set { owned().arbiter.delegate = newValue }
  }

  /// Takes a frame in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    makeOwn()
    Unmanaged.passUnretained(events.source)._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: PipelineCore<Recognizers>.self).process(frame)
    }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { owned().advance(to: time) }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) { owned().cancel(at: time) }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { owned().set(value, of: name) }

  /// The contacts of an answer.
  public func touches(of event: GestureEvent) -> [Touch] { core.arbiter.touches(event.fingers) }
  /// Calls `body` with each contact of an answer.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    core.arbiter.forEachTouch(event.fingers, body)
  }
}

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

/// Changes that an action asks for while answers are delivered; they take effect after the frame, in this order.
public struct PipelineChanges: Sendable {
  /// What an enabled recognizer does with fingers that are down.
  enum Adoption: Sendable { case landingFingers, allFingers }

  enum Change: Sendable {
    case disable(GestureName)
    case enable(GestureName, Adoption)
    case set(GestureValue, GestureName)
    case setLane(Int, GestureValue)
    case require(GestureName, GestureName)
    case allow(GestureName, GestureName)
  }

  /// How many changes one frame can bring about; an action that answers each change with another must end somewhere.
  static let capacity = 1000

  private var changes: [Change] = []
  private var done = 0

  /// Takes the recognizer named `name` out.
  public mutating func disable(_ name: GestureName) { changes.append(.disable(name)) }

  /// Lets the recognizer named `name` take part again, with fingers that land.
  public mutating func enable(_ name: GestureName) { changes.append(.enable(name, .landingFingers)) }

  /// Lets the recognizer named `name` take part again, with the fingers that are down as if they landed now.
  public mutating func enableAdopting(_ name: GestureName) { changes.append(.enable(name, .allFingers)) }

  /// Sets a value of the gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { changes.append(.set(value, name)) }

  /// Sets a value of the gesture that gave `event`.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) {
    changes.append(.setLane(event.recognizer, value))
  }

  /// Lets `name` wait for `other` to fail; a circle is refused and counted.
  public mutating func require(_ name: GestureName, toFail other: GestureName) {
    changes.append(.require(name, other))
  }

  /// Lets `name` and `other` be on together.
  public mutating func allow(_ name: GestureName, with other: GestureName) { changes.append(.allow(name, other)) }

  mutating func next() -> Change? {
    guard done < changes.count, done < PipelineChanges.capacity else { return nil }
    done += 1
    return changes[done - 1]
  }
}
