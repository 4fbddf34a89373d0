/// The gestures of one of several copies of a pipeline, each of which recognizes those of one hand: which are active, and which were
/// reported to the caller.
struct HandGestures: Sendable {
  fileprivate(set) var areTracked = false
  /// Whether something began or was recognized in the last call.
  private(set) var hasBegun = false
  /// The recognizers whose gestures are active or announced.
  fileprivate var active = LaneSet.none
  /// Those whose gestures were so before the last call.
  fileprivate var before = LaneSet.none
  /// Those whose gestures were reported to have begun or announced, and not to have ended: all active ones, but those that began while the
  /// copy caught up with touches that were another's.
  fileprivate var reported = LaneSet.none
  /// Those of whose active gestures an event said that several fingers scale or turn something.
  fileprivate var pairs = LaneSet.none

  @inline(__always)
  mutating func note(_ events: borrowing GestureEvents) {
    before = active
    hasBegun = false
    for index in events.changeCount..<events.count {
      switch events.state(at: index) {
      case .changed: notePair(events, at: index)
      case .unconfirmed: active.insert(events[index].recognizer)
      case .superseded: active.remove(events[index].recognizer)
      case .recognized:
        hasBegun = true
        active.remove(events[index].recognizer)
      case .began:
        hasBegun = true
        active.insert(events[index].recognizer)
        pairs.remove(events[index].recognizer)
        notePair(events, at: index)
      case .ended, .cancelled: active.remove(events[index].recognizer)
      }
    }
  }

  // Inlined into `note`, it would be in each kind of pipeline four times.
  @inline(never)
  private mutating func notePair(_ events: borrowing GestureEvents, at index: Int) {
    let event = events[index]
    if event.gesture.fingers > 1, event.gesture.components.spreads { pairs.insert(event.recognizer) }
  }
}

/// A copy of a pipeline that recognizes the gestures of one hand.
extension PipelineBox {
  /// Tracks the gestures of the pipeline, which has not processed anything yet.
  func trackGestures() {
    gestures.areTracked = true
    keepsEvents = false
  }

  /// Forgets touches and gestures, so that another hand can have the copy.
  func forget(at time: Timestamp) {
    if !isIdle { cancel(at: time) }
    gestures.active = .none
    gestures.before = .none
    gestures.reported = .none
  }

  /// Whether the hand scales or turns something: a finger that lands beside it is one that comes back. Asked when one lands, because a
  /// transform may begin with one finger, and spread only with the next.
  var isHolding: Bool {
    for recognizer in gestures.active {
      if events.source.components(of: recognizer)?.spreads ?? gestures.pairs.contains(recognizer) { return true }
    }
    return false
  }

  /// Whether all active gestures were reported: events can then go on as the pipeline has them.
  var hasReportedAll: Bool { (gestures.active - gestures.reported).isEmpty }

  /// All active gestures were reported: the copy was the only one. `isCalled` is whether its last call was not reported.
  func reportAll(before isCalled: Bool = false) { gestures.reported = isCalled ? gestures.before : gestures.active }

  /// Adds the events of the last call to `list`, those of a deadline as they are now. A gesture that began while the copy
  /// caught up begins with its next event.
  @inline(__always)
  func collect(_ index: Int, of hand: UInt8, into list: inout EventList, isStored: Bool) {
    if !isStored, (gestures.before - gestures.reported).isEmpty {
      list.append(heldBy: self, count: count, from: PipelineBox.origin(index, of: hand))
      gestures.reported = gestures.active
    } else {
      reportEach(index, of: hand, into: &list)
    }
  }

  @inline(__always)
  private static func origin(_ index: Int, of hand: UInt8) -> EventList.Origin {
    .hand(hand, copy: UInt8(truncatingIfNeeded: index))
  }

  private func reportEach(_ index: Int, of hand: UInt8, into list: inout EventList) {
    for event in events { report(event, hand, index, into: &list) }
  }

  private func report(_ event: GestureEvent, _ hand: UInt8, _ index: Int, into list: inout EventList) {
    let recognizer = event.recognizer
    let isReported = gestures.reported.contains(recognizer)
    switch event.state {
    case .began, .unconfirmed: gestures.reported.insert(recognizer)
    case .changed where !isReported:
      gestures.reported.insert(recognizer)
      return list.append(event.beginning, from: PipelineBox.origin(index, of: hand))
    case .ended:
      if !isReported { list.append(event.beginning, from: PipelineBox.origin(index, of: hand)) }
      gestures.reported.remove(recognizer)
    case .cancelled, .superseded:
      if !isReported { return }
      gestures.reported.remove(recognizer)
    case .recognized: gestures.reported.remove(recognizer)
    case .changed: break
    }
    list.append(event, from: PipelineBox.origin(index, of: hand))
  }

  /// Ends the gestures that were reported, because its touches were another's: those that ended in the last call as they did; the others
  /// are cancelled.
  func withdraw(_ index: Int, of hand: UInt8, at time: Timestamp, into list: inout EventList) {
    for event in events where event.isLast && gestures.reported.contains(event.recognizer) {
      gestures.reported.remove(event.recognizer)
      list.append(event, from: PipelineBox.origin(index, of: hand))
    }
    cancel(at: time)
    for event in events where event.isLast && gestures.reported.contains(event.recognizer) {
      list.append(event, from: PipelineBox.origin(index, of: hand))
    }
    gestures.reported = .none
  }
}

extension GestureComponents {
  var spreads: Bool { !isDisjoint(with: [.scale, .rotation]) }
}

extension GestureEvent {
  fileprivate var beginning: GestureEvent {
    var event = self
    event.state = .began
    return event
  }

  /// Whether a gesture that began or was announced sends nothing more.
  fileprivate var isLast: Bool {
    switch state {
    case .ended, .cancelled, .recognized, .superseded: true
    case .began, .changed, .unconfirmed: false
    }
  }
}
