/// The answers of one call, in storage that the next call writes over.
///
/// An array that is emptied and filled again asks at each step whether anybody else holds it, and moves its end; where as many
/// answers follow as there were, writing them over asks once each.
struct EventLog: Sendable {
  /// The answers, once the call has ended.
  private(set) var events: [GestureEvent] = []
  private var count = 0

  init() { events.reserveCapacity(LaneSet.capacity) }

  /// Begins a call: what follows takes the place of what there was.
  mutating func begin() { count = 0 }

  /// Adds an answer.
  @inline(__always)
  mutating func append(_ event: GestureEvent) {
    if count < events.count { events[count] = event } else { events.append(event) }
    count &+= 1
  }

  /// The fingers of all answers of the call.
  var fingers: FingerSet { events[..<count].reduce(FingerSet.none) { $0 | $1.fingers } }

  /// Ends a call: what is left of the one before goes.
  @inline(__always)
  mutating func end() {
    if count != events.count { events.removeLast(events.count - count) }
  }

  /// A call without answers.
  mutating func clear() {
    begin()
    end()
  }

  /// Takes `events` for the answers of the call.
  mutating func replace(with events: [GestureEvent]) {
    self.events = events
    count = events.count
  }
}
