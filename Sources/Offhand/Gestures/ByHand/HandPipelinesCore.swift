/// The copies of a pipeline for the hands on the glass, and the assignment of touches to them: the path of a frame.
///
/// Not generic, so that it is the same code wherever the pipeline was composed: as a generic value, each frame looked up the types of
/// the copies, which cost 1,700 instructions.
struct HandPipelinesCore: Sendable {
  let separation: HandSeparation
  /// The hand that is stamped on every event, unless each copy has its own.
  private(set) var hand: Hand
  private var haveOwnHands = false
  private var assigner: TouchAssigner
  private var palms = PalmFilter()
  private var list = EventList()
  /// Whether the first copy alone processes all touches.
  private var isDirect = true {
    didSet { copies[0].keepsEvents = isDirect }
  }
  private var copies: [PipelineBox]
  /// The pipeline before it processed anything, for one more hand.
  private var fresh: PipelineBox
  /// Whether the next frame concerns all copies: something in them has changed.
  private var runsAll = false
  /// The touches that are no palms.
  private var filtered = TouchFrame()
  /// The touches of one hand.
  private var part = TouchFrame()
  /// No copy has a deadline before this, so that most frames need not look at them.
  private var earliestDeadline = HandPipelinesCore.unknown
  private static let never = Timestamp(nanoseconds: .max)
  private static let unknown = Timestamp(nanoseconds: .min)

  init(_ first: PipelineBox, _ separation: HandSeparation, _ hand: Hand) {
    self.separation = separation
    self.hand = hand
    assigner = TouchAssigner(separation)
    first.trackGestures()
    copies = [first]
    fresh = copies[0].copied()
    copies[0].keepsEvents = true
    filtered.reserveCapacity()
    part.reserveCapacity()
  }

  mutating func setHand(_ hand: Hand) {
    if hand == self.hand, !haveOwnHands { return }
    self.hand = hand
    haveOwnHands = false
    if !list.isUnique { leaveCopies() }
    fresh.setHand(hand)
    for copy in copies { copy.setHand(hand) }
  }

  /// Stamps the events of each copy with the hand of its touches. Returns whether it is known before `frame` is processed: no touch
  /// lands or lifts in it, and the touches of a copy are of one hand.
  mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand handAt: (Int) -> Hand
  ) -> Bool {
    guard !isDirect, palms.isEmpty, assigner.isUnchanged(frame) else { return false }
    // All are looked at before one is stamped: where two hands pinch together, every frame would be stamped twice.
    for index in assigner.touches.indices {
      guard let copy = assigner.touches[index].owner, let number = owner(assigner.touches[index].id) else {
        return false
      }
      guard let other = (0..<index).last(where: { assigner.touches[$0].owner == copy }) else { continue }
      guard owner(assigner.touches[other].id) == number else { return false }
    }
    if !list.isUnique { leaveCopies() }
    haveOwnHands = true
    hand = together
    for touch in assigner.touches {
      guard let copy = touch.owner, let number = owner(touch.id) else { continue }
      let hand = handAt(number)
      // See `run`.
      Unmanaged.passUnretained(copies[copy])._withUnsafeGuaranteedRef { if $0.hand != hand { $0.setHand(hand) } }
    }
    return true
  }

  /// Gives a copy of another value pipelines of its own.
  mutating func copyPipelines() {
    leaveCopies()
    fresh = fresh.copied()
  }

  /// The events of the last call. Reading changes nothing; `mutating`, because a nonmutating getter is passed a copy of everything.
  var events: GestureEvents {
    mutating get { isDirect ? copies[0].events : list.events }
  }

  /// The next moment at which time alone may decide something; `mutating` as well.
  var deadline: Timestamp? {
    mutating get {
      if isDirect { return copies[0].deadline }
      return earliestDeadline == HandPipelinesCore.never ? nil : nextDeadline(before: HandPipelinesCore.never)?.time
    }
  }

  var names: [GestureName] { copies[0].names }

  var isIdle: Bool { copies.allSatisfy { $0.isIdle } }

  /// The copy that has the touches of `event`; the first one for an event of another pipeline.
  func copy(of event: GestureEvent) -> PipelineBox {
    isDirect || event.copyIndex >= copies.count ? copies[0] : copies[Int(event.copyIndex)]
  }

  /// The index of the hand to which the touch `id` belongs.
  func handIndex(of id: Touch.ID) -> UInt8? {
    if isDirect { return 0 }
    return assigner.touches.first { $0.id == id }?.owner.map(assigner.hand(of:))
  }

  /// What the recognizers of its hand claim of the touch `id`.
  func claim(on id: Touch.ID) -> TouchClaim {
    if isDirect { return copies[0].claim(on: id) }
    var claim: TouchClaim = []
    var copies = assigner.reporting | assigner.released
    while let index = copies.popFirst() { claim.formUnion(self.copies[index].claim(on: id)) }
    return claim
  }

  // MARK: Frames

  /// Assigns the touches of a frame to hands, and processes those of each.
  @inline(__always)
  mutating func process(_ frame: borrowing TouchFrame) {
    if isDirect, separation == .none || (frame.count < 2 && palms.isEmpty) {
      run(0, frame)
    } else {
      processSeveral(frame)
    }
  }

  /// Processes a frame of several touches, or one in which a palm may be down.
  @inline(never)
  private mutating func processSeveral(_ frame: borrowing TouchFrame) {
    if !isDirect, palms.isEmpty, assigner.isUnchanged(frame) { return processUnchanged(frame) }
    var (landing, palm, finger) = (false, false, false)
    for index in frame.indices {
      landing = landing || frame.touches[index].phase == .began
      guard frame.touches[index].isDown else { continue }
      if PalmFilter.isPalm(frame.touches[index]) { palm = true } else { finger = true }
    }
    // Alone, a large contact is a finger that lies flat.
    if palms.isEmpty, !(palm && finger) {
      return isDirect && !landing ? run(0, frame) : processAssigned(frame)
    }
    var copy = TouchFrame()
    swap(&copy, &filtered)
    copy.assume(frame)
    palms.filter(&copy)
    if isDirect && !(landing && HandPipelinesCore.isJoining(copy)) { run(0, copy) } else { processAssigned(copy) }
    swap(&copy, &filtered)
  }

  /// Whether a touch lands beside others.
  private static func isJoining(_ frame: borrowing TouchFrame) -> Bool {
    frame.count > 1 && frame.touches.contains { $0.phase == .began }
  }

  private mutating func processAssigned(_ frame: borrowing TouchFrame) {
    begin()
    if isDirect {
      assigner.adopt(frame, isWaiting: !copies[0].isIdle)
      copies[0].reportAll()
      isDirect = false
      earliestDeadline = HandPipelinesCore.unknown
    }
    serve(before: frame.timestamp)
    assigner.take(frame, holding: HandPipelinesCore.isJoining(frame) ? holdingCopies : .none)
    applyChanges(at: frame.timestamp)
    if assigner.isOneHand, list.isEmpty, copies[0].hasReportedAll {
      isDirect = true
      return run(0, frame)
    }
    let running = run(frame)
    decideHypotheses(running, at: frame.timestamp)
    collect(running & assigner.reporting)
    var left = assigner.settle(frame)
    while let index = left.popFirst() {
      if copies[index].isIdle { assigner.free(index) }
    }
  }

  /// The copies whose hands scale or turn something.
  private var holdingCopies: CopySet {
    var holding = CopySet.none
    for index in copies.indices where copies[index].isHolding { holding.insert(index) }
    return holding
  }

  /// Processes a frame in which no touch lands or lifts while all are assigned: nothing is to be decided.
  private mutating func processUnchanged(_ frame: borrowing TouchFrame) {
    begin()
    serve(before: frame.timestamp)
    collect(run(frame) & assigner.reporting)
    var left = assigner.withoutTouches
    while let index = left.popFirst() {
      if copies[index].isIdle { assigner.free(index) }
    }
  }

  /// Runs the copies whose touches changed, and those that process the whole frame; returns them.
  private mutating func run(_ frame: borrowing TouchFrame) -> CopySet {
    var changed = runsAll ? assigner.used : assigner.losing
    runsAll = false
    var whole = assigner.used
    for index in frame.indices {
      let copies = assigner.touches[index].copies
      whole &= copies
      if frame.touches[index].phase != .stationary { changed |= copies }
    }
    let running = (changed | whole) & assigner.used
    var remaining = running
    while let index = remaining.popFirst() {
      if whole.contains(index) {
        run(index, frame)
      } else {
        part.fill(from: frame) { [touches = assigner.touches] touch, _ in touches[touch].copies.contains(index) }
        run(index, part)
      }
      if let deadline = copies[index].deadline { earliestDeadline = min(earliestDeadline, deadline) }
    }
    return running
  }

  /// Runs the copy at `index` on `frame`, of which all touches are its hand's.
  @inline(__always)
  private func run(_ index: Int, _ frame: borrowing TouchFrame) {
    // The array holds the copy during the call; retaining and releasing it would cost 40 instructions a frame.
    Unmanaged.passUnretained(copies[index])._withUnsafeGuaranteedRef { $0.process(frame) }
  }

  // MARK: Deadlines

  /// Serves the deadlines up to and including `time`.
  mutating func advance(to time: Timestamp) {
    begin()
    guard !isDirect else { return copies[0].advance(to: time) }
    serve(before: time.next)
  }

  /// The earliest deadline of the copies before `limit`.
  private mutating func nextDeadline(before limit: Timestamp) -> (copy: Int, time: Timestamp)? {
    var next: (copy: Int, time: Timestamp)?
    var used = assigner.used
    while let index = used.popFirst() {
      if let deadline = copies[index].deadline, deadline < next?.time ?? limit { next = (index, deadline) }
    }
    return next
  }

  /// Serves the deadlines before `limit` in the order of time.
  @inline(__always)
  private mutating func serve(before limit: Timestamp) {
    if earliestDeadline < limit { serveDue(before: limit) }
  }

  private mutating func serveDue(before limit: Timestamp) {
    while let (index, time) = nextDeadline(before: limit) {
      copies[index].advance(to: time)
      decideHypotheses(CopySet(index), at: time)
      if assigner.reporting.contains(index) { collect(index, isStored: true) }
    }
    earliestDeadline = nextDeadline(before: HandPipelinesCore.never)?.time ?? HandPipelinesCore.never
  }

  // MARK: One hand or two

  /// Decides the hypotheses that can be decided; `running` are the copies that just ran.
  private mutating func decideHypotheses(_ running: CopySet, at time: Timestamp) {
    var number = 0
    while number < assigner.hypotheses.count {
      let hypothesis = assigner.hypotheses[number]
      let both = hypothesis.copies.both
      let decision = hypothesis.decision(
        isBeginning: running.contains(both) && copies[both].gestures.hasBegun,
        isBesideOthers: assigner.hasSeenSeveralHands(at: time), at: time)
      switch decision {
      case .open: number += 1
      case .oneHand:
        if hypothesis.isFar {
          replace(hypothesis.copies.first, by: both, running, at: time)
          copies[hypothesis.copies.second].end(
            hypothesis.copies.second, of: assigner.hand(of: hypothesis.copies.second), at: time, into: &list)
        }
        assigner.unite(number)
      case .twoHands:
        if !hypothesis.isFar { replace(both, by: hypothesis.copies.first, running, at: time) }
        assigner.separate(number, at: time)
      }
      applyChanges(at: time)
    }
  }

  /// Ends the gestures that the copy at `loser` reported, except those that `winner`, which is reporting from now on, has as well:
  /// one is a copy of the other.
  private mutating func replace(_ loser: Int, by winner: Int, _ running: CopySet, at time: Timestamp) {
    copies[winner].takeReported(from: copies[loser], hasRun: running.contains(winner))
    copies[loser].end(loser, of: assigner.hand(of: loser), at: time, into: &list)
  }

  private mutating func applyChanges(at time: Timestamp) {
    if assigner.changes.isEmpty { return makeCopies() }
    makeCopies()
    for change in assigner.changes {
      switch change {
      case .duplicate(let from, let to): copies[to].continueGestures(of: copies[from])
      case .drop(let index): copies[index].forget(at: time)
      }
    }
    assigner.removeChanges()
  }

  /// Makes the copies that were never used before.
  private mutating func makeCopies() {
    while copies.count < assigner.capacity { copies.append(fresh.copied()) }
  }

  // MARK: Events

  private mutating func begin() {
    if !list.removeAll(keepingSources: true) { leaveCopies() }
    assigner.begin()
  }

  /// Continues with other copies: events that a caller keeps are read from these.
  @inline(never)
  private mutating func leaveCopies() {
    for index in copies.indices { copies[index] = copies[index].copied() }
  }

  /// Measures the events of the last call, before a copy is changed.
  private mutating func storeEvents() {
    if !isDirect, !list.store() { leaveCopies() }
    earliestDeadline = HandPipelinesCore.unknown
  }

  @inline(__always)
  private mutating func collect(_ indices: CopySet) {
    var remaining = indices
    while let index = remaining.popFirst() { collect(index, isStored: false) }
  }

  @inline(__always)
  private mutating func collect(_ index: Int, isStored: Bool) {
    let hand = assigner.hand(of: index)
    // See `run`.
    Unmanaged.passUnretained(copies[index])._withUnsafeGuaranteedRef {
      $0.collect(index, of: hand, into: &list, isStored: isStored)
    }
  }

  /// Cancels every gesture and forgets every touch.
  mutating func cancel(at time: Timestamp) {
    begin()
    palms.reset()
    guard !isDirect else { return copies[0].cancel(at: time) }
    serve(before: time)
    var used = assigner.used
    while let index = used.popFirst() { copies[index].cancel(at: time) }
    collect(assigner.reporting)
    assigner.removeAll()
  }

  /// Sets a value of the active gesture named `name`, of every hand that makes it.
  mutating func set(_ value: GestureValue, of name: GestureName) {
    storeEvents()
    for copy in copies { copy.set(value, of: name) }
  }

  /// Lets recognizers take part, or takes them out, for every hand.
  mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {
    storeEvents()
    fresh.setEnabled(name, isEnabled)
    for copy in copies { copy.setEnabled(name, isEnabled) }
    runsAll = true
  }

  /// The lanes of recognizers with touches of any hand, where data asked for the recognizers.
  var busy: LaneSet { copies.reduce(into: .none) { $0 |= HandPipelinesCore.described($1).pipeline.busy } }

  /// Replaces such recognizers, in all copies alike: an event's recognizer is the same for every hand.
  mutating func change(to descriptions: [RecognizerDescription]) -> LaneSet {
    let busy = busy
    storeEvents()
    var waiting = LaneSet.none
    for copy in copies + [fresh] {
      waiting = HandPipelinesCore.described(copy).change { $0.change(to: descriptions, except: busy) }
    }
    runsAll = true
    return waiting
  }

  private static func described(_ copy: PipelineBox) -> TypedPipelineBox<Pipeline<DescribedRecognizers>> {
    unsafeDowncast(copy, to: TypedPipelineBox.self)
  }

  /// Replaces the outputs whose edges count, for every hand.
  mutating func setOutputs(_ outputs: [Rect]) {
    storeEvents()
    fresh.setOutputs(outputs)
    for copy in copies { copy.setOutputs(outputs) }
  }
}

/// The state of `HandPipelines`, an object, so that reading it copies nothing.
///
/// Sound as `@unchecked Sendable` and `@exclusivity(unchecked)`: only `HandPipelines` holds one, and changes it only while the reference
/// is unique.
final class HandPipelinesStorage: @unchecked Sendable {
  @exclusivity(unchecked) var core: HandPipelinesCore

  init(_ core: HandPipelinesCore) { self.core = core }

  /// The same with its own pipelines.
  init(copying other: HandPipelinesStorage) {
    core = other.core
    core.copyPipelines()
  }
}
