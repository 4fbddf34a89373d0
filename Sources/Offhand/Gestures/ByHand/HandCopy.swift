/// A copy of a pipeline that processes the touches of one hand, whatever its type.
///
/// An object, because a value of a type that another module composed would be looked up, with its type, wherever it is read. Sound as
/// `@unchecked Sendable` and `@exclusivity(unchecked)`: only one `HandPipelinesCore` holds it, and changes it only while nothing else
/// reads.
class HandCopy: @unchecked Sendable {
  /// Whether something began or was recognized in the last call.
  @exclusivity(unchecked) private(set) final var hasBegun = false
  /// The recognizers whose gestures are active.
  @exclusivity(unchecked) private final var active = LaneSet.none
  /// Those whose gestures were active before the last call.
  @exclusivity(unchecked) private final var before = LaneSet.none
  /// Those whose gestures were reported to have begun and not to have ended. They are the active ones if the copy reports its events.
  @exclusivity(unchecked) private final var reported = LaneSet.none
  /// The number of events of the last call.
  @exclusivity(unchecked) private(set) final var eventCount = 0
  /// Whether the events of a call are kept here: reading them from the pipeline takes a hundred instructions. A pipeline whose events are
  /// kept leaves its storage to them in the next call unless they are released before, which takes 30; worth it for the only copy.
  @exclusivity(unchecked) final var keepsEvents = false {
    didSet { if !keepsEvents { kept = nil } }
  }
  @exclusivity(unchecked) private final var kept: GestureEvents?
  /// The next moment at which time alone may decide something.
  @exclusivity(unchecked) private(set) final var deadline: Timestamp?

  fileprivate init() {}

  /// A copy of `other`.
  fileprivate init(_ other: HandCopy) {
    hasBegun = other.hasBegun
    active = other.active
    before = other.before
    reported = other.reported
    eventCount = other.eventCount
    keepsEvents = other.keepsEvents
    kept = other.kept
    deadline = other.deadline
  }

  // MARK: The pipeline

  /// The names of its recognizers.
  var names: [GestureName] { [] }
  /// The events of the pipeline's last call.
  fileprivate var pipelineEvents: GestureEvents { .none }
  /// The event of the last call at `index`.
  func event(at index: Int) -> GestureEvent { events[index] }
  /// The state of the event of the last call at `index`, without measuring its gesture.
  func state(at index: Int) -> GestureState { events.state(at: index) }
  /// Whether none of its touches is down and no recognizer is undecided.
  var isIdle: Bool { true }
  /// The same with its own storage.
  func copied() -> HandCopy { HandCopy(self) }
  /// The touches of one of its events.
  func touches(of event: GestureEvent) -> [Touch] { [] }
  /// Calls `body` with each touch of one of its events.
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {}
  /// What its recognizers claim of a touch.
  func claim(on id: Touch.ID) -> TouchClaim { [] }

  /// The hand that the pipeline stamps on events from now on.
  func stamp(_ hand: Hand) {}
  /// Processes `frame`, of which all touches are the hand's.
  func process(_ frame: borrowing TouchFrame) {}
  /// Serves the deadlines up to and including `time`.
  func advance(to time: Timestamp) {}
  /// Cancels every gesture and forgets every touch.
  func cancel(at time: Timestamp) {}
  fileprivate func assumePipeline(of other: HandCopy) {}
  fileprivate func setValue(_ value: GestureValue, of name: GestureName) {}
  fileprivate func replaceOutputs(_ outputs: [Rect]) {}

  // MARK: Calls

  /// The events of the last call.
  final var events: GestureEvents {
    @inline(__always) get { kept ?? pipelineEvents }
  }

  /// Releases the events of the last call, before the pipeline changes.
  @inline(__always)
  fileprivate final func release() {
    if keepsEvents { kept = nil }
  }

  /// Continues with the state of `other`, which reports its events.
  final func assume(_ other: HandCopy) {
    assumePipeline(of: other)
    eventCount = 0
    deadline = other.deadline
    active = other.active
    before = other.active
    reported = .none
  }

  /// Forgets touches and gestures, so that another hand can have the copy.
  final func forget(at time: Timestamp) {
    if !isIdle { cancel(at: time) }
    active = .none
    before = .none
    reported = .none
  }

  /// Sets a value of the active gesture named `name`.
  final func set(_ value: GestureValue, of name: GestureName) {
    setValue(value, of: name)
  }

  /// Replaces the outputs whose edges count.
  final func setOutputs(_ outputs: [Rect]) {
    replaceOutputs(outputs)
  }

  /// Takes the state of the pipeline after a call that processed something; notes which gestures it began and ended.
  @inline(__always)
  fileprivate final func note(_ events: borrowing GestureEvents, _ deadline: Timestamp?) {
    before = active
    hasBegun = false
    keep(events, deadline)
    for index in 0..<eventCount {
      switch events.state(at: index) {
      case .changed, .unconfirmed, .superseded: break
      case .recognized: hasBegun = true
      case .began:
        hasBegun = true
        active.insert(events[index].recognizer)
      case .ended, .cancelled: active.remove(events[index].recognizer)
      }
    }
  }

  /// Takes the state of the pipeline after a change between two calls.
  @inline(__always)
  fileprivate final func keep(_ events: borrowing GestureEvents, _ deadline: Timestamp?) {
    eventCount = events.count
    self.deadline = deadline
    if keepsEvents { kept = copy events }
  }

  // MARK: Reports

  /// All active gestures were reported: the copy was the only one.
  final func reportAll() { reported = active }

  /// Takes over what `other` reported and has in common with this copy, which is reporting from now on; one is a copy of the other.
  /// `hasRun` is whether this copy ran in the current call: a gesture that began in it says so itself.
  final func takeReported(from other: HandCopy, hasRun: Bool) {
    let continued = other.reported & (hasRun ? before : active)
    reported |= continued
    other.reported -= continued
  }

  /// Adds the events of the last call to `joined`, those of a deadline as they are now. A gesture that began while the copy was not
  /// reporting begins with its next event.
  @inline(__always)
  final func collect(_ index: Int, of hand: UInt8, into joined: inout JoinedEvents, isStored: Bool) {
    if !isStored, (before - reported).isEmpty {
      joined.append(self, hand: hand, copy: index)
      reported = active
    } else {
      reportEach(index, of: hand, into: &joined)
    }
  }

  private final func reportEach(_ index: Int, of hand: UInt8, into joined: inout JoinedEvents) {
    for event in events { report(event, hand, index, into: &joined) }
  }

  private final func report(_ event: GestureEvent, _ hand: UInt8, _ index: Int, into joined: inout JoinedEvents) {
    let recognizer = event.recognizer
    let isReported = reported.contains(recognizer)
    switch event.state {
    case .began: reported.insert(recognizer)
    case .changed where !isReported:
      reported.insert(recognizer)
      return joined.append(event.beginning, hand: hand, copy: index)
    case .ended:
      if !isReported { joined.append(event.beginning, hand: hand, copy: index) }
      reported.remove(recognizer)
    case .cancelled:
      if !isReported { return }
      reported.remove(recognizer)
    case .changed, .recognized, .unconfirmed, .superseded: break
    }
    joined.append(event, hand: hand, copy: index)
  }

  /// Ends the gestures that were reported, because another copy is reporting from now on: those that ended in the last call as they did;
  /// the others are cancelled.
  final func end(_ index: Int, of hand: UInt8, at time: Timestamp, into joined: inout JoinedEvents) {
    for event in events where event.isLast && reported.contains(event.recognizer) {
      reported.remove(event.recognizer)
      joined.append(event, hand: hand, copy: index)
    }
    cancel(at: time)
    for event in events
    where event.state == .superseded || (event.isLast && reported.contains(event.recognizer)) {
      joined.append(event, hand: hand, copy: index)
    }
    reported = .none
  }
}

/// A copy of a pipeline of one type.
final class TypedHandCopy<Base: GesturePipeline>: HandCopy, @unchecked Sendable {
  @exclusivity(unchecked) private var pipeline: Base

  init(_ pipeline: Base) {
    self.pipeline = pipeline
    super.init()
  }

  private init(copying other: TypedHandCopy) {
    pipeline = other.pipeline
    super.init(other)
  }

  override var names: [GestureName] { pipeline.names }
  // Read only, never `inout`: several threads may read events that were kept.
  fileprivate override var pipelineEvents: GestureEvents { pipeline.events }
  override var isIdle: Bool { pipeline.isIdle }
  override func copied() -> HandCopy { TypedHandCopy(copying: self) }
  override func touches(of event: GestureEvent) -> [Touch] { pipeline.touches(of: event) }
  override func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    pipeline.forEachTouch(of: event, body)
  }
  override func claim(on id: Touch.ID) -> TouchClaim { pipeline.claim(on: id) }

  override func stamp(_ hand: Hand) {
    release()
    pipeline.hand = hand
    keep(TypedHandCopy.events(of: &pipeline), deadline)
  }

  override func process(_ frame: borrowing TouchFrame) {
    release()
    pipeline.process(frame)
    note(&pipeline)
  }

  override func advance(to time: Timestamp) {
    release()
    pipeline.advance(to: time)
    note(&pipeline)
  }

  override func cancel(at time: Timestamp) {
    release()
    pipeline.cancel(at: time)
    note(&pipeline)
  }

  fileprivate override func assumePipeline(of other: HandCopy) {
    release()
    // All copies of one layer are of one type.
    pipeline.assume(unsafeDowncast(other, to: TypedHandCopy.self).pipeline)
  }

  fileprivate override func setValue(_ value: GestureValue, of name: GestureName) {
    release()
    pipeline.set(value, of: name)
    keep(pipeline.events, pipeline.deadline)
  }

  fileprivate override func replaceOutputs(_ outputs: [Rect]) {
    release()
    pipeline.setOutputs(outputs)
    keep(pipeline.events, pipeline.deadline)
  }

  /// The events of `pipeline`. `inout`, although it changes nothing, because a getter of a property of an object is passed a copy.
  @inline(__always)
  private static func events(of pipeline: inout Base) -> GestureEvents { pipeline.events }

  /// Takes the state of `pipeline`; `inout` as well.
  @inline(__always)
  private func note(_ pipeline: inout Base) { note(pipeline.events, pipeline.deadline) }
}

extension GestureEvent {
  /// The event as the beginning of its gesture.
  fileprivate var beginning: GestureEvent {
    var event = self
    event.state = .began
    return event
  }

  /// Whether a continuous gesture sends nothing more.
  fileprivate var isLast: Bool { state == .ended || state == .cancelled }
}
