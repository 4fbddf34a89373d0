/// Decides who gets the fingers: one for all recognizers that can be in conflict.
///
/// Recognizers measure and propose; the arbiter keeps their life cycles, grants or refuses beginnings, and writes the answers.
/// The rules, in the order in which they are applied (recognizers.md §3.0.10):
///
/// 1. Failures take effect, then ends and changes in the order of the lanes, then beginnings: those on deeper targets
///    first, then those of higher priority, then those that stand earlier in the pipeline.
/// 2. A beginning may be vetoed; it then fails.
/// 3. It waits while a recognizer that it requires to fail shares a finger with it and is undecided. If that one is
///    recognized, it fails.
/// 4. It fails where a gesture that is on shares a finger, may prevent it, and is neither simultaneous nor overridden.
/// 5. Otherwise it begins, and all others that share a finger, that it may prevent, and that are not simultaneous fail.
public struct Arbiter: ~Copyable, Sendable {
  /// The fingers.
  public internal(set) var contacts = ContactTable()
  /// Groups of fingers that are measured together; the first one holds all that are down.
  var gauges = FixedArray(repeating: FingerGauge(), count: 1)
  /// The answers of the call.
  var log = EventLog()
  /// Whose hand it is, as far as anybody knows; stamped on every answer.
  public var hand = Hand.unknown
  /// Answers what fixed relations cannot know.
  public var delegate: (any GestureDelegate)?
  /// Answers that the life cycle forbids, and circles that a delegate asked for: refused, and counted here.
  public internal(set) var refusals = 0

  var lanes = FixedArray<Lane>()
  /// How each lane stands in the pipeline.
  var options: [LaneOptions] = []
  /// The lanes in the order in which beginnings of one frame are decided.
  var order: [Int] = []
  var frameNumber: UInt64 = 0
  var relations = Relations()
  var groupsInUse = LaneSet(lane: 0)
  /// Lanes that may take fingers.
  var enabled = LaneSet.none
  /// Lanes that have something to look at: an attempt that is undecided, or a gesture that is on.
  var live = LaneSet.none
  /// Lanes with a deadline.
  var timed = LaneSet.none
  /// Lanes that are on.
  var active = LaneSet.none
  /// Lanes that would begin but must wait.
  var waiting = LaneSet.none
  /// Lanes that propose in this frame.
  var proposing = LaneSet.none
  /// Lanes that are finished and wait for their fingers to go.
  var finished = LaneSet.none
  /// Whether a lane finished since lanes were made ready last.
  var mayRearm = false
  /// Lanes that raise others' thresholds by being undecided: taps.
  var tapping = LaneSet.none
  /// Lanes to which frames that only move fingers mean nothing as long as those stay near where they lie.
  var rest = RestingLanes()
  /// The fingers that some lane remembers: their places are not given to others.
  var remembered = FingerSet.none
  /// The fingers of answers that were due before a frame: whoever reads them together with those of the frame finds them still
  /// at their places.
  var answered = FingerSet.none
  /// Whether so many fingers are down or remembered that there may be no place for all that can land.
  var isCrowded = false
  /// The fingers of gestures that were recognized in this frame and may be forgotten by its end.
  var capturedNow = FingerSet.none
  /// No lane has a deadline earlier than this, in nanoseconds.
  var soonest = Int64.max
  /// Whether something was decided in this frame that others may depend on.
  var needsResolution = false
  /// Whether a deadline is being served, and no frame.
  var isServing = false
  /// Whether beginnings are held back by the owner.
  var isHeld = false

  init() {}

  /// Gives a recognizer a lane.
  mutating func enroll(_ lane: Lane, _ options: LaneOptions) -> Int {
    precondition(lanes.count < LaneSet.capacity, "a pipeline holds \(LaneSet.capacity) recognizers at most")
    if lane.components.contains(.tap) { tapping.insert(lane: lanes.count) }
    if options.isEnabled { enabled.insert(lane: lanes.count) }
    lanes.append(lane)
    self.options.append(options)
    gauges.append(FingerGauge())
    sortLanes()
    return lanes.count - 1
  }

  /// Deeper targets first, then higher priorities, then earlier places.
  mutating func sortLanes() {
    let ranks = lanes.indices.map { (depth: lanes[$0].depth, priority: options[$0].priority, place: $0) }
    order = ranks.sorted { a, b in
      if a.depth != b.depth { return a.depth > b.depth }
      if a.priority != b.priority { return a.priority > b.priority }
      return a.place < b.place
    }.map(\.place)
  }

  /// The next moment at which time alone may decide something.
  var deadline: Timestamp? {
    var earliest = Int64.max
    var rest = timed
    while let lane = rest.popFirst() { earliest = min(earliest, lanes[lane].deadline) }
    return earliest == .max ? nil : Timestamp(nanoseconds: earliest)
  }

  /// The next deadline, if it is before `limit`.
  mutating func deadline(before limit: Timestamp) -> Timestamp? {
    guard soonest < limit.nanoseconds else { return nil }
    let next = deadline
    soonest = next?.nanoseconds ?? .max
    return soonest < limit.nanoseconds ? next : nil
  }

  /// Writes an answer of `lane`.
  @inline(__always)
  mutating func emit(_ lane: Int, _ state: GestureState, _ gesture: Gesture, at time: Timestamp) {
    var event = GestureEvent(
      recognizer: lane, name: lanes[lane].name, state: state, timestamp: time, fingers: lanes[lane].sequence,
      gesture: gesture)
    if state == .cancelled { event.gesture.stop() }
    if !lanes[lane].components.contains(.hand) { event.gesture.hand = hand }
    log.append(event)
  }
}
