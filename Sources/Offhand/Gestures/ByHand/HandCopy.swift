/// A copy of a pipeline that processes the touches of one hand.
struct HandCopy<Base: GesturePipeline>: Sendable {
  // The pipeline is the last property: where another module composes it, its size is not known.

  /// The recognizers whose gestures are active.
  private(set) var active = LaneSet.none
  /// Those whose gestures were active before the last call.
  private(set) var before = LaneSet.none
  /// Those whose gestures were reported to have begun and not to have ended. They are the active ones if the copy reports its events.
  var reported = LaneSet.none
  /// Whether something began or was recognized in the last call.
  private(set) var hasBegun = false
  private var part = TouchFrame()
  var pipeline: Base

  init(_ pipeline: Base) {
    self.pipeline = pipeline
    part.reserveCapacity()
  }

  /// Continues with the state of `other`, which reports its events.
  mutating func assume(_ other: HandCopy) {
    pipeline.assume(other.pipeline)
    active = other.active
    before = other.active
    reported = .none
  }

  /// Forgets touches and gestures, so that another hand can have the copy.
  mutating func forget(at time: Timestamp) {
    if !pipeline.isIdle { pipeline.cancel(at: time) }
    active = .none
    before = .none
    reported = .none
  }

  @inline(__always)
  mutating func stamp(_ hand: Hand) {
    if pipeline.hand != hand { pipeline.hand = hand }
  }

  /// Processes the touches of `frame` that `touches` assigns to the copy at `index`.
  mutating func process(_ index: Int, of frame: borrowing TouchFrame, _ touches: [TouchAssigner.AssignedTouch]) {
    part.timestamp = frame.timestamp
    part.isLate = frame.isLate
    part.noiseFloor = frame.noiseFloor
    part.touches.removeAll(keepingCapacity: true)
    for touch in touches.indices where touches[touch].copies.contains(index) {
      part.touches.append(frame.touches[touch])
    }
    pipeline.process(part)
  }

  /// Notes which gestures the last call began and ended.
  mutating func note() {
    before = active
    hasBegun = false
    let events = pipeline.events
    for index in events.indices {
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

  /// Adds the events of the last call to `joined`, those of a deadline as they are now. A gesture that began while the copy was not
  /// reporting begins with its next event.
  mutating func collect(
    _ index: Int, into joined: inout JoinedEvents, _ assigner: borrowing TouchAssigner, isStored: Bool
  ) {
    let hand = assigner.hand(of: index)
    let events = pipeline.events
    if !isStored, (before - reported).isEmpty {
      joined.append(events, hand: hand, copy: index)
      reported = active
    } else {
      for event in events { report(event, hand, index, into: &joined) }
    }
  }

  private mutating func report(_ event: GestureEvent, _ hand: UInt8, _ index: Int, into joined: inout JoinedEvents) {
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
  mutating func end(
    _ index: Int, at time: Timestamp, into joined: inout JoinedEvents, _ assigner: borrowing TouchAssigner
  ) {
    let hand = assigner.hand(of: index)
    for event in pipeline.events where event.isLast && reported.contains(event.recognizer) {
      reported.remove(event.recognizer)
      joined.append(event, hand: hand, copy: index)
    }
    pipeline.cancel(at: time)
    for event in pipeline.events
    where event.state == .superseded || (event.isLast && reported.contains(event.recognizer)) {
      joined.append(event, hand: hand, copy: index)
    }
    reported = .none
  }
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
