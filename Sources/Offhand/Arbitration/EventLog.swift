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
