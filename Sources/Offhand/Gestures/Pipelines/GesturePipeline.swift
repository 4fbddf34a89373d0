/// Something that turns frames into answers: a set of recognizers with the rules between them.
///
/// Sans I/O: it reads no clock. Whoever owns it calls `process` for every frame and `advance` no later than `deadline`, and
/// reads `events` after each call. What `events` are read from is used again, so the steady path
/// allocates nothing.
public protocol GesturePipeline: Sendable {
  /// The answers of the last call, in the order in which they were given.
  var events: GestureEvents { get }

  /// The next moment at which time alone may decide something; `nil` while nothing waits.
  var deadline: Timestamp? { get }

  /// The names of the recognizers, in the order of `GestureEvent.recognizer`.
  var names: [GestureName] { get }

  /// Whether no finger is down and no recognizer is undecided.
  var isIdle: Bool { get }

  /// Whose hand it is, as far as anybody knows; stamped on every answer.
  var hand: Hand { get set }

  /// Takes a frame in. Deadlines before its timestamp are served first (recognizers.md §3.0.3).
  mutating func process(_ frame: borrowing TouchFrame)

  /// Serves the deadlines up to and including `time`.
  mutating func advance(to time: Timestamp)

  /// Breaks every gesture off and forgets every finger: the session, the surface or the devices are gone.
  mutating func cancel(at time: Timestamp)

  /// Sets a value of the gesture named `name`; its next answer is counted from it.
  mutating func set(_ value: GestureValue, of name: GestureName)

  /// The contacts of an answer of the last call, in the order of their landing.
  func touches(of event: GestureEvent) -> [Touch]

  /// Calls `body` with each contact of an answer of the last call, in no particular order and without allocating.
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void)
}

extension GesturePipeline {
  /// Calls `body` with each of `touches(of:)`.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { touches(of: event).forEach(body) }
}

/// A pipeline around another one: it does something to frames before that one sees them, or to answers after it gave them, and
/// leaves the rest to it.
///
/// Everything but `process` is passed on as it is; write what is to be otherwise.
public protocol PipelineLayer: GesturePipeline {
  /// The pipeline inside.
  associatedtype Base: GesturePipeline

  /// The pipeline inside.
  var base: Base { get set }
}

extension PipelineLayer {
  /// The answers of the last call.
  public var events: GestureEvents { base.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { base.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { base.names }
  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { base.isIdle }
  /// Whose hand it is.
  public var hand: Hand {
    get { base.hand }
    set { base.hand = newValue }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { base.advance(to: time) }
  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) { base.cancel(at: time) }
  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { base.set(value, of: name) }
  /// The contacts of an answer, as the pipeline inside saw them.
  public func touches(of event: GestureEvent) -> [Touch] { base.touches(of: event) }
  /// Calls `body` with each contact of an answer.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { base.forEachTouch(of: event, body) }
}
