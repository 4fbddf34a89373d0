/// The events of several copies of a pipeline as one collection, in storage that is used again.
///
/// Events of a copy are read from it when they are read here, so that a `changed` event is measured only when it is read.
struct JoinedEvents: Sendable {
  private var source = JoinedEventSource()

  init() {}

  /// The events so far.
  var events: GestureEvents { GestureEvents(source) }

  /// Whether there is none.
  var isEmpty: Bool { source.count == 0 }

  /// Whether the copies are free to change: events that were handed out and kept are read from them.
  var areCopiesFree: Bool {
    @inline(__always) mutating get { isKnownUniquelyReferenced(&source) }
  }

  /// Removes all events. Returns whether the copies that had them are free to change.
  @inline(__always)
  mutating func removeAll() -> Bool {
    if areCopiesFree {
      source.removeAll()
      return true
    }
    source = JoinedEventSource()
    return false
  }

  /// Adds one event of the copy at index `copy`, which recognizes the gestures of hand `hand`.
  mutating func append(_ event: GestureEvent, hand: UInt8, copy: Int) {
    makeUnique()
    source.append(event, hand: hand, copy: copy)
  }

  /// Adds the events of the last call of `handCopy`, which is the copy at index `copy`.
  @inline(__always)
  mutating func append(_ handCopy: HandCopy, hand: UInt8, copy: Int) {
    guard handCopy.eventCount > 0 else { return }
    makeUnique()
    source.append(handCopy, hand: hand, copy: copy)
  }

  /// Measures all events, before one of the copies is changed between two calls. Returns whether the copies are free to change.
  mutating func store() -> Bool {
    let events = Array(events)
    let isFree = areCopiesFree
    source = JoinedEventSource()
    for event in events { append(event, hand: event.handIndex, copy: Int(event.copyIndex)) }
    return isFree
  }

  @inline(__always)
  private mutating func makeUnique() {
    if !areCopiesFree { source = JoinedEventSource(copying: source) }
  }
}

/// The storage of joined events.
private final class JoinedEventSource: GestureEventSource, @unchecked Sendable {
  // Sound: only the one `JoinedEvents` that holds the object changes it, and only while nothing else holds it. `HandPipelinesCore` changes
  // the copies whose events these are only where `areCopiesFree` was true, or replaces them.

  /// Events one after the other, all of one copy.
  struct Part {
    /// The copy that has the events; `nil` if they are stored here.
    var source: HandCopy?
    /// The index of the first in `stored`.
    var first = 0
    var count = 0
    var hand: UInt8 = 0
    var copy: UInt8 = 0

    /// Becomes the events of the last call of `handCopy`. In one method, because every write to an element checks the array.
    @inline(__always)
    mutating func assume(_ handCopy: HandCopy, hand: UInt8, copy: Int) {
      if source !== handCopy { source = handCopy }
      count = handCopy.eventCount
      self.hand = hand
      self.copy = UInt8(truncatingIfNeeded: copy)
    }
  }

  /// The parts; only the first `partCount` are used. The others keep their copies: mostly it is the same ones again, and releasing and
  /// retaining them takes a hundred instructions a frame.
  @exclusivity(unchecked) private var parts: [Part] = []
  @exclusivity(unchecked) private var partCount = 0
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
    let (number, index) = locate(index)
    return parts[number].source?.state(at: index) ?? stored[parts[number].first + index].state
  }

  @inline(__always)
  func removeAll() {
    partCount = 0
    if !stored.isEmpty { stored.removeAll(keepingCapacity: true) }
    count = 0
  }

  func append(_ event: GestureEvent, hand: UInt8, copy: Int) {
    addPart()
    parts[partCount - 1] = Part(
      source: nil, first: stored.count, count: 1, hand: hand, copy: UInt8(truncatingIfNeeded: copy))
    stored.append(event)
    count += 1
  }

  @inline(__always)
  func append(_ handCopy: HandCopy, hand: UInt8, copy: Int) {
    addPart()
    parts[partCount - 1].assume(handCopy, hand: hand, copy: copy)
    count += handCopy.eventCount
  }

  @inline(__always)
  private func addPart() {
    if partCount == parts.count { parts.append(Part()) }
    partCount += 1
  }

  private func event(at index: Int) -> GestureEvent {
    let (number, index) = locate(index)
    var event = parts[number].source?.event(at: index) ?? stored[parts[number].first + index]
    event.handIndex = parts[number].hand
    event.copyIndex = parts[number].copy
    return event
  }

  /// The number of the part that has the event at `index`, and the event's index in it.
  private func locate(_ index: Int) -> (part: Int, index: Int) {
    var (number, index) = (0, index)
    while index >= parts[number].count {
      index -= parts[number].count
      number += 1
    }
    return (number, index)
  }
}
