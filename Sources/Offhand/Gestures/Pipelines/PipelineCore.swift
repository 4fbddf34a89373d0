/// The recognizers of a pipeline, as one value whose type names them all: `RecognizerPair<EnrolledRecognizer<Tap…>, …>`.
///
/// The arbiter knows lanes by number; this is how it reaches the recognizer behind one. Whoever calls sees to it that some of
/// the lanes are the group's, so that those with nothing to do are not even asked.
public protocol RecognizerGroup: Sendable {
  /// The lanes that were taken.
  var lanes: LaneSet { get }
  /// Takes lanes in the arbiter, in order.
  mutating func enroll(in arbiter: inout Arbiter)
  /// Offers fingers that landed to `lanes`.
  mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter)
  /// Lets `lanes` take the frame in.
  mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter)
  /// Writes down what the recognizer of `lane` measures; handed back through a pair of pairs, a gesture is copied at each of them.
  /// It changes nothing of the group, but what is not `mutating` is lent a copy of all recognizers.
  mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter)
  /// The beginning of `lane` is granted after a wait.
  mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter)
  /// Sets a value of `lane`.
  mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter)
  /// Makes the recognizers of `lanes` forget their attempts.
  mutating func reset(_ lanes: LaneSet)
}

extension RecognizerGroup {
  /// What the recognizer of `lane` measures.
  mutating func gesture(of lane: Int, in arbiter: borrowing Arbiter) -> Gesture {
    var gesture = Gesture()
    measure(lane, into: &gesture, in: arbiter)
    return gesture
  }
}

/// Recognizers and their arbiter: the way of a frame through a pipeline.
///
/// An object, so that handing a pipeline on costs one reference and not a thousand bytes. Only the one pipeline that holds it
/// changes it: `Pipeline` sees to that, so the compiler's check at every access is left out.
final class PipelineCore<Recognizers: RecognizerGroup>: GestureEventSource, @unchecked Sendable {
  @exclusivity(unchecked) var arbiter: Arbiter
  @exclusivity(unchecked) private var recognizers: Recognizers

  /// `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) {
    arbiter = Arbiter()
    self.recognizers = recognizers
    super.init { unsafeDowncast($0, to: PipelineCore.self).event(at: $1) }
    self.recognizers.enroll(in: &arbiter)
    arbiter.relate()
  }

  /// The same in memory of its own.
  init(copying other: PipelineCore) {
    arbiter = Arbiter(copying: other.arbiter)
    recognizers = other.recognizers
    super.init(count: other.count, read: other.read)
  }

  override func state(at index: Int) -> GestureState {
    index < arbiter.log.goingOnCount ? .changed : arbiter.log[index].state
  }

  /// The answer at `index`; the gesture that merely went on is measured now.
  @inline(__always)
  private func event(at index: Int) -> GestureEvent {
    guard let lane = arbiter.log.laneGoingOn(at: index) else { return arbiter.log[index] }
    var event = GestureEvent(
      recognizer: lane, name: arbiter.lanes[lane].name, state: .changed, timestamp: arbiter.contacts.timestamp,
      fingers: arbiter.lanes[lane].sequence, gesture: Gesture())
    recognizers.measure(lane, into: &event.gesture, in: arbiter)
    if !arbiter.lanes[lane].components.contains(.hand) { event.gesture.hand = arbiter.log.hand }
    return event
  }

  /// Asks what the gestures that merely went on measure, before anything else becomes of them.
  private func completeAnswers() {
    for index in 0..<arbiter.log.goingOnCount { arbiter.log.complete(event(at: index), at: index) }
    arbiter.log.endGoingOn()
  }

  /// Takes a frame in.
  func process(_ frame: borrowing TouchFrame) {
    arbiter.begin()
    serve(before: frame.timestamp)
    arbiter.take(frame)
    if arbiter.contacts.hasSetChange {
      changeFingers()
    } else {
      arbiter.measure()
      arbiter.wakeLanes()
      arbiter.goOn()
      recognize(arbiter.live - arbiter.rest.lanes)
    }
    if arbiter.hasDecisions { settle() } else if arbiter.rest.isPending { arbiter.restLanes() }
    count = arbiter.log.count
  }

  @inline(never)
  private func changeFingers() {
    arbiter.rest.end()
    offer(to: LaneSet(bits: .max))
    arbiter.regroup()
    recognize(arbiter.live)
  }

  /// Serves the deadlines up to and including `time`.
  func advance(to time: Timestamp) {
    arbiter.begin()
    serve(before: Timestamp(nanoseconds: time.nanoseconds == .max ? .max : time.nanoseconds + 1))
    count = arbiter.log.count
  }

  /// Breaks every gesture off and forgets every finger.
  func cancel(at time: Timestamp) {
    arbiter.begin()
    serve(before: time)
    arbiter.cancelAll(at: time)
    recognize(arbiter.live)
    arbiter.failUndecided()
    settle()
    count = arbiter.log.count
  }

  /// Begins a change at a moment in which nothing moved.
  func beginChange() {
    forgetAnswers()
    arbiter.settle(at: arbiter.contacts.timestamp)
  }

  /// Decides what follows from a change.
  func endChange() {
    settle()
    count = arbiter.log.count
  }

  /// Forgets the answers of the call before.
  func forgetAnswers() { replaceAnswers(with: []) }

  /// Takes `events` for the answers of the call.
  func replaceAnswers(with events: [GestureEvent]) {
    arbiter.log.replace(with: events)
    count = events.count
  }

  /// Sets a value.
  func set(_ value: GestureValue, of name: GestureName) {
    if let lane = arbiter.lane(named: name) { set(value, of: lane) }
  }

  /// Sets a value of the gesture of `lane`.
  func set(_ value: GestureValue, of lane: Int) {
    guard arbiter.active.contains(lane: lane) else { return }
    completeAnswers()
    recognizers.set(value, of: lane, in: arbiter)
  }

  /// What the recognizer of `lane` measures now.
  func gesture(of lane: Int) -> Gesture { recognizers.gesture(of: lane, in: arbiter) }

  /// Gives the fingers that are down to `lane`, as if they landed now.
  func adopt(_ lane: Int) {
    arbiter.contacts.landed = arbiter.contacts.down
    offer(to: LaneSet(lane: lane))
    arbiter.join(LaneSet(lane: lane) & arbiter.live)
    recognize(LaneSet(lane: lane) & arbiter.live)
    arbiter.contacts.landed = .none
    endChange()
  }

  private func offer(to lanes: LaneSet) {
    let open = lanes & arbiter.enabled
    if !arbiter.contacts.landed.isEmpty && !open.isEmpty { recognizers.offer(to: open, in: &arbiter) }
    arbiter.assign(lanes)
  }

  @inline(never)
  private func ask(_ lanes: LaneSet) { recognizers.recognize(lanes, in: &arbiter) }

  @inline(__always)
  private func recognize(_ lanes: LaneSet) {
    if !lanes.isEmpty { ask(lanes) }
  }

  private func reset(_ lanes: LaneSet) {
    if !lanes.isEmpty { recognizers.reset(lanes) }
  }

  /// Serves what is due before `limit`, one moment after the other.
  @inline(__always)
  private func serve(before limit: Timestamp) {
    if arbiter.soonest < limit.nanoseconds { serveDue(before: limit) }
  }

  private func serveDue(before limit: Timestamp) {
    while let due = arbiter.deadline(before: limit) {
      arbiter.settle(at: due)
      recognize(arbiter.takeDue(at: due))
      settle()
    }
    arbiter.answered |= arbiter.log.fingers
  }

  /// Decides what is proposed, and lets recognizers that became ready have the fingers that landed in this very frame.
  private func settle() {
    arbiter.rest.becomePending()
    completeAnswers()
    arbiter.resolve(&recognizers)
    let ready = arbiter.rearm()
    arbiter.dropGroups()
    guard !ready.isEmpty else { return }
    reset(ready)
    guard !arbiter.contacts.landed.isEmpty else { return }
    offer(to: ready)
    arbiter.join(ready & arbiter.live)
    recognize(ready & arbiter.live)
    arbiter.resolve(&recognizers)
    reset(arbiter.rearm())
  }
}
