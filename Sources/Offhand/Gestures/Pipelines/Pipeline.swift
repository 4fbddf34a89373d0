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

  /// The outputs whose edges count, as they were last set.
  public var outputs: [Rect] { core.arbiter.outputs }

  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { core.arbiter.hand }
    set { owned().change { $0.hand = newValue } }
  }

  /// Decides what fixed relations cannot.
  public var delegate: (any GestureDelegate)? {
    get { core.arbiter.relations.delegate }
    set { owned().change { $0.relations.delegate = newValue } }
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

  /// Sets a value of the active gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { owned().set(value, of: name) }

  /// Replaces the outputs whose edges count, for touches that land from now on.
  public mutating func setOutputs(_ outputs: [Rect]) { owned().setOutputs(outputs) }

  /// Writes what the recognizers decide into `journal`.
  public mutating func setJournal(_ journal: GestureJournal) { owned().change { $0.journal = journal } }

  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { core.arbiter.touches(event.fingers) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    core.arbiter.forEachTouch(event.fingers, body)
  }

  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { core.arbiter.claim(on: id) }

  // MARK: One recognizer

  /// The state of the first recognizer named `name`; `nil` if there is none.
  public func state(of name: GestureName) -> LaneState? {
    core.arbiter.lanes.index(named: name).map { core.arbiter.lanes[$0].state }
  }

  /// The number of ignored requests: steps that the life cycle does not have, and circular requirements from a delegate.
  package var refusals: Int { core.arbiter.lanes.sets.refusals }

  /// Takes the recognizers named `name` out until they are enabled again; active gestures are cancelled at once.
  public mutating func disable(_ name: GestureName) { owned().disable(name) }

  /// The treatment of touches that are down when a recognizer is enabled.
  public enum Adoption: Sendable, Hashable {
    /// The recognizer ignores them and takes only later touches.
    case landingFingers
    /// The recognizer takes them as if they landed now.
    case allFingers
  }

  /// Lets the recognizers named `name` take part again.
  public mutating func enable(_ name: GestureName, adopting adoption: Adoption = .landingFingers) {
    owned().enable(name, isAdopting: adoption == .allFingers)
  }

  /// Lets the recognizers named `name` take part, with touches that land from now on, or takes them out from the next frame on.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {
    owned().change { $0.setEnabled(name, isEnabled) }
  }

  /// Sets a value of the gesture that sent `event`, while it is active. Its next event counts from it. An event of another pipeline is ignored.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) { owned().set(value, of: event) }

  // MARK: Relations

  /// Lets `name` begin only when `other` has failed on the touches they share.
  public mutating func require(_ name: GestureName, toFail other: GestureName) throws(RelationError) {
    try owned().change { (arbiter) throws(RelationError) in try arbiter.require(name, toFail: other) }
  }

  /// Holds every beginning back until `release()`, while the owner decides whether it wants the touches for itself.
  public mutating func hold() { owned().change { $0.setHeld(true) } }

  /// Lets beginnings that were held back happen; they are measured from the current positions of the touches.
  public mutating func release() { owned().release() }
}
