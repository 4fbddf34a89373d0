/// The events of one call of a pipeline, in the order in which they happened.
///
/// The gesture of a `changed` event is measured when the event is read: counting events, or looking for one of interest, is nearly free. A
/// retained `GestureEvents` stays unchanged whatever the pipeline does next, but the pipeline must then leave its storage to it and
/// continue with a copy. To keep events for long, copy them: `Array(pipeline.events)`.
public struct GestureEvents: RandomAccessCollection, Sendable {
  /// The source from which the events are read. A pipeline keeps it here as well, so that getting its events is reading a property.
  @usableFromInline var source: GestureEventSource

  init(_ source: GestureEventSource) { self.source = source }

  /// The given events, for a pipeline of one's own.
  public init(_ events: [GestureEvent]) { self.init(EventListSource(events)) }

  /// No events.
  public static let none = GestureEvents([])

  /// The index of the first event.
  @inlinable public var startIndex: Int { 0 }
  /// The end index, one past the last event.
  @inlinable public var endIndex: Int { source.count }

  /// The event at `position`. Inlinable, because an event is two hundred bytes, which every call that passes it along copies.
  @inlinable public subscript(position: Int) -> GestureEvent {
    precondition(position >= 0 && position < endIndex, "there is no event \(position) of \(endIndex)")
    return source.read(source, position)
  }

  /// The number of events, the first ones, that are known to only continue gestures: what begins is among the others.
  var changeCount: Int { source.changeCount }

  /// The state of the event at `position`, without measuring its gesture.
  public func state(at position: Int) -> GestureState {
    precondition(position >= 0 && position < endIndex, "there is no event \(position) of \(endIndex)")
    return source.state(at: position)
  }
}

/// The source of events.
///
/// Sound as `@unchecked Sendable`: its owner changes it only while the reference is unique, and reading changes nothing.
@usableFromInline
class GestureEventSource: @unchecked Sendable {
  /// Returns the event at an index. A closure and not a method to override: class methods are not specialised for the recognizers of
  /// a pipeline whose type is known, and the generic version costs twice as much.
  @usableFromInline final let read: @Sendable (GestureEventSource, Int) -> GestureEvent

  init(count: Int = 0, read: @escaping @Sendable (GestureEventSource, Int) -> GestureEvent) {
    self.count = count
    self.read = read
  }

  /// The number of events. Unchecked because only the owner of a unique reference writes it; the check costs 10 ns a frame.
  @exclusivity(unchecked) @usableFromInline final var count: Int
  /// The number of events, the first ones, that are known to only continue gestures.
  @exclusivity(unchecked) final var changeCount = 0

  func state(at index: Int) -> GestureState { read(self, index).state }

  /// What the active gesture of `recognizer` reports of a motion by now, if it takes several fingers; `nil` where only events tell.
  func components(of recognizer: Int) -> GestureComponents? { nil }
}

/// The events of one call, in storage that the next call overwrites.
///
/// The first ones may be unmeasured: of gestures that continued, only the lanes are known, in ascending order, and
/// measurements are computed lazily when the events are read.
struct EventLog: ~Copyable, Sendable {
  /// The trivially copyable part.
  private struct State: Sendable {
    var count = 0
    var unmeasured = LaneSet.none
    var unmeasuredCount = 0
    var hand = Hand.unknown
  }

  private var state = State()
  private var events: FixedArray<GestureEvent>

  init() { events = FixedArray(repeating: EventLog.blank, count: LaneSet.capacity) }

  /// The same events with their own storage.
  init(copying other: borrowing EventLog) {
    state = other.state
    events = other.events.copied()
  }

  /// The number of events, unmeasured ones included.
  @inline(__always) var count: Int { state.count }
  /// The number of unmeasured events, which come first.
  @inline(__always) var unmeasuredCount: Int { state.unmeasuredCount }
  /// The hand to stamp on unmeasured events.
  var hand: Hand { state.hand }

  /// The event at `index`, which must be measured.
  subscript(index: Int) -> GestureEvent {
    @inline(__always) unsafeAddress {
      assert(index >= unmeasuredCount)
      return UnsafePointer(events.address(of: index))
    }
  }

  /// The lane of the event at `index`; `nil` if that event has been measured.
  func unmeasuredLane(at index: Int) -> Int? {
    guard index < state.unmeasuredCount else { return nil }
    var lanes = state.unmeasured
    for _ in 0..<index { _ = lanes.popFirst() }
    return lanes.popFirst()
  }

  /// Begins a call: its events overwrite those of the one before.
  @inline(__always)
  mutating func begin() {
    state.count = 0
    endChanges()
  }

  mutating func append(_ event: GestureEvent) {
    if count == events.count { events.append(EventLog.blank) }
    events[count] = event
    state.count += 1
  }

  /// Whether an unmeasured event can be added: they precede all others.
  @inline(__always)
  var takesChanges: Bool { count == unmeasuredCount }

  /// Adds the unmeasured event of a lane higher than those before.
  @inline(__always)
  mutating func reportChange(_ lane: Int, by hand: Hand) {
    state.unmeasured.insert(lane)
    state.unmeasuredCount &+= 1
    state.count = state.unmeasuredCount
    state.hand = hand
  }

  /// Adds the unmeasured events of `lanes`, `count` of them, as the first of the call.
  @inline(__always)
  mutating func reportChanges(of lanes: LaneSet, count: Int, by hand: Hand) {
    assert(state.count == 0)
    state.unmeasured = lanes
    state.unmeasuredCount = count
    state.count = count
    state.hand = hand
  }

  /// Writes the measured event at `index`, which was unmeasured.
  mutating func complete(_ event: GestureEvent, at index: Int) { events[index] = event }

  /// Marks all events as measured.
  @inline(__always)
  mutating func endChanges() {
    state.unmeasured = .none
    state.unmeasuredCount = 0
  }

  /// The touches of all events, which must be measured.
  var touches: TouchSet {
    assert(unmeasuredCount == 0)
    return (0..<count).reduce(TouchSet.none) { $0 | events[$1].fingers }
  }

  private static var blank: GestureEvent {
    GestureEvent(recognizer: 0, name: .tap, state: .changed, timestamp: .zero, gesture: Gesture())
  }
}
