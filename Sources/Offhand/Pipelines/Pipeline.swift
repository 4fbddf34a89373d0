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
  private var memory: PipelineMemory<Recognizers>

  /// A pipeline of the recognizers that `content` names, in this order. Relations must name recognizers of the pipeline and
  /// may not make two wait for each other.
  public init(@PipelineBuilder _ content: () -> Recognizers) {
    self.init(enrolling: content())
  }

  /// A pipeline of `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) {
    memory = PipelineMemory(PipelineCore(enrolling: recognizers))
  }

  /// What the pipeline does and remembers, to read.
  var core: PipelineCore<Recognizers> {
    _read { yield memory.core }
    _modify {
      makeOwn()
      yield &memory.core
    }
  }

  /// A pipeline that was copied takes a copy of what it remembers before it changes anything of it.
  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&memory) { memory = PipelineMemory(PipelineCore(copying: memory.core)) }
  }

  /// The answers of the last call.
  public var events: [GestureEvent] { memory.core.arbiter.events }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { memory.core.arbiter.deadline }

  /// The names of the recognizers.
  public var names: [GestureName] { memory.core.arbiter.names }

  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { memory.core.arbiter.isIdle }

  /// Whose hand it is.
  public var hand: Hand {
    get { memory.core.arbiter.hand }
    set { core.arbiter.hand = newValue }
  }

  /// Answers what fixed relations cannot know.
  public var delegate: (any GestureDelegate)? {
    get { memory.core.arbiter.delegate }
    set { core.arbiter.delegate = newValue }
  }

  /// Takes a frame in.
  public mutating func process(_ frame: borrowing TouchFrame) { core.process(frame) }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { core.advance(to: time) }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) { core.cancel(at: time) }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { core.set(value, of: name) }

  /// The contacts of an answer.
  public func touches(of event: GestureEvent) -> [Touch] { memory.core.arbiter.touches(event.fingers) }
}
