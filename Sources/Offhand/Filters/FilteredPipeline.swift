/// A pipeline that sees frames only after filters have.
///
/// The frame that comes in stays as it is; the filters work on a copy in storage of the pipeline's own.
public struct FilteredPipeline<Base: GesturePipeline, Filters: TouchFilter>: GesturePipeline {
  /// The recognizers.
  public var base: Base
  /// What frames pass before.
  public var filters: Filters
  private var frame = TouchFrame()

  /// `base` behind the filters that `content` names, in this order.
  public init(_ base: Base, @TouchFilterBuilder _ content: () -> Filters) {
    self.base = base
    filters = content()
    frame.reserveCapacity()
  }

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

  /// Takes a frame in.
  public mutating func process(_ original: borrowing TouchFrame) {
    frame.assume(original)
    filters.filter(&frame)
    base.process(frame)
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { base.advance(to: time) }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) {
    base.cancel(at: time)
    filters.reset()
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { base.set(value, of: name) }
  /// The contacts of an answer, as the filters left them.
  public func touches(of event: GestureEvent) -> [Touch] { base.touches(of: event) }
  /// Calls `body` with each contact of an answer.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { base.forEachTouch(of: event, body) }
}

extension GesturePipeline {
  /// The pipeline behind the filters that `content` names, in this order.
  public func filtered<Filters: TouchFilter>(
    @TouchFilterBuilder _ content: () -> Filters
  ) -> FilteredPipeline<Self, Filters> {
    FilteredPipeline(self, content)
  }
}
