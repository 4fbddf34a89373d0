/// A pipeline that can be replaced while it runs.
///
/// A new pipeline takes over when all fingers are up and nothing is undecided, or at once: then every gesture that is on is
/// cancelled first, and fingers that are down already are left to lift; the new pipeline sees those that land.
public struct SwitchablePipeline: GesturePipeline {
  /// When the new pipeline takes over.
  public enum Moment: Sendable, Hashable {
    /// When all fingers are up.
    case whenIdle
    /// At once; gestures that are on are cancelled at this moment of event time.
    case atOnce(Timestamp)
  }

  private var current: any GesturePipeline
  private var next: (any GesturePipeline)?
  private var collected: [GestureEvent] = []

  /// Starts with `pipeline`.
  public init(_ pipeline: any GesturePipeline) { current = pipeline }

  /// Lets `pipeline` take over. The cancellations of `.atOnce` are the `events` of this call.
  public mutating func replace(with pipeline: any GesturePipeline, _ moment: Moment) {
    collected = []
    switch moment {
    case .whenIdle where !current.isIdle: next = pipeline
    case .whenIdle: takeOver(pipeline)
    case .atOnce(let time):
      current.cancel(at: time)
      collected = current.events
      takeOver(pipeline)
    }
  }

  /// The answers of the last call.
  public var events: [GestureEvent] { collected.isEmpty ? current.events : collected }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { current.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { current.names }
  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { current.isIdle }
  /// Whose hand it is.
  public var hand: Hand {
    get { current.hand }
    set { current.hand = newValue }
  }

  /// Takes a frame in; a pipeline that waits takes over before it if nothing touches.
  public mutating func process(_ frame: borrowing TouchFrame) {
    collected.removeAll(keepingCapacity: true)
    if next != nil {
      current.advance(to: Timestamp(nanoseconds: frame.timestamp.nanoseconds - 1))
      collected = current.events
      takeOverIfIdle()
    }
    current.process(frame)
    if !collected.isEmpty { collected += current.events }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    collected.removeAll(keepingCapacity: true)
    current.advance(to: time)
    guard next != nil, current.isIdle else { return }
    collected = current.events
    takeOverIfIdle()
  }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) {
    current.cancel(at: time)
    collected = current.events
    takeOverIfIdle()
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { current.set(value, of: name) }
  /// The contacts of an answer.
  public func touches(of event: GestureEvent) -> [Touch] { current.touches(of: event) }
  /// Calls `body` with each contact of an answer.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { current.forEachTouch(of: event, body) }

  private mutating func takeOverIfIdle() {
    guard let next, current.isIdle else { return }
    takeOver(next)
  }

  private mutating func takeOver(_ pipeline: any GesturePipeline) {
    let hand = current.hand
    current = pipeline
    current.hand = hand
    next = nil
  }
}
