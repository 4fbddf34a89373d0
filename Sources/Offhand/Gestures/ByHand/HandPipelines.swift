/// A copy of a pipeline for each hand on the glass: what one hand does neither disturbs nor joins what another one does.
///
/// Touches are assigned to hands when they land. While all are of one hand, frames go straight to the first copy, and events are those
/// of the pipeline without the layer. `GestureEvent.handIndex` distinguishes hands. A palm beside a finger is left out.
///
///     var pipeline = StandardPipeline(outputs: outputs).byHand()
///     pipeline.process(frame)
///     for event in pipeline.events { … }
///
/// Copies are made when first needed and used again, so steady operation allocates nothing.
public struct HandPipelines<Base: GesturePipeline>: GesturePipeline {
  /// The touches that are taken for those of another hand.
  public let separation: HandSeparation
  /// The hand that is stamped on every event.
  public var hand: Hand
  private var assigner: TouchAssigner
  private var palms = PalmFilter()
  private var filtered = TouchFrame()
  private var joined = JoinedEvents()
  /// Whether the first copy alone processes all touches.
  private var isDirect = true
  private var copies: [HandCopy<Base>]
  /// The pipeline before it processed anything, for one more hand.
  private var fresh: Base

  /// Copies of `base`, which has not processed anything yet.
  public init(_ base: Base, separation: HandSeparation = .byReach) {
    self.separation = separation
    hand = base.hand
    assigner = TouchAssigner(separation)
    copies = [HandCopy(base)]
    fresh = base
    filtered.reserveCapacity()
  }

  /// The events of the last call, in the order of time; those of one moment by hand.
  public var events: GestureEvents { isDirect ? copies[0].pipeline.events : joined.events }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? {
    if isDirect { return copies[0].pipeline.deadline }
    return nextDeadline(before: Timestamp(nanoseconds: .max))?.time
  }

  /// The names of the recognizers.
  public var names: [GestureName] { copies[0].pipeline.names }

  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { copies.allSatisfy { $0.pipeline.isIdle } }

  // MARK: Frames

  /// Assigns the touches of a frame to hands, and processes those of each.
  public mutating func process(_ frame: borrowing TouchFrame) {
    if isDirect, separation == .none || (frame.count < 2 && palms.isEmpty) { return processDirectly(frame) }
    processSeveral(frame)
  }

  /// Processes a frame of several touches, or one in which a palm may be down.
  @inline(never)
  private mutating func processSeveral(_ frame: borrowing TouchFrame) {
    var (landing, palm, finger) = (false, false, false)
    for index in frame.indices {
      landing = landing || frame.touches[index].phase == .began
      guard frame.touches[index].isDown else { continue }
      if PalmFilter.isPalm(frame.touches[index]) { palm = true } else { finger = true }
    }
    // Alone, a large contact is a finger that lies flat.
    if palms.isEmpty, !(palm && finger) {
      return isDirect && !landing ? processDirectly(frame) : processAssigned(frame)
    }
    var copy = TouchFrame()
    swap(&copy, &filtered)
    copy.assume(frame)
    palms.filter(&copy)
    if isDirect && !(landing && HandPipelines.isJoining(copy)) { processDirectly(copy) } else { processAssigned(copy) }
    swap(&copy, &filtered)
  }

  /// Whether a touch lands beside others.
  private static func isJoining(_ frame: borrowing TouchFrame) -> Bool {
    frame.count > 1 && frame.touches.contains { $0.phase == .began }
  }

  @inline(__always)
  private mutating func processDirectly(_ frame: borrowing TouchFrame) {
    copies[0].stamp(hand)
    copies[0].pipeline.process(frame)
    copies[0].note()
  }

  @inline(never)
  private mutating func processAssigned(_ frame: borrowing TouchFrame) {
    begin()
    if isDirect {
      assigner.adopt(frame, isWaiting: !copies[0].pipeline.isIdle)
      copies[0].reported = copies[0].active
      isDirect = false
    }
    serve(before: frame.timestamp)
    assigner.take(frame)
    applyChanges(at: frame.timestamp)
    if assigner.isOneHand, joined.events.isEmpty {
      isDirect = true
      return processDirectly(frame)
    }
    let running = run(frame)
    decideHypotheses(running, at: frame.timestamp)
    collect(running & assigner.reporting)
    var left = assigner.settle(frame)
    while let index = left.popFirst() {
      if copies[index].pipeline.isIdle { assigner.free(index) }
    }
  }

  /// Runs the copies whose touches changed, and those that process the whole frame; returns them.
  private mutating func run(_ frame: borrowing TouchFrame) -> CopySet {
    var changed = assigner.losing
    var whole = assigner.used
    for index in frame.indices {
      let copies = assigner.touches[index].copies
      whole &= copies
      if frame.touches[index].phase != .stationary { changed |= copies }
    }
    let running = (changed | whole) & assigner.used
    var remaining = running
    while let index = remaining.popFirst() {
      copies[index].stamp(hand)
      if whole.contains(index) {
        copies[index].pipeline.process(frame)
      } else {
        copies[index].process(index, of: frame, assigner.touches)
      }
      copies[index].note()
    }
    return running
  }

  // MARK: Deadlines

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    begin()
    guard !isDirect else {
      copies[0].stamp(hand)
      copies[0].pipeline.advance(to: time)
      return copies[0].note()
    }
    serve(before: Timestamp(nanoseconds: time.nanoseconds == .max ? .max : time.nanoseconds + 1))
  }

  /// The earliest deadline of the copies before `limit`.
  private func nextDeadline(before limit: Timestamp) -> (copy: Int, time: Timestamp)? {
    var next: (copy: Int, time: Timestamp)?
    var used = assigner.used
    while let index = used.popFirst() {
      if let deadline = copies[index].pipeline.deadline, deadline < next?.time ?? limit { next = (index, deadline) }
    }
    return next
  }

  /// Serves the deadlines before `limit` in the order of time.
  private mutating func serve(before limit: Timestamp) {
    while let (index, time) = nextDeadline(before: limit) {
      copies[index].stamp(hand)
      copies[index].pipeline.advance(to: time)
      copies[index].note()
      decideHypotheses(CopySet(index), at: time)
      if assigner.reporting.contains(index) { copies[index].collect(index, into: &joined, assigner, isStored: true) }
    }
  }

  // MARK: One hand or two

  /// Decides the hypotheses that can be decided; `running` are the copies that just ran.
  private mutating func decideHypotheses(_ running: CopySet, at time: Timestamp) {
    var number = 0
    while number < assigner.hypotheses.count {
      let hypothesis = assigner.hypotheses[number]
      let both = hypothesis.copies.both
      switch hypothesis.decision(isBeginning: running.contains(both) && copies[both].hasBegun, at: time) {
      case .open: number += 1
      case .oneHand:
        if hypothesis.isFar {
          replace(hypothesis.copies.first, by: both, running, at: time)
          copies[hypothesis.copies.second].end(hypothesis.copies.second, at: time, into: &joined, assigner)
        }
        assigner.unite(number)
      case .twoHands:
        if !hypothesis.isFar { replace(both, by: hypothesis.copies.first, running, at: time) }
        assigner.separate(number)
      }
      applyChanges(at: time)
    }
  }

  /// Ends the gestures that the copy at `loser` reported, except those that `winner`, which is reporting from now on, has as well:
  /// one is a copy of the other.
  private mutating func replace(_ loser: Int, by winner: Int, _ running: CopySet, at time: Timestamp) {
    // A gesture that begins in this frame says so itself.
    let active = running.contains(winner) ? copies[winner].before : copies[winner].active
    let continued = copies[loser].reported & active
    copies[winner].reported |= continued
    copies[loser].reported -= continued
    copies[loser].end(loser, at: time, into: &joined, assigner)
  }

  private mutating func applyChanges(at time: Timestamp) {
    while copies.count < assigner.capacity { copies.append(HandCopy(fresh)) }
    for change in assigner.changes {
      switch change {
      case .duplicate(let from, let to): copies[to].assume(copies[from])
      case .drop(let index): copies[index].forget(at: time)
      }
    }
    assigner.removeChanges()
  }

  // MARK: Events

  private mutating func begin() {
    joined.removeAll()
    assigner.begin()
  }

  private mutating func collect(_ indices: CopySet) {
    var remaining = indices
    while let index = remaining.popFirst() { copies[index].collect(index, into: &joined, assigner, isStored: false) }
  }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) {
    begin()
    palms.reset()
    guard !isDirect else {
      copies[0].pipeline.cancel(at: time)
      return copies[0].note()
    }
    serve(before: time)
    var used = assigner.used
    while let index = used.popFirst() {
      copies[index].pipeline.cancel(at: time)
      copies[index].note()
    }
    collect(assigner.reporting)
    assigner.removeAll()
  }

  /// Sets a value of the active gesture named `name`, of every hand that makes it.
  public mutating func set(_ value: GestureValue, of name: GestureName) {
    if !isDirect { joined.store() }
    for index in copies.indices { copies[index].pipeline.set(value, of: name) }
  }

  /// Replaces the outputs whose edges count, for every hand.
  public mutating func setOutputs(_ outputs: [Rect]) {
    if !isDirect { joined.store() }
    fresh.setOutputs(outputs)
    for index in copies.indices { copies[index].pipeline.setOutputs(outputs) }
  }

  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { copies[copy(of: event)].pipeline.touches(of: event) }

  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    copies[copy(of: event)].pipeline.forEachTouch(of: event, body)
  }

  /// What the recognizers of its hand claim of the touch `id`.
  public func claim(on id: Touch.ID) -> TouchClaim {
    if isDirect { return copies[0].pipeline.claim(on: id) }
    var claim: TouchClaim = []
    var copies = assigner.reporting | assigner.released
    while let index = copies.popFirst() { claim.formUnion(self.copies[index].pipeline.claim(on: id)) }
    return claim
  }

  private func copy(of event: GestureEvent) -> Int {
    isDirect || event.copyIndex >= copies.count ? 0 : Int(event.copyIndex)
  }
}

extension GesturePipeline {
  /// A copy of the pipeline for each hand on the glass.
  public func byHand(_ separation: HandSeparation = .byReach) -> HandPipelines<Self> {
    HandPipelines(self, separation: separation)
  }
}
