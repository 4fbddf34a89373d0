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
  /// The events of the last call. Their source is the core, typed as its base class: if another module composes the
  /// pipeline, the runtime would look up the core's own generic type at every frame, which costs 330 instructions.
  public private(set) var events: GestureEvents

  /// A pipeline of the recognizers that `content` names, in this order. Relations must name recognizers of the pipeline and may not
  /// make two wait for each other; otherwise the program stops. Where names or numbers are data, use `validated` instead.
  public init(@PipelineBuilder _ content: () -> Recognizers) {
    do throws(PipelineError) { self = try Pipeline(enrolling: content()) } catch {
      preconditionFailure(error.description)
    }
  }

  /// A pipeline of the recognizers that `content` names, whose names and relations are known only at run time.
  public static func validated(@PipelineBuilder _ content: () -> Recognizers) throws(PipelineError) -> Pipeline {
    try Pipeline(enrolling: content())
  }

  /// A pipeline of `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) throws(PipelineError) {
    events = GestureEvents(try PipelineCore(enrolling: recognizers))
  }

  /// The pipeline's core, for reading. The downcast holds because nothing else is ever assigned to `events`.
  var core: PipelineCore<Recognizers> {
    @inline(__always) get { unsafeDowncast(events.source, to: PipelineCore<Recognizers>.self) }
  }

  /// The pipeline's core, for mutation. A pipeline that was copied, or whose events are retained, copies it first.
  @inline(__always)
  mutating func owned() -> PipelineCore<Recognizers> {
    makeUnique()
    return core
  }

  @inline(__always)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&events.source) { copyCore() }
  }

  @inline(never)
  private mutating func copyCore() { events.source = PipelineCore(copying: core) }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { core.arbiter.lanes.deadline }

  /// The names of the recognizers.
  public var names: [GestureName] { core.arbiter.lanes.indices.map { core.arbiter.lanes[$0].name } }

  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { core.arbiter.isIdle }

  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { core.arbiter.hand }
    set { owned().change { $0.hand = newValue } }
  }

  /// Decides what fixed relations cannot.
  public var delegate: (any GestureDelegate)? {
    get { core.arbiter.delegate }
    set { owned().change { $0.delegate = newValue } }
  }

  /// Processes a frame.
  public mutating func process(_ frame: borrowing TouchFrame) {
    makeUnique()
    // `events` holds the core during the call, so it need not be retained; retain and release would cost 10 ns a frame.
    Unmanaged.passUnretained(events.source)._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: PipelineCore<Recognizers>.self).process(frame)
    }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { owned().advance(to: time) }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) { owned().cancel(at: time) }

  /// Takes over the state of `other`, without events; allocates nothing.
  public mutating func assume(_ other: Pipeline) { owned().assume(other.core) }

  /// Sets a value of the active gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { owned().set(value, of: name) }

  /// Replaces the outputs whose edges count, for touches that land from now on.
  public mutating func setOutputs(_ outputs: [Rect]) { owned().setOutputs(outputs) }

  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { core.arbiter.touches(event.fingers) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    core.arbiter.forEachTouch(event.fingers, body)
  }

  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { core.arbiter.claim(on: id) }

  // MARK: One recognizer

  /// The state of the recognizer named `name`, the first of that name or that on `target`; `nil` if there is none.
  public func state(of name: GestureName, on target: Int? = nil) -> LaneState? {
    core.arbiter.lanes.index(named: name, on: target).map { core.arbiter.lanes[$0].state }
  }

  /// Whether the recognizer named `name` would begin but waits for others to fail.
  public func isAwaitingFailure(_ name: GestureName, on target: Int? = nil) -> Bool {
    state(of: name, on: target) == .awaiting
  }

  /// The number of ignored requests: steps that the life cycle does not have, and circular requirements from a delegate or a change.
  public var refusals: Int { core.arbiter.lanes.sets.refusals }

  /// Takes the recognizers named `name`, on all targets or on `target`, out until they are enabled again; active gestures are cancelled
  /// at once.
  public mutating func disable(_ name: GestureName, on target: Int? = nil) {
    owned().disable(RecognizerID(name, on: target))
  }

  /// The treatment of touches that are down when a recognizer is enabled.
  public enum Adoption: Sendable, Hashable {
    /// The recognizer ignores them and takes only later touches.
    case landingFingers
    /// The recognizer takes them as if they landed now.
    case allFingers
  }

  /// Lets the recognizers named `name`, on all targets or on `target`, take part again.
  public mutating func enable(
    _ name: GestureName, on target: Int? = nil, adopting adoption: Adoption = .landingFingers
  ) {
    owned().enable(RecognizerID(name, on: target), isAdopting: adoption == .allFingers)
  }

  /// Sets a value of the gesture that sent `event`, while it is active: if several targets have a gesture of one name,
  /// the value of this one. Its next event counts from it. An event of another pipeline is ignored.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) { owned().set(value, of: event) }

  // MARK: Relations

  /// Lets `name` begin only when `other` has failed on the touches they share. With targets, this holds on each of them.
  public mutating func require(_ name: GestureName, toFail other: GestureName) throws(RelationError) {
    try require(RecognizerID(name), toFail: RecognizerID(other))
  }

  /// The same for recognizers of certain targets.
  public mutating func require(_ recognizer: RecognizerID, toFail other: RecognizerID) throws(RelationError) {
    try owned().change { (arbiter) throws(RelationError) in try arbiter.require(recognizer, toFail: other) }
  }

  /// Lets `name` no longer wait for `other`.
  public mutating func release(_ name: GestureName, from other: GestureName) throws(RelationError) {
    try release(RecognizerID(name), from: RecognizerID(other))
  }

  /// The same for recognizers of certain targets.
  public mutating func release(_ recognizer: RecognizerID, from other: RecognizerID) throws(RelationError) {
    try owned().change { (arbiter) throws(RelationError) in try arbiter.release(recognizer, from: other) }
  }

  /// Lets `name` and `other` be active together.
  public mutating func allow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    try allow(RecognizerID(name), with: RecognizerID(other))
  }

  /// The same for recognizers of certain targets.
  public mutating func allow(_ recognizer: RecognizerID, with other: RecognizerID) throws(RelationError) {
    try owned().change { (arbiter) throws(RelationError) in try arbiter.allow(recognizer, with: other) }
  }

  /// Lets `name` and `other` no longer be active together.
  public mutating func disallow(_ name: GestureName, with other: GestureName) throws(RelationError) {
    try disallow(RecognizerID(name), with: RecognizerID(other))
  }

  /// The same for recognizers of certain targets.
  public mutating func disallow(_ recognizer: RecognizerID, with other: RecognizerID) throws(RelationError) {
    try owned().change { (arbiter) throws(RelationError) in try arbiter.disallow(recognizer, with: other) }
  }

  /// Holds every beginning back until `release()`, while the owner decides whether it wants the touches for itself.
  public mutating func hold() { owned().change { $0.setHeld(true) } }

  /// Lets beginnings that were held back happen; they are measured from the current positions of the touches.
  public mutating func release() { owned().release() }

  // MARK: Changes while events are delivered

  /// Processes a frame and calls `action` with every event, which may request changes. They take effect after the
  /// frame; the events that follow from them are delivered as well.
  public mutating func process(
    _ frame: borrowing TouchFrame, _ action: (GestureEvent, inout PipelineChanges) -> Void
  ) {
    process(frame)
    deliver(action)
  }

  /// Serves the deadlines up to and including `time`, and calls `action` with every event.
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
    if !delivered.isEmpty { owned().replaceEvents(with: delivered) }
  }

  private mutating func apply(_ change: PipelineChanges.Change) {
    owned().replaceEvents(with: [])
    switch change {
    case .disable(let recognizer): owned().disable(recognizer)
    case .enable(let recognizer, let isAdopting): owned().enable(recognizer, isAdopting: isAdopting)
    case .set(let value, let name): set(value, of: name)
    case .setOfEvent(let value, let event): set(value, of: event)
    case .require(let name, let other): countRefusal { try $0.require(name, toFail: other) }
    case .allow(let name, let other): countRefusal { try $0.allow(name, with: other) }
    }
  }

  private mutating func countRefusal(of change: (inout Self) throws -> Void) {
    do { try change(&self) } catch { owned().change { $0.countRefusal() } }
  }
}

/// Changes that an action requests while events are delivered; they take effect after the frame, in this order.
public struct PipelineChanges: Sendable {
  fileprivate enum Change: Sendable {
    case disable(RecognizerID)
    case enable(RecognizerID, isAdopting: Bool)
    case set(GestureValue, GestureName)
    case setOfEvent(GestureValue, GestureEvent)
    case require(GestureName, GestureName)
    case allow(GestureName, GestureName)
  }

  /// The largest number of changes one frame can cause, so that an action that requests another change for each
  /// terminates.
  private static let capacity = 1000

  private var changes: [Change] = []
  private var done = 0

  fileprivate init() {}

  /// Takes the recognizers named `name` out, on all targets or on `target`.
  public mutating func disable(_ name: GestureName, on target: Int? = nil) {
    changes.append(.disable(RecognizerID(name, on: target)))
  }

  /// Lets the recognizers named `name` take part again, with touches that land.
  public mutating func enable(_ name: GestureName, on target: Int? = nil) {
    changes.append(.enable(RecognizerID(name, on: target), isAdopting: false))
  }

  /// Lets the recognizers named `name` take part again, with the touches that are down as if they landed now.
  public mutating func enableAdopting(_ name: GestureName, on target: Int? = nil) {
    changes.append(.enable(RecognizerID(name, on: target), isAdopting: true))
  }

  /// Sets a value of the gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { changes.append(.set(value, name)) }

  /// Sets a value of the gesture that sent `event`.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) { changes.append(.setOfEvent(value, event)) }

  /// Lets `name` wait for `other` to fail; a cycle is ignored and counted.
  public mutating func require(_ name: GestureName, toFail other: GestureName) {
    changes.append(.require(name, other))
  }

  /// Lets `name` and `other` be active together.
  public mutating func allow(_ name: GestureName, with other: GestureName) { changes.append(.allow(name, other)) }

  fileprivate mutating func next() -> Change? {
    guard done < changes.count, done < PipelineChanges.capacity else { return nil }
    done += 1
    return changes[done - 1]
  }
}
