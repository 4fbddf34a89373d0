/// Turns frames into events: a set of recognizers with the rules between them.
///
/// Sans I/O: it reads no clock. Its owner calls `process` for every frame and `advance` no later than `deadline`, and
/// reads `events` after each call. The storage of `events` is reused, so steady operation allocates nothing.
public protocol GesturePipeline: Sendable {
  /// The events of the last call, in the order in which they happened.
  var events: GestureEvents { get }

  /// The next moment at which time alone may decide something; `nil` while nothing waits.
  var deadline: Timestamp? { get }

  /// The names of the recognizers, in the order of `GestureEvent.recognizer`.
  var names: [GestureName] { get }

  /// Whether no touch is down and no recognizer is undecided.
  var isIdle: Bool { get }

  /// The hand that is stamped on every event; `.unknown` until it is set.
  var hand: Hand { get set }

  /// Processes a frame. Deadlines before its timestamp are served first (Design/Recognizing.md "Event time and deadlines").
  mutating func process(_ frame: borrowing TouchFrame)

  /// Serves the deadlines up to and including `time`.
  mutating func advance(to time: Timestamp)

  /// Cancels every gesture and forgets every touch: the session, the surface or the devices are gone.
  mutating func cancel(at time: Timestamp)

  /// Takes over the state of `other`, which stays as it is: the same configuration, touches and gestures. Where it can, in its own
  /// storage; a copy by default. The events of the last call are undefined.
  mutating func assume(_ other: Self)

  /// Sets a value of the active gesture named `name`; its next event continues from that value.
  mutating func set(_ value: GestureValue, of name: GestureName)

  /// Replaces the outputs whose edges count, for touches that land from now on. Touches that are down and gestures that are active
  /// continue.
  mutating func setOutputs(_ outputs: [Rect])

  /// Lets the recognizers named `name` take part, or takes them out until they are enabled again, from the next frame or deadline on:
  /// active gestures are then cancelled. Ignored by default.
  mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool)

  /// The touches of an event of the last call, in the order of their landing.
  func touches(of event: GestureEvent) -> [Touch]

  /// Calls `body` with each touch of an event of the last call, in no particular order and without allocating.
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void)

  /// Stamps every event of the next `process`, which is of `frame`, with the hand to which its touches belong, where that is known before
  /// they are recognized. Returns whether it is; by default it is not. All hands `together` are the pipeline's `hand`; `owner` is the index
  /// of a touch's hand, if it belongs to one, and `hand` the hand at an index.
  mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand: (Int) -> Hand
  ) -> Bool

  /// What the recognizers claim of the touch `id` after the last call, for a ``TouchRelay``; nothing by default. A layer that
  /// holds several pipelines combines their claims.
  func claim(on id: Touch.ID) -> TouchClaim
}

extension GesturePipeline {
  /// A copy.
  public mutating func assume(_ other: Self) { self = other }

  /// Nothing: a layer below gets every touch.
  public func claim(on id: Touch.ID) -> TouchClaim { [] }

  /// Nothing: whose touches are whose is not known.
  public mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand: (Int) -> Hand
  ) -> Bool { false }

  /// Ignores it: a pipeline whose recognizers are its own affair.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {}

  /// Ignores the outputs: a pipeline without edge pans.
  public mutating func setOutputs(_ outputs: [Rect]) {}

  /// Calls `body` with each of `touches(of:)`.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { touches(of: event).forEach(body) }
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
  /// The touches of an event, as the inner pipeline received them.
  public func touches(of event: GestureEvent) -> [Touch] { base.touches(of: event) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { base.forEachTouch(of: event, body) }
  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { base.claim(on: id) }
}
