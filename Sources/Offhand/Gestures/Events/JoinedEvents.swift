/// The events of several copies of a pipeline as one collection, in storage that is used again.
///
/// Events of a copy are read from it when they are read here, so that a `changed` event is measured only when it is read.
struct JoinedEvents: Sendable {
  private var source = JoinedEventSource()

  init() {}

  /// The events so far.
  var events: GestureEvents { GestureEvents(source) }

  /// Removes all events and releases the copies; `events` that were handed out keep theirs.
  @inline(__always)
  mutating func removeAll() {
    if source.partCount > 0 { clear() }
  }

  private mutating func clear() {
    if isKnownUniquelyReferenced(&source) { source.removeAll() } else { source = JoinedEventSource() }
  }

  /// Adds one event of the copy at index `copy`, which recognizes the gestures of hand `hand`.
  mutating func append(_ event: GestureEvent, hand: UInt8, copy: Int) {
    makeUnique()
    source.append(event, hand: hand, copy: copy)
  }

  /// Adds the events of the last call of the copy at index `copy`.
  mutating func append(_ events: GestureEvents, hand: UInt8, copy: Int) {
    guard !events.isEmpty else { return }
    makeUnique()
    source.append(events, hand: hand, copy: copy)
  }

  /// Measures all events and releases the copies, before one of them is changed between two calls.
  mutating func store() {
    let events = Array(events)
    removeAll()
    for event in events { append(event, hand: event.handIndex, copy: Int(event.copyIndex)) }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&source) { source = JoinedEventSource(copying: source) }
  }
}

/// The storage of joined events.
private final class JoinedEventSource: GestureEventSource, @unchecked Sendable {
  // Sound: only the one `JoinedEvents` that holds the object changes it, and only while nothing else holds it.

  /// Events one after the other, all of one copy.
  struct Part {
    /// The copy that has the events; `nil` if they are stored here.
    var source: GestureEventSource?
    /// The index of the first in `stored`.
    var first: Int
    var count: Int
    var hand: UInt8
    var copy: UInt8
  }

  /// The parts; only the first `partCount` are used. Emptying an array and filling it again takes two hundred instructions more.
  @exclusivity(unchecked) private var parts: [Part] = []
  @exclusivity(unchecked) private(set) var partCount = 0
  @exclusivity(unchecked) private var stored: [GestureEvent] = []

  init() {
    // The closure is only ever called with the object that holds it, so the downcast holds.
    super.init { unsafeDowncast($0, to: JoinedEventSource.self).event(at: $1) }
  }

  convenience init(copying other: JoinedEventSource) {
    self.init()
    parts = other.parts
    partCount = other.partCount
    stored = other.stored
    count = other.count
  }

  override func state(at index: Int) -> GestureState {
    let (part, index) = locate(index)
    return part.source?.state(at: index) ?? stored[part.first + index].state
  }

  func removeAll() {
    for index in 0..<partCount { parts[index].source = nil }
    partCount = 0
    if !stored.isEmpty { stored.removeAll(keepingCapacity: true) }
    count = 0
  }

  func append(_ event: GestureEvent, hand: UInt8, copy: Int) {
    append(Part(source: nil, first: stored.count, count: 1, hand: hand, copy: UInt8(truncatingIfNeeded: copy)))
    stored.append(event)
    count += 1
  }

  func append(_ events: GestureEvents, hand: UInt8, copy: Int) {
    append(
      Part(source: events.source, first: 0, count: events.count, hand: hand, copy: UInt8(truncatingIfNeeded: copy)))
    count += events.count
  }

  private func append(_ part: consuming Part) {
    if partCount < parts.count { parts[partCount] = part } else { parts.append(part) }
    partCount += 1
  }

  private func event(at index: Int) -> GestureEvent {
    let (part, index) = locate(index)
    var event = part.source.map { $0.read($0, index) } ?? stored[part.first + index]
    event.handIndex = part.hand
    event.copyIndex = part.copy
    return event
  }

  /// The part that has the event at `index`, and the event's index in it.
  private func locate(_ index: Int) -> (part: Part, index: Int) {
    var (number, index) = (0, index)
    while index >= parts[number].count {
      index -= parts[number].count
      number += 1
    }
    return (parts[number], index)
  }
}
