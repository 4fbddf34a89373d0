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
