/// Recognizers and their arbiter: the way of a frame through a pipeline.
///
/// An object, so that handing a pipeline on costs one reference and not a thousand bytes. Only the one pipeline that holds it
/// changes it: `Pipeline` sees to that, so the compiler's check at every access is left out.
final class PipelineCore<Recognizers: RecognizerGroup>: @unchecked Sendable {
  @exclusivity(unchecked) var arbiter: Arbiter
  @exclusivity(unchecked) private var recognizers: Recognizers

  /// `recognizers`, which take their lanes in order.
  init(enrolling recognizers: Recognizers) {
    arbiter = Arbiter()
    self.recognizers = recognizers
    self.recognizers.enroll(in: &arbiter)
    arbiter.relate()
  }

  /// The same in memory of its own.
  init(copying other: PipelineCore) {
    arbiter = Arbiter(copying: other.arbiter)
    recognizers = other.recognizers
  }

  /// Takes a frame in.
  func process(_ frame: borrowing TouchFrame) {
    arbiter.begin()
    serve(before: frame.timestamp)
    arbiter.take(frame)
    if arbiter.contacts.hasSetChange {
      offer(to: LaneSet(bits: .max))
      arbiter.regroup()
      recognizers.recognize(arbiter.live, in: &arbiter)
    } else {
      arbiter.measure()
      recognizers.recognize(arbiter.live - arbiter.dormant, in: &arbiter)
    }
    if arbiter.hasDecisions { settle() }
    arbiter.log.end()
  }

  /// Serves the deadlines up to and including `time`.
  func advance(to time: Timestamp) {
    arbiter.begin()
    serve(before: Timestamp(nanoseconds: time.nanoseconds == .max ? .max : time.nanoseconds + 1))
    arbiter.log.end()
  }

  /// Breaks every gesture off and forgets every finger.
  func cancel(at time: Timestamp) {
    arbiter.begin()
    serve(before: time)
    arbiter.cancelAll(at: time)
    recognizers.recognize(arbiter.live, in: &arbiter)
    arbiter.failUndecided()
    settle()
    arbiter.log.end()
  }

  /// Sets a value.
  func set(_ value: GestureValue, of name: GestureName) {
    if let lane = arbiter.lane(named: name) { set(value, of: lane) }
  }

  /// Sets a value of the gesture of `lane`.
  func set(_ value: GestureValue, of lane: Int) {
    guard arbiter.active.contains(lane: lane) else { return }
    recognizers.set(value, of: lane, in: arbiter)
  }

  /// What the recognizer of `lane` measures now.
  func gesture(of lane: Int) -> Gesture { recognizers.gesture(of: lane, in: arbiter) }

  /// Gives the fingers that are down to `lane`, as if they landed now.
  func adopt(_ lane: Int) {
    arbiter.contacts.landed = arbiter.contacts.down
    offer(to: LaneSet(lane: lane))
    arbiter.join(LaneSet(lane: lane) & arbiter.live)
    recognizers.recognize(LaneSet(lane: lane) & arbiter.live, in: &arbiter)
    arbiter.contacts.landed = .none
    settle()
  }

  private func offer(to lanes: LaneSet) {
    let open = lanes & arbiter.enabled
    if !arbiter.contacts.landed.isEmpty { recognizers.offer(to: open, in: &arbiter) }
    arbiter.assign(lanes)
  }

  /// Serves what is due before `limit`, one moment after the other.
  @inline(__always)
  private func serve(before limit: Timestamp) {
    if arbiter.soonest < limit.nanoseconds { serveDue(before: limit) }
  }

  private func serveDue(before limit: Timestamp) {
    while let due = arbiter.deadline(before: limit) {
      arbiter.settle(at: due)
      recognizers.recognize(arbiter.takeDue(at: due), in: &arbiter)
      settle()
    }
    arbiter.answered |= arbiter.log.fingers
  }

  /// Decides what is proposed, and lets recognizers that became ready have the fingers that landed in this very frame.
  func settle() {
    arbiter.resolve(&recognizers)
    let ready = arbiter.rearm()
    guard !ready.isEmpty else { return }
    recognizers.reset(ready)
    guard !arbiter.contacts.landed.isEmpty else { return }
    offer(to: ready)
    arbiter.join(ready & arbiter.live)
    recognizers.recognize(ready & arbiter.live, in: &arbiter)
    arbiter.resolve(&recognizers)
    recognizers.reset(arbiter.rearm())
  }
}
