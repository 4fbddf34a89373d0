/// A pipeline that can be replaced while it runs.
///
/// A new pipeline takes over when no touch is down and nothing is undecided, or at once: then every active gesture is cancelled first,
/// and touches that are down are ignored until they lift; the new pipeline sees those that land.
public struct SwitchablePipeline: PipelineLayer {
  /// The moment at which the new pipeline takes over.
  public enum Moment: Sendable, Hashable {
    /// When no touch is down and nothing is undecided.
    case whenIdle
    /// At once; active gestures are cancelled at this moment of event time.
    case atOnce(Timestamp)
  }

  /// The pipeline that recognizes now.
  public var base: AnyPipeline
  private var next: AnyPipeline?
  /// Whether a touch of the last frame is down.
  private var isTouched = false
  /// The pipeline that sent the events of the last call before `base` took over; only it knows their touches.
  private var retired: AnyPipeline?
  /// The time from which events of the last call are those of `base`.
  private var takeover = Timestamp(nanoseconds: .min)

  /// The events of the last call. An event's `recognizer` is an index in the pipeline that sent it; its `name`
  /// identifies it.
  public var events: GestureEvents { collected.events }
  private var collected = EventList()

  /// Starts with `pipeline`.
  public init(_ pipeline: some GesturePipeline) { base = AnyPipeline(pipeline) }

  /// Lets `pipeline` take over. The cancellations of `.atOnce` are the `events` of this call.
  public mutating func replace(with pipeline: some GesturePipeline, _ moment: Moment) {
    begin()
    next = AnyPipeline(pipeline)
    if case .atOnce(let time) = moment {
      isTouched = false
      base.cancel(at: time)
      collect()
    }
    takeOverIfIdle()
  }

  /// Processes a frame; a waiting pipeline takes over before it if no touch is down and nothing is undecided.
  public mutating func process(_ frame: borrowing TouchFrame) {
    begin()
    if next != nil, let deadline, deadline < frame.timestamp {
      base.advance(to: frame.timestamp - .nanoseconds(1))
      collect()
      takeOverIfIdle(before: frame.timestamp)
    }
    base.process(frame)
    collect()
    isTouched = frame.downCount > 0
    takeOverIfIdle()
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    begin()
    base.advance(to: time)
    collect()
    takeOverIfIdle()
  }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) {
    begin()
    base.cancel(at: time)
    collect()
    isTouched = false
    takeOverIfIdle()
  }

  /// Replaces the outputs whose edges count, also for a pipeline that waits to take over.
  public mutating func setOutputs(_ outputs: [Rect]) {
    base.setOutputs(outputs)
    next?.setOutputs(outputs)
  }

  /// Lets recognizers take part, or takes them out, also those of a pipeline that waits to take over.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {
    base.setEnabled(name, isEnabled)
    next?.setEnabled(name, isEnabled)
  }

  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { source(of: event).touches(of: event) }

  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    source(of: event).forEachTouch(of: event, body)
  }

  /// What the recognizers claim of a touch: also those of the pipeline that was replaced in the last call.
  public func claim(on id: Touch.ID) -> TouchClaim { base.claim(on: id).union(retired?.claim(on: id) ?? []) }

  private func source(of event: GestureEvent) -> AnyPipeline {
    if let retired, event.timestamp < takeover { retired } else { base }
  }

  private mutating func begin() {
    collected.removeAll()
    retired = nil
  }

  private mutating func collect() { collected.append(contentsOf: base.events) }

  /// Lets the next pipeline take over if this one is idle; events before `time` belong to the old one.
  private mutating func takeOverIfIdle(before time: Timestamp = Timestamp(nanoseconds: .max)) {
    guard let next, base.isIdle, !isTouched else { return }
    let hand = base.hand
    retired = base
    takeover = time
    base = next
    base.hand = hand
    self.next = nil
  }
}
