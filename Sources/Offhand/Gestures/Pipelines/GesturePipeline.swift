/// Turns frames into events: a set of recognizers with the rules between them.
///
/// Sans I/O: it reads no clock. Its owner calls `process` for every frame and `advance` no later than `deadline`, and
/// reads `events` after each call. The storage of `events` is reused, so steady operation allocates nothing.
///
/// A pipeline of one's own implements these five; what it offers of ``RecognizerHost`` beside them is its choice.
public protocol GesturePipeline: RecognizerHost {
  /// The events of the last call that may have made some, in the order in which they happened. What only counts from the next frame on
  /// leaves them, so it can be called for each of them: `set`, `setOutputs`, `setEnabled`, `hold` and `require` of a ``Pipeline``.
  var events: GestureEvents { get }

  /// The next moment at which time alone may decide something; `nil` while nothing waits.
  var deadline: Timestamp? { get }

  /// Processes a frame. Deadlines before its timestamp are served first (Design/Recognizing.md "Event time and deadlines").
  mutating func process(_ frame: borrowing TouchFrame)

  /// Serves the deadlines up to and including `time`.
  mutating func advance(to time: Timestamp)

  /// Cancels every gesture and forgets every touch: the session, the surface or the devices are gone.
  mutating func cancel(at time: Timestamp)
}

extension GesturePipeline {
  /// Whether it waits for no time. A pipeline whose gestures outlast their touches says it itself.
  public var isIdle: Bool { deadline == nil }
}

/// A pipeline around another one: it changes frames before that one processes them, or events afterwards.
///
/// Everything except `process` is forwarded by default; a layer implements what it changes.
public protocol PipelineLayer: GesturePipeline {
  /// The inner pipeline.
  associatedtype Base: GesturePipeline

  /// The inner pipeline.
  var base: Base { get set }
}

extension PipelineLayer {
  /// The events of the last call.
  public var events: GestureEvents { base.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { base.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { base.names }
  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { base.isIdle }
  /// The outputs whose edges count.
  public var outputs: [Rect] { base.outputs }
  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { base.hand }
    set { base.hand = newValue }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { base.advance(to: time) }
  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) { base.cancel(at: time) }
  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { base.set(value, of: name) }
  /// Replaces the outputs whose edges count.
  public mutating func setOutputs(_ outputs: [Rect]) { base.setOutputs(outputs) }
  /// Lets recognizers take part, or takes them out.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) { base.setEnabled(name, isEnabled) }
  /// Writes what the recognizers decide into `journal`.
  public mutating func setJournal(_ journal: GestureJournal) { base.setJournal(journal) }
  /// The touches of an event, as the inner pipeline received them.
  public func touches(of event: GestureEvent) -> [Touch] { base.touches(of: event) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { base.forEachTouch(of: event, body) }
  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { base.claim(on: id) }
}
