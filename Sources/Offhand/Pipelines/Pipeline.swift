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
