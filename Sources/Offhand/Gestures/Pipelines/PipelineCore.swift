/// The recognizers of a pipeline, as one value whose type names them all: `RecognizerPair<ConfiguredRecognizer<TapGestureRecognizer>, …>`.
///
/// The package's own types conform; programs only compose them. The arbiter knows recognizers by the indices of their lanes, and the
/// group finds the recognizer behind one. The caller passes only lanes of which some are the group's, so that recognizers with
/// nothing to do cost nothing.
public protocol RecognizerGroup: Sendable {
  /// The lanes that the group has taken.
  var lanes: LaneSet { get }
  /// Takes lanes in the arbiter, in order.
  mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError)
  /// Offers the touches that landed to `lanes`.
  mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter)
  /// Runs the recognizers of `lanes` on the frame.
  mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter)
  /// Writes the measurements of the recognizer of `lane` into `gesture`; a return value would be copied at each pair of a nested group.
  /// Does not change the group. `mutating` nevertheless, because a nonmutating method is passed a copy of all recognizers.
  mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter)
  /// Restarts the gesture of `lane` at identity: it is granted after a wait.
  mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter)
  /// Sets a value of the gesture of `lane`.
  mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter)
  /// Passes the outputs to all recognizers.
  mutating func setOutputs(_ outputs: [Rect])
  /// Discards the attempts of the recognizers of `lanes`.
  mutating func reset(_ lanes: LaneSet)
  /// The same recognizers with their own storage, for a pipeline that was copied.
  func copied() -> Self
}

extension RecognizerGroup {
  /// The group itself: the storage of a value is its own.
  public func copied() -> Self { self }

  /// The measurements of the recognizer of `lane`.
  mutating func gesture(of lane: Int, in arbiter: borrowing Arbiter) -> Gesture {
    var gesture = Gesture()
    measure(lane, into: &gesture, in: arbiter)
    return gesture
  }
}

/// The recognizers of a pipeline with their arbiter: the path of a frame.
///
/// An object, so that passing a pipeline along costs one reference and not a thousand bytes. Sound without the compiler's checks, as
/// `@unchecked Sendable` and `@exclusivity(unchecked)`: only `Pipeline` holds one; it changes it only while the reference is unique and
/// never calls it from within itself. The checks would cost 10 to 15 ns at every access.
final class PipelineCore<Recognizers: RecognizerGroup>: GestureEventSource, @unchecked Sendable {
  @exclusivity(unchecked) private(set) var arbiter: Arbiter
  @exclusivity(unchecked) private var recognizers: Recognizers

  /// Gives `recognizers` their lanes, in order.
  init(enrolling recognizers: Recognizers) throws(PipelineError) {
    arbiter = Arbiter()
    self.recognizers = recognizers
    // The closure is only ever called with the object that holds it, so the downcast holds.
    super.init { unsafeDowncast($0, to: PipelineCore.self).event(at: $1) }
    try self.recognizers.enroll(in: &arbiter)
    try arbiter.relate(self.recognizers.lanes)
  }

  init(copying other: PipelineCore) {
    arbiter = Arbiter(copying: other.arbiter)
    recognizers = other.recognizers.copied()
    super.init(count: other.count, read: other.read)
  }

  // MARK: Events

  override func state(at index: Int) -> GestureState {
    index < arbiter.log.unmeasuredCount ? .changed : arbiter.log[index].state
  }

  override func components(of recognizer: Int) -> GestureComponents? {
    guard arbiter.lanes[recognizer].requirement.maximum > 1 else { return GestureComponents() }
    return recognizers.gesture(of: recognizer, in: arbiter).components
  }

  /// The event at `index`; an unmeasured one is measured now.
  @inline(__always)
  private func event(at index: Int) -> GestureEvent {
    guard let lane = arbiter.log.unmeasuredLane(at: index) else { return arbiter.log[index] }
    var event = arbiter.change(of: lane)
    recognizers.measure(lane, into: &event.gesture, in: arbiter)
    if !arbiter.lanes[lane].components.contains(.hand) { event.gesture.hand = arbiter.log.hand }
    return event
  }

  /// Measures the unmeasured events, before anything changes their measurements.
  private func completeEvents() {
    for index in 0..<arbiter.log.unmeasuredCount { arbiter.log.complete(event(at: index), at: index) }
    arbiter.log.endChanges()
  }

  @inline(__always)
  private func noteCount() {
    count = arbiter.log.count
    changeCount = arbiter.log.unmeasuredCount
  }

  // MARK: Frames

  func process(_ frame: borrowing TouchFrame) {
    arbiter.log.begin()
    serve(before: frame.timestamp)
    arbiter.take(frame)
    if arbiter.table.hasSetChange {
      changeTouches()
    } else {
      arbiter.measure()
      arbiter.wakeLanes()
      arbiter.reportIdle()
      recognize(arbiter.awake)
    }
    if arbiter.hasDecisions { resolve() } else { arbiter.rest() }
    noteCount()
  }

  @inline(never)
  private func changeTouches() {
    arbiter.idle.wake(untilQuiet: false)
    offer(to: .all)
    arbiter.regroup()
    recognize(arbiter.lanes.sets.live)
  }

  func advance(to time: Timestamp) {
    arbiter.log.begin()
    serve(before: time.next)
    noteCount()
  }

  /// Cancels every gesture and forgets every touch.
  func cancel(at time: Timestamp) {
    arbiter.log.begin()
    serve(before: time)
    arbiter.cancelAll(at: time)
    recognize(arbiter.lanes.sets.live)
    arbiter.failUndecided()
    finishChange()
  }

  @inline(__always)
  private func serve(before limit: Timestamp) {
    if arbiter.lanes.sets.soonest < limit.nanoseconds { serveDue(before: limit) }
  }

  private func serveDue(before limit: Timestamp) {
    while let due = arbiter.lanes.deadline(before: limit) {
      arbiter.settle(at: due)
      recognize(arbiter.lanes.due(at: due))
      resolve()
    }
    arbiter.keepReported()
  }

  private func offer(to lanes: LaneSet) {
    let enabled = lanes & arbiter.lanes.sets.enabled
    if !arbiter.table.landed.isEmpty, !enabled.isEmpty { recognizers.offer(to: enabled, in: &arbiter) }
    arbiter.update(lanes)
  }

  @inline(__always)
  private func recognize(_ lanes: LaneSet) {
    if !lanes.isEmpty { run(lanes) }
  }

  @inline(never)
  private func run(_ lanes: LaneSet) { recognizers.recognize(lanes, in: &arbiter) }

  /// Resolves the proposals, and offers recognizers that became ready the touches that landed in this frame.
  private func resolve() {
    arbiter.idle.wake(untilQuiet: true)
    completeEvents()
    arbiter.resolve(&recognizers)
    let restarted = arbiter.restart()
    let ready = arbiter.rearm()
    arbiter.dropGroups()
    guard !(ready | restarted).isEmpty else { return }
    recognizers.reset(ready | restarted)
    if !restarted.isEmpty { joinAndRecognize(restarted) }
    if !arbiter.table.landed.isEmpty {
      offer(to: ready)
      joinAndRecognize(ready)
    } else if restarted.isEmpty {
      return
    }
    arbiter.resolve(&recognizers)
    let over = arbiter.rearm()
    if !over.isEmpty { recognizers.reset(over) }
  }

  private func joinAndRecognize(_ lanes: LaneSet) {
    let live = lanes & arbiter.lanes.sets.live
    arbiter.join(live)
    recognize(live)
  }

  // MARK: The owner's requests

  /// Makes a change that concerns the arbiter alone.
  func change<Failure: Error>(_ body: (inout Arbiter) throws(Failure) -> Void) throws(Failure) { try body(&arbiter) }

  func set(_ value: GestureValue, of name: GestureName) {
    if let lane = arbiter.lanes.index(named: name) { set(value, of: lane) }
  }

  /// Sets a value of the gesture that sent `event`; an event of another pipeline is ignored.
  func set(_ value: GestureValue, of event: GestureEvent) {
    if let lane = lane(of: event) { set(value, of: lane) }
  }

  private func set(_ value: GestureValue, of lane: Int) {
    guard arbiter.lanes.sets.active.contains(lane) else { return }
    completeEvents()
    recognizers.set(value, of: lane, in: arbiter)
  }

  func setOutputs(_ outputs: [Rect]) {
    arbiter.outputs = outputs
    recognizers.setOutputs(outputs)
  }

  /// The lane whose recognizer sent `event`; `nil` for an event of another pipeline.
  func lane(of event: GestureEvent) -> Int? {
    let lane = event.recognizer
    return arbiter.lanes.indices.contains(lane) && arbiter.lanes[lane].name == event.name ? lane : nil
  }

  /// Stops the recognizers named `name` from taking touches, and ends their attempts.
  func disable(_ name: GestureName) {
    startChange()
    for lane in arbiter.lanes.all(named: name) { arbiter.disable(lane, &recognizers) }
    finishChange()
  }

  /// Lets the recognizers named `name` take part again; `isAdopting` gives them the touches that are down as if they landed now.
  func enable(_ name: GestureName, isAdopting: Bool) {
    startChange()
    var remaining = arbiter.lanes.all(named: name)
    var fresh = LaneSet.none
    while let lane = remaining.popFirst() {
      arbiter.lanes.setEnabled(lane, true)
      if arbiter.isFresh(lane) { fresh.insert(lane) }
    }
    guard isAdopting, !fresh.isEmpty else { return }
    arbiter.table.setAllLanded(true)
    offer(to: fresh)
    joinAndRecognize(fresh)
    arbiter.table.setAllLanded(false)
    finishChange()
  }

  /// Lets beginnings that were held back happen.
  func release() {
    startChange()
    arbiter.setHeld(false)
    finishChange()
  }

  /// Starts a change, at a moment in which nothing moved.
  private func startChange() {
    arbiter.log.begin()
    noteCount()
    arbiter.settle(at: arbiter.table.timestamp)
  }

  private func finishChange() {
    resolve()
    noteCount()
  }
}
