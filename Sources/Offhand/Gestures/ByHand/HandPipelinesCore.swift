/// The copies of a pipeline for the hands on the glass, and the assignment of touches to them: the path of a frame.
///
/// Not generic, so that it is the same code wherever the pipeline was composed: as a generic value, each frame looked up the types of
/// the copies, which cost 1,700 instructions.
struct HandPipelinesCore: Sendable {
  private let separation: HandSeparation
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
  private(set) var copies: [PipelineBox]
  /// The pipeline before it processed anything, for one more hand.
  private var fresh: PipelineBox
  /// Whether the next frame concerns all copies: something in them has changed.
  private var runsAll = false
  /// The touches that are no palms.
  private var filtered = TouchFrame()
  private var part = TouchFrame()
  /// No copy has a deadline before this, so that most frames need not look at them.
  private var earliestDeadline = HandPipelinesCore.unknown
  private static let never = Timestamp(nanoseconds: .max)
  private static let unknown = Timestamp(nanoseconds: .min)

  init(_ first: PipelineBox, _ separation: HandSeparation, _ hand: Hand) {
    self.separation = separation
    self.hand = hand
    assigner = TouchAssigner(separation.resolved(on: first.outputs))
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
      guard let copy = assigner.touches[index].copy, let number = owner(assigner.touches[index].id) else {
        return false
      }
      guard let other = (0..<index).last(where: { assigner.touches[$0].copy == copy }) else { continue }
      guard owner(assigner.touches[other].id) == number else { return false }
    }
    if !list.isUnique { leaveCopies() }
    haveOwnHands = true
    hand = together
    for touch in assigner.touches {
      guard let copy = touch.copy, let number = owner(touch.id) else { continue }
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

  /// The copy that has the touches of `event`; the first one for an event of another pipeline.
  func copy(of event: GestureEvent) -> PipelineBox {
    isDirect || event.copyIndex >= copies.count ? copies[0] : copies[Int(event.copyIndex)]
  }

  func handIndex(of id: Touch.ID) -> UInt8? {
    if isDirect { return 0 }
    return assigner.touches.first { $0.id == id }?.copy.map(assigner.hand(of:))
  }

  func claim(on id: Touch.ID) -> TouchClaim {
    if isDirect { return copies[0].claim(on: id) }
    var claim: TouchClaim = []
    for index in assigner.used | assigner.released { claim.formUnion(copies[index].claim(on: id)) }
    return claim
  }

  // MARK: Frames

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
    if palms.isEmpty, !(palm && finger) { return processFingers(frame, isLanding: landing) }
    var copy = TouchFrame()
    swap(&copy, &filtered)
    copy.assume(frame)
    palms.filter(&copy)
    processFingers(copy, isLanding: landing && copy.count > 1 && copy.touches.contains { $0.phase == .began })
    swap(&copy, &filtered)
  }

  private mutating func processFingers(_ frame: borrowing TouchFrame, isLanding: Bool) {
    guard isDirect, !isLanding else { return processAssigned(frame) }
    if assigner.hypotheses.isEmpty { return run(0, frame) }
    // What is due before the frame comes first: it may decide the hypothesis.
    if let deadline = copies[0].deadline, deadline < frame.timestamp { return processAssigned(frame) }
    assigner.follow(frame)
    if decision(0, isBeginning: false, at: frame.timestamp) == .twoHands { return processAssigned(frame) }
    runDirectly(frame, areAssigned: false)
  }

  /// Processes a frame whose touches are all the first copy's. If its one hand turns out to be two, they get copies of their own.
  /// `areAssigned` is whether the assigner knows the touches of the frame.
  private mutating func runDirectly(_ frame: borrowing TouchFrame, areAssigned: Bool) {
    run(0, frame)
    guard !assigner.hypotheses.isEmpty else { return }
    switch decision(0, isBeginning: copies[0].gestures.hasBegun, at: frame.timestamp) {
    case .open: break
    case .oneHand: assigner.confirm(0)
    case .twoHands:
      begin()
      leaveDirect(before: true)
      if !areAssigned { assigner.adopt(frame) }
      renew(0, frame)
      settle(frame)
    }
  }

  private mutating func processAssigned(_ frame: borrowing TouchFrame) {
    begin()
    if isDirect {
      leaveDirect()
      assigner.adopt(frame)
      serve(before: frame.timestamp)
      assigner.adoptLanding(frame, isWaiting: !copies[0].isIdle)
    } else {
      serve(before: frame.timestamp)
    }
    assigner.take(frame, holding: holdingCopies)
    makeCopies()
    decideByMotion(frame)
    if assigner.isOneHand, list.isEmpty, copies[0].hasReportedAll {
      isDirect = true
      return runDirectly(frame, areAssigned: true)
    }
    let running = run(frame)
    decideByResults(running, frame)
    collect(running & assigner.used)
    settle(frame)
  }

  /// The first copy stops to process all touches; `isCalled` is whether its last call was not reported.
  private mutating func leaveDirect(before isCalled: Bool = false) {
    copies[0].reportAll(before: isCalled)
    isDirect = false
    earliestDeadline = HandPipelinesCore.unknown
  }

  private mutating func settle(_ frame: borrowing TouchFrame) {
    for index in assigner.settle(frame) where copies[index].isIdle { assigner.free(index) }
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
    collect(run(frame) & assigner.used)
    for index in assigner.withoutTouches where copies[index].isIdle { assigner.free(index) }
  }

  /// Runs the copies whose touches changed, and one that processes the whole frame; returns them.
  private mutating func run(_ frame: borrowing TouchFrame) -> CopySet {
    var running = runsAll || frame.count == 0 ? assigner.used : assigner.losing
    runsAll = false
    var isWhole = true
    for index in frame.indices {
      let touch = assigner.touches[index]
      isWhole = isWhole && touch.copy == assigner.touches[0].copy && touch.former == nil
      if let former = touch.former { running.insert(former) }
      if let copy = touch.copy, frame.touches[index].phase != .stationary { running.insert(copy) }
    }
    if isWhole, let copy = assigner.touches.first?.copy { running.insert(copy) }
    running &= assigner.used
    for index in running {
      if isWhole, frame.count == 0 || assigner.touches[0].copy == index {
        run(index, frame)
      } else {
        runPart(index, frame)
      }
      note(copies[index].deadline)
    }
    return running
  }

  private mutating func runPart(_ index: Int, _ frame: borrowing TouchFrame) {
    part.fill(from: frame) { [touches = assigner.touches] touch, _ in
      touches[touch].copy == index || touches[touch].former == index
    }
    for touch in assigner.touches where touch.former == index { part.lift(touch.id) }
    run(index, part)
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
    guard !isDirect else {
      copies[0].advance(to: time)
      return confirm(0)
    }
    serve(before: time.next)
  }

  private mutating func nextDeadline(before limit: Timestamp) -> (copy: Int, time: Timestamp)? {
    var next: (copy: Int, time: Timestamp)?
    for index in assigner.used {
      if let deadline = copies[index].deadline, deadline < next?.time ?? limit { next = (index, deadline) }
    }
    return next
  }

  @inline(__always)
  private mutating func note(_ deadline: Timestamp?) {
    if let deadline { earliestDeadline = min(earliestDeadline, deadline) }
  }

  @inline(__always)
  private mutating func serve(before limit: Timestamp) {
    if earliestDeadline < limit { serveDue(before: limit) }
  }

  private mutating func serveDue(before limit: Timestamp) {
    while let (index, time) = nextDeadline(before: limit) {
      copies[index].advance(to: time)
      confirm(index)
      collect(index, isStored: true)
    }
    earliestDeadline = nextDeadline(before: HandPipelinesCore.never)?.time ?? HandPipelinesCore.never
  }

  // MARK: One hand or two

  private func decision(_ number: Int, isBeginning: Bool, at time: Timestamp) -> HandHypothesis.Decision {
    assigner.hypotheses[number].decision(
      isBeginning: isBeginning, isBesideOthers: assigner.hasSeenSeveralHands(at: time), at: time)
  }

  /// The touches of the copy at `index`, for which a deadline was served, are one hand's if something begins: nothing moves.
  private mutating func confirm(_ index: Int) {
    guard !assigner.hypotheses.isEmpty, copies[index].gestures.hasBegun else { return }
    let number = assigner.hypotheses.firstIndex { $0.reading == .oneHand && $0.involves(index) }
    if let number { assigner.confirm(number) }
  }

  private mutating func decideByMotion(_ frame: borrowing TouchFrame) {
    var number = 0
    while number < assigner.hypotheses.count {
      let hypothesis = assigner.hypotheses[number]
      switch (decision(number, isBeginning: false, at: frame.timestamp), hypothesis.reading) {
      case (.oneHand, .oneHand), (.open, _): number += 1
      case (.twoHands, .twoHands): assigner.confirm(number)
      case (.oneHand, .twoHands): join(number, at: frame.timestamp)
      case (.twoHands, .oneHand):
        if let copy = assigner.separate(number, at: frame.timestamp) {
          makeCopies()
          catchUp(copy, with: hypothesis.second, hypothesis, before: frame.timestamp)
        }
      }
    }
  }

  private mutating func decideByResults(_ running: CopySet, _ frame: borrowing TouchFrame) {
    var number = 0
    while number < assigner.hypotheses.count {
      let hypothesis = assigner.hypotheses[number]
      let isBeginning = running.contains(hypothesis.copies.first) && copies[hypothesis.copies.first].gestures.hasBegun
      switch hypothesis.reading == .twoHands ? .open : decision(number, isBeginning: isBeginning, at: frame.timestamp) {
      case .open: number += 1
      case .oneHand: assigner.confirm(number)
      case .twoHands: renew(number, frame)
      }
    }
  }

  /// The touches of the hypothesis at `number`, taken for one hand, are two hands': what their copy began is withdrawn, and two new ones
  /// go on.
  private mutating func renew(_ number: Int, _ frame: borrowing TouchFrame) {
    let hypothesis = assigner.hypotheses[number]
    let hand = assigner.hand(of: hypothesis.copies.first)
    guard let new = assigner.renew(number, at: frame.timestamp) else { return }
    makeCopies()
    copies[hypothesis.copies.first].withdraw(hypothesis.copies.first, of: hand, at: frame.timestamp, into: &list)
    copies[hypothesis.copies.first].forget(at: frame.timestamp)
    for (copy, finger) in [(new.first, hypothesis.first), (new.second, hypothesis.second)] {
      catchUp(copy, with: finger, hypothesis, before: frame.timestamp)
      runPart(copy, frame)
      note(copies[copy].deadline)
      collect(copy, isStored: false)
    }
  }

  /// The touches of the hypothesis at `number`, taken for two hands, are one hand's: its gestures count from the landing of the second.
  private mutating func join(_ number: Int, at time: Timestamp) {
    let hypothesis = assigner.hypotheses[number]
    for index in [hypothesis.copies.first, hypothesis.copies.second] {
      copies[index].withdraw(index, of: assigner.hand(of: index), at: time, into: &list)
      copies[index].forget(at: time)
    }
    guard let copy = assigner.renew(number, at: time)?.first else { return }
    makeCopies()
    part.begin(at: hypothesis.start)
    for finger in [hypothesis.first, hypothesis.second] {
      var landing = finger.start
      landing.land(at: landing.position, hypothesis.start)
      part.append(landing)
    }
    run(copy, part)
    note(copies[copy].deadline)
  }

  /// Lets the copy at `index` process what a finger of `hypothesis` did before `time`, in silence: what began meanwhile begins with its
  /// next event.
  private mutating func catchUp(
    _ index: Int, with finger: HandHypothesis.Finger, _ hypothesis: HandHypothesis, before time: Timestamp
  ) {
    var landing = finger.start
    landing.land(at: landing.landingPosition, landing.landingTime)
    part.begin(at: landing.landingTime)
    part.append(landing)
    run(index, part)
    part[0].phase = .moved
    if hypothesis.start > landing.landingTime {
      // When it left its landing is not known; a finger that did was no long press.
      let hasDragged = (finger.start.position - landing.position).length > HandReach.restingSlop
      part.timestamp = hasDragged ? landing.landingTime.next : hypothesis.start
      part[0].position = finger.start.position
      run(index, part)
    }
    if let departure = finger.departure, departure.time < time {
      part.timestamp = departure.time
      part[0].position = departure.position
      run(index, part)
    }
    while let deadline = copies[index].deadline, deadline < time { copies[index].advance(to: deadline) }
    note(copies[index].deadline)
  }

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
    for index in indices { collect(index, isStored: false) }
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
    guard !isDirect else {
      assigner.removeAll()
      return copies[0].cancel(at: time)
    }
    serve(before: time)
    for index in assigner.used { copies[index].cancel(at: time) }
    collect(assigner.used)
    assigner.removeAll()
  }

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

  /// Writes what the recognizers of every hand decide into `journal`.
  mutating func setJournal(_ journal: GestureJournal) {
    storeEvents()
    fresh.setJournal(journal)
    for copy in copies { copy.setJournal(journal) }
  }

  /// Replaces the outputs whose edges count, for every hand.
  mutating func setOutputs(_ outputs: [Rect]) {
    storeEvents()
    assigner.separation = separation.resolved(on: outputs)
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

extension Touch {
  fileprivate mutating func land(at position: Point, _ time: Timestamp) {
    phase = .began
    (self.position, previousPosition, landingPosition) = (position, position, position)
    landingTime = time
  }
}

extension TouchFrame {
  /// Becomes a frame without touches.
  fileprivate mutating func begin(at time: Timestamp) {
    timestamp = time
    touches.removeAll(keepingCapacity: true)
  }

  /// Lets the touch `id` lift where it was.
  fileprivate mutating func lift(_ id: Touch.ID) {
    for index in touches.indices where touches[index].id == id {
      touches[index].phase = .ended
      touches[index].position = touches[index].previousPosition
    }
  }
}
