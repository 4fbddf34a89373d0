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
  var arbiter = Arbiter()
  private var recognizers: Recognizers

  /// A pipeline of the recognizers that `content` names, in this order. Relations must name recognizers of the pipeline and
  /// may not make two wait for each other.
  public init(@PipelineBuilder _ content: () -> Recognizers) {
    self.init(enrolling: content())
  }

  /// A pipeline of `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) {
    self.recognizers = recognizers
    self.recognizers.enroll(in: &arbiter)
    arbiter.relate()
  }

  /// The answers of the last call.
  public var events: [GestureEvent] { arbiter.events }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { arbiter.deadline }

  /// The names of the recognizers.
  public var names: [GestureName] { arbiter.lanes.map(\.name) }

  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { arbiter.isIdle }

  /// Whose hand it is.
  public var hand: Hand {
    get { arbiter.hand }
    set { arbiter.hand = newValue }
  }

  /// Answers what fixed relations cannot know.
  public var delegate: (any GestureDelegate)? {
    get { arbiter.delegate }
    set { arbiter.delegate = newValue }
  }

  /// Takes a frame in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    arbiter.begin()
    serve(before: frame.timestamp)
    arbiter.take(frame)
    if arbiter.contacts.hasSetChange {
      offer(to: LaneSet(bits: .max))
      arbiter.regroup()
    } else {
      arbiter.measure()
    }
    recognizers.recognize(arbiter.live, in: &arbiter)
    settle()
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    arbiter.begin()
    serve(before: Timestamp(nanoseconds: time.nanoseconds == .max ? .max : time.nanoseconds + 1))
  }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) {
    arbiter.begin()
    serve(before: time)
    arbiter.cancelAll(at: time)
    recognizers.recognize(arbiter.live, in: &arbiter)
    arbiter.failUndecided()
    settle()
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) {
    guard let lane = arbiter.lane(named: name), arbiter.active.contains(lane: lane) else { return }
    recognizers.set(value, of: lane, in: arbiter)
  }

  /// The contacts of an answer.
  public func touches(of event: GestureEvent) -> [Touch] { arbiter.touches(event.fingers) }

  /// What the recognizer of `lane` measures now.
  func gesture(of lane: Int) -> Gesture { recognizers.gesture(of: lane, in: arbiter) }

  /// Gives the fingers that are down to `lane`, as if they landed now.
  mutating func adopt(_ lane: Int) {
    arbiter.contacts.landed = arbiter.contacts.down
    offer(to: LaneSet(lane: lane))
    arbiter.join(LaneSet(lane: lane) & arbiter.live)
    recognizers.recognize(LaneSet(lane: lane) & arbiter.live, in: &arbiter)
    arbiter.contacts.landed = .none
    settle()
  }

  private mutating func offer(to lanes: LaneSet) {
    let open = lanes & arbiter.enabled
    if !arbiter.contacts.landed.isEmpty { recognizers.offer(to: open, in: &arbiter) }
    arbiter.assign(lanes)
  }

  /// Serves what is due before `limit`, one moment after the other.
  private mutating func serve(before limit: Timestamp) {
    while let due = arbiter.deadline, due < limit {
      arbiter.settle(at: due)
      recognizers.recognize(arbiter.takeDue(at: due), in: &arbiter)
      settle()
    }
  }

  /// Decides what is proposed, and lets recognizers that became ready have the fingers that landed in this very frame.
  mutating func settle() {
    arbiter.resolve(&recognizers)
    let ready = arbiter.rearm()
    guard !ready.isEmpty else { return }
    recognizers.reset(ready)
    guard !arbiter.contacts.landed.isEmpty else { return }
    offer(to: ready)
    arbiter.join(ready & arbiter.live)
    recognizers.recognize(ready & arbiter.live, in: &arbiter)
    arbiter.resolve(&recognizers)
    recognizers.reset(arbiter.rearm())
  }
}
