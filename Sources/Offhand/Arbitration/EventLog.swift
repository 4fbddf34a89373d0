/// The answers of one call, in storage that the next call writes over.
///
/// Of a gesture that merely goes on it may hold only the head; what it measures is asked for when somebody reads it.
struct EventLog: ~Copyable, Sendable {
  /// How many answers there are.
  private(set) var count = 0
  /// The answers of which only the head is written: one bit each, so only the first 64 can be.
  private(set) var unmeasured: UInt64 = 0
  private var events: FixedArray<GestureEvent>

  init() {
    events = FixedArray(repeating: EventLog.blank, count: LaneSet.capacity)
  }

  /// The same answers.
  init(copying other: borrowing EventLog) {
    count = other.count
    unmeasured = other.unmeasured
    events = other.events.copied()
  }

  /// The answer at `index`.
  subscript(index: Int) -> GestureEvent {
    @inline(__always) unsafeAddress { UnsafePointer(events.address(of: index)) }
  }

  /// Whether only the head of the answer at `index` is written.
  @inline(__always)
  func isUnmeasured(_ index: Int) -> Bool {
    index < UInt64.bitWidth && unmeasured & (1 &<< UInt64(truncatingIfNeeded: index)) != 0
  }

  /// Begins a call: what follows takes the place of what there was.
  @inline(__always)
  mutating func begin() {
    count = 0
    unmeasured = 0
  }

  /// Adds an answer.
  mutating func append(_ event: GestureEvent) {
    makeRoom()
    events[count] = event
    count += 1
  }

  /// Adds the head of an answer.
  @inline(__always)
  mutating func announce(
    _ state: GestureState, of lane: Int, with fingers: FingerSet, at time: Timestamp, by hand: Hand
  ) {
    makeRoom()
    let place = events.address(of: count)
    place.pointee.recognizer = lane
    place.pointee.state = state
    place.pointee.timestamp = time
    place.pointee.fingers = fingers
    place.pointee.gesture.hand = hand
    unmeasured |= 1 &<< UInt64(truncatingIfNeeded: count)
    count &+= 1
  }

  /// The fingers of all answers of the call.
  var fingers: FingerSet { (0..<count).reduce(FingerSet.none) { $0 | events[$1].fingers } }

  /// Whether the next answer can be announced.
  @inline(__always)
  var takesHead: Bool { count < UInt64.bitWidth }

  /// Writes the whole of an answer that was announced.
  mutating func complete(_ event: GestureEvent, at index: Int) {
    events[index] = event
    unmeasured &= ~(1 &<< UInt64(index))
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
