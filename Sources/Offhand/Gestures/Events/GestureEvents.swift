/// The answers of one call of a pipeline, in the order in which they were given.
///
/// Those of a gesture that merely goes on are put together when somebody reads them: to count answers, or to look for one that matters,
/// costs next to nothing. Answers that are kept stay what they were, whatever the pipeline does next; but the pipeline then
/// has to leave to them what it remembers and to go on with a copy. To keep some for long, take them out:
/// `Array(pipeline.events)`.
public struct GestureEvents: RandomAccessCollection, Sendable {
  /// What they are read from. A pipeline keeps it here as well, so that to ask for its answers is to look at a property of it.
  @usableFromInline var source: GestureEventSource

  /// The answers that `source` has.
  init(_ source: GestureEventSource) { self.source = source }

  /// The answers `events`, for a pipeline of one's own.
  public init(_ events: [GestureEvent]) { self.init(CollectedEvents(events)) }

  /// No answer.
  public static let none = GestureEvents([])

  /// The first answer.
  @inlinable public var startIndex: Int { 0 }
  /// Behind the last answer.
  @inlinable public var endIndex: Int { source.count }

  /// The answer at `position`. To be inlined, because an answer is two hundred bytes, which each call that hands it on copies.
  @inlinable public subscript(position: Int) -> GestureEvent {
    precondition(position >= 0 && position < endIndex, "there is no answer \(position) of \(endIndex)")
    return source.read(source, position)
  }

  /// What the answer at `position` says, without the rest of it.
  public func state(at position: Int) -> GestureState {
    precondition(position >= 0 && position < endIndex, "there is no answer \(position) of \(endIndex)")
    return source.state(at: position)
  }
}

/// What answers are read from: whoever holds it keeps it as it is, because its owner changes it only while nobody else does.
@usableFromInline
class GestureEventSource: @unchecked Sendable {
  /// The answer at an index. A closure and no method to be overridden: of those the compiler makes none for the recognizers
  /// of a pipeline whose type is known, and what it makes for all of them costs twice as much.
  @usableFromInline final let read: @Sendable (GestureEventSource, Int) -> GestureEvent

  init(count: Int = 0, read: @escaping @Sendable (GestureEventSource, Int) -> GestureEvent) {
    self.count = count
    self.read = read
  }

  /// How many answers there are.
  @exclusivity(unchecked) @usableFromInline final var count: Int

  /// What the answer at `index` says.
  func state(at index: Int) -> GestureState { read(self, index).state }
}

/// Answers that were put together elsewhere.
final class CollectedEvents: GestureEventSource, @unchecked Sendable {
  @exclusivity(unchecked) var events: [GestureEvent] {
    didSet { count = events.count }
  }

  init(_ events: [GestureEvent]) {
    self.events = events
    super.init(count: events.count) { unsafeDowncast($0, to: CollectedEvents.self).events[$1] }
  }
}

/// Collects the answers of several pipelines or moments, in storage that is used again.
struct EventCollection: Sendable {
  private var collected = CollectedEvents([])

  /// Whether there is none.
  var isEmpty: Bool { collected.events.isEmpty }

  /// The answers.
  var events: GestureEvents { GestureEvents(collected) }

  /// Forgets all; those that somebody still reads stay with him.
  mutating func removeAll() {
    if isEmpty { return }
    if isKnownUniquelyReferenced(&collected) {
      collected.events.removeAll(keepingCapacity: true)
    } else {
      collected = CollectedEvents([])
    }
  }

  /// Adds an answer.
  mutating func append(_ event: GestureEvent) {
    makeOwn()
    collected.events.append(event)
  }

  /// Adds answers.
  mutating func append(contentsOf events: GestureEvents) {
    makeOwn()
    collected.events.append(contentsOf: events)
  }

  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&collected) { collected = CollectedEvents(collected.events) }
  }
}

/// The answers of one call, in storage that the next call writes over.
///
/// Those of gestures that merely go on come first, and of these it knows only whose they are: what they measure is asked for when
/// somebody reads them.
struct EventLog: ~Copyable, Sendable {
  /// How many answers there are.
  private(set) var count = 0
  /// The lanes of the first answers, one each, in order: gestures that went on.
  private(set) var goingOn = LaneSet.none
  /// How many those are.
  private(set) var goingOnCount = 0
  /// Whose hand it was when they went on.
  private(set) var hand = Hand.unknown
  private var events: FixedArray<GestureEvent>

  init() {
    events = FixedArray(repeating: EventLog.blank, count: LaneSet.capacity)
  }

  /// The same answers.
  init(copying other: borrowing EventLog) {
    count = other.count
    goingOn = other.goingOn
    goingOnCount = other.goingOnCount
    hand = other.hand
    events = other.events.copied()
  }

  /// The answer at `index`, which is written whole.
  subscript(index: Int) -> GestureEvent {
    @inline(__always) unsafeAddress {
      assert(index >= goingOnCount)
      return UnsafePointer(events.address(of: index))
    }
  }

  /// The lane of the answer at `index` if that is one of a gesture that went on.
  func laneGoingOn(at index: Int) -> Int? {
    guard index < goingOnCount else { return nil }
    var rest = goingOn
    for _ in 0..<index { _ = rest.popFirst() }
    return rest.popFirst()
  }

  /// Begins a call: what follows takes the place of what there was.
  @inline(__always)
  mutating func begin() {
    count = 0
    goingOn = .none
    goingOnCount = 0
  }

  /// Adds an answer.
  mutating func append(_ event: GestureEvent) {
    makeRoom()
    events[count] = event
    count += 1
  }

  /// Whether a gesture that goes on can say so without what it measures: lanes answer in their order, and before all others.
  @inline(__always)
  var takesGoingOn: Bool { count == goingOnCount }

  /// Adds the answer of a gesture that goes on, of a higher lane than those before.
  @inline(__always)
  mutating func goOn(_ lane: Int, by hand: Hand) {
    goingOn.insert(lane: lane)
    goingOnCount &+= 1
    count = goingOnCount
    self.hand = hand
  }

  /// Adds the answers of `count` gestures that go on, where there are none yet.
  @inline(__always)
  mutating func goOn(_ lanes: LaneSet, count: Int, by hand: Hand) {
    assert(self.count == 0)
    goingOn = lanes
    goingOnCount = count
    self.count = count
    self.hand = hand
  }

  /// The fingers of all answers of the call, which are written whole.
  var fingers: FingerSet {
    assert(goingOnCount == 0)
    return (0..<count).reduce(FingerSet.none) { $0 | events[$1].fingers }
  }

  /// Writes the whole of the answer at `index`, of a gesture that went on.
  mutating func complete(_ event: GestureEvent, at index: Int) { events[index] = event }

  /// All answers are written whole.
  mutating func endGoingOn() {
    goingOn = .none
    goingOnCount = 0
  }

  /// Takes `events` for the answers of the call.
  mutating func replace(with events: [GestureEvent]) {
    begin()
    for event in events { append(event) }
  }

  @inline(__always)
  private mutating func makeRoom() {
    if count == events.count { events.append(EventLog.blank) }
  }

  private static var blank: GestureEvent {
    GestureEvent(recognizer: 0, name: "", state: .changed, timestamp: .zero, gesture: Gesture())
  }
}
