/// The events of several pipelines, copies of one, or moments as one collection, in storage that is used again.
///
/// Events that a pipeline still holds are read from it when they are read here, so that a `changed` event is measured only then. Events
/// of a pipeline that is called again in the same call are stored.
package struct EventList: Sendable {
  /// What an event in the list gets from the layer that lists it.
  enum Origin: Sendable {
    /// Nothing.
    case none
    /// The number of the hand, and the index of the copy of the pipeline that sent it.
    case hand(UInt8, copy: UInt8)
    /// The target, and its place among the targets, unless a target within that one sent it.
    case target(Int, slot: UInt16)

    @inline(__always)
    fileprivate func stamp(_ event: inout GestureEvent) {
      switch self {
      case .none: break
      case .hand(let hand, let copy):
        event.handIndex = hand
        event.copyIndex = copy
      case .target(let target, let slot):
        if event.target == nil { event.target = target }
        event.slot = slot
      }
    }
  }

  private var source = EventListSource()

  package init() {}

  package var events: GestureEvents { GestureEvents(source) }

  package var isEmpty: Bool { source.count == 0 }

  /// Whether nothing else holds the list: pipelines whose events were handed out and kept must not change.
  var isUnique: Bool {
    @inline(__always) mutating get { isKnownUniquelyReferenced(&source) }
  }

  func reserveCapacity(_ count: Int) { source.reserveCapacity(count) }

  /// Removes all events; `events` that were handed out keep theirs.
  package mutating func removeAll() { removeAll(keepingSources: false) }

  /// Removes all events. Returns whether the pipelines that hold them are free to change. With `keepingSources` the list holds on to
  /// what it read from: mostly that is the same again, and releasing and retaining it takes a hundred instructions a frame.
  @discardableResult @inline(__always) mutating func removeAll(keepingSources: Bool) -> Bool {
    if isUnique {
      source.removeAll(keepingSources: keepingSources)
      return true
    }
    source = EventListSource()
    return false
  }

  package mutating func append(_ event: GestureEvent) { append(event, from: .none) }

  mutating func append(_ event: GestureEvent, from origin: Origin) {
    makeUnique()
    source.append(event, from: origin)
  }

  mutating func append(contentsOf events: GestureEvents, from origin: Origin = .none) {
    makeUnique()
    for event in events { source.append(event, from: origin) }
  }

  /// Adds the `count` events that `holder` holds until its next call.
  @inline(__always)
  mutating func append(heldBy holder: GestureEventSource, count: Int, from origin: Origin) {
    guard count > 0 else { return }
    makeUnique()
    source.append(heldBy: holder, count: count, from: origin)
  }

  /// Stores all events, before a pipeline that holds some is changed between two calls. Returns whether pipelines are free to change.
  mutating func store() -> Bool {
    let stored = EventListSource(Array(events))
    let isFree = isUnique
    source = stored
    return isFree
  }

  @inline(__always)
  private mutating func makeUnique() {
    if !isUnique { source = EventListSource(copying: source) }
  }
}

final class EventListSource: GestureEventSource, @unchecked Sendable {
  // Sound: only the one `EventList` that holds the object changes it, and only while nothing else holds it. Checked at run time, every
  // frame of a pipeline with an estimator takes a hundred instructions more.

  private struct Part {
    /// The holder of the events; `nil` if they are stored here.
    var holder: GestureEventSource?
    /// The index of the first in `stored`.
    var first = 0
    var count = 0
    var origin = EventList.Origin.none

    /// Becomes the events of `holder`. In one method, because every write to an element checks the array.
    @inline(__always)
    mutating func assume(_ holder: GestureEventSource, _ count: Int, _ origin: EventList.Origin) {
      if self.holder !== holder { self.holder = holder }
      self.count = count
      self.origin = origin
    }
  }

  /// Only the first `partCount` are used.
  @exclusivity(unchecked) private var parts: [Part] = []
  @exclusivity(unchecked) private var partCount = 0
  @exclusivity(unchecked) private var stored: [GestureEvent]

  init(_ events: [GestureEvent] = []) {
    stored = events
    // The closure is only ever called with the object that holds it, so the downcast holds.
    super.init { unsafeDowncast($0, to: EventListSource.self).event(at: $1) }
    count = events.count
    if count > 0 {
      parts = [Part(count: count)]
      partCount = 1
    }
  }

  convenience init(copying other: EventListSource) {
    self.init(other.stored)
    parts = other.parts
    partCount = other.partCount
    count = other.count
    changeCount = other.changeCount
  }

  func reserveCapacity(_ count: Int) {
    stored.reserveCapacity(count)
    parts.reserveCapacity(count)
  }

  override func state(at index: Int) -> GestureState {
    let (number, index) = locate(index)
    return parts[number].holder?.state(at: index) ?? stored[parts[number].first + index].state
  }

  @inline(__always)
  func removeAll(keepingSources: Bool) {
    if !keepingSources {
      for index in 0..<partCount where parts[index].holder != nil { parts[index].holder = nil }
    }
    partCount = 0
    if !stored.isEmpty { stored.removeAll(keepingCapacity: true) }
    count = 0
    changeCount = 0
  }

  func append(_ event: GestureEvent, from origin: EventList.Origin) {
    if partCount == 0 || parts[partCount - 1].holder != nil {
      addPart()
      parts[partCount - 1] = Part(first: stored.count)
    }
    parts[partCount - 1].count += 1
    // In place: an event is copied at every call that passes it along.
    stored.append(event)
    origin.stamp(&stored[stored.count - 1])
    count += 1
  }

  @inline(__always)
  func append(heldBy holder: GestureEventSource, count: Int, from origin: EventList.Origin) {
    addPart()
    parts[partCount - 1].assume(holder, count, origin)
    if changeCount == self.count { changeCount += holder.changeCount }
    self.count += count
  }

  @inline(__always)
  private func addPart() {
    if partCount == parts.count { parts.append(Part()) }
    partCount += 1
  }

  private func event(at index: Int) -> GestureEvent {
    let (number, index) = locate(index)
    guard let holder = parts[number].holder else { return stored[parts[number].first + index] }
    let origin = parts[number].origin
    var event = holder.read(holder, index)
    origin.stamp(&event)
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
