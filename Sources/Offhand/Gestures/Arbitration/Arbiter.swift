/// Decides which recognizer gets which touches: one arbiter for all recognizers that can be in conflict.
///
/// Recognizers measure and propose; the arbiter keeps their life cycles, grants or refuses beginnings, and writes the events. The
/// rules, in the order in which they are applied (Design/Recognizing.md "Arbitration order"):
///
/// 1. Failures take effect, then ends and changes in the order of the lanes, then beginnings: those of higher priority first,
///    then those that stand earlier in the pipeline.
/// 2. The delegate may veto a beginning; it then fails.
/// 3. It waits while a recognizer that it requires to fail shares a touch with it and is undecided. If that one is recognized, it
///    fails.
/// 4. It fails if an active gesture shares a touch, may prevent it, and is neither simultaneous nor overridden.
/// 5. Otherwise it begins, and all others that share a touch, that it may prevent, and that are not simultaneous fail.
///
/// The type is opaque outside the package: it is public only because a `RecognizerGroup` receives one.
public struct Arbiter: ~Copyable, Sendable {
  private struct State: Sendable {
    /// The touches that some lane remembers: their indices are not reused.
    var remembered = TouchSet.none
    /// The touches of events that were due before a frame: their indices are not reused while the events of that frame are read.
    var reported = TouchSet.none
    /// Whether so many touches are down or remembered that the free indices may not suffice for all that can land.
    var isCrowded = false
    /// The touches of gestures that have been recognized, until their indices are given to other touches: a recognizer may have
    /// forgotten them by the end of the frame, and a layer may process several moments in one call.
    var captured = TouchSet.none
    /// Whether a deadline is being served rather than a frame.
    var isServing = false
    /// Whether the pipeline's owner holds beginnings back.
    var isHeld = false
  }

  var table = TouchTable()
  var lanes = LaneTable()
  var log = EventLog()
  var idle = IdleLanes()
  private var groups = TouchGroups()
  var relations = Relations()
  private var state = State()
  /// The hand that is stamped on every event.
  var hand = Hand.unknown
  /// The outputs of the surface in millimetres, for lanes with a region.
  var outputs: [Rect] = []
  /// Where decisions are written down; usually nowhere.
  var journal: GestureJournal?

  init() {}

  /// The same arbiter with its own storage, for a pipeline that was copied.
  init(copying other: borrowing Arbiter) {
    table = TouchTable(copying: other.table)
    lanes = LaneTable(copying: other.lanes)
    log = EventLog(copying: other.log)
    idle = IdleLanes(copying: other.idle)
    groups = TouchGroups(copying: other.groups)
    relations = Relations(copying: other.relations)
    state = other.state
    hand = other.hand
    outputs = other.outputs
    journal = other.journal
  }

  // MARK: Making a pipeline

  /// Gives a recognizer a lane and returns its index.
  mutating func enroll(_ lane: Lane, _ options: LaneOptions) throws(PipelineError) -> Int {
    let index = try lanes.append(lane, options)
    groups.reserve(lanes.count)
    return index
  }

  mutating func relate(_ added: LaneSet) throws(PipelineError) { try relations.add(of: added, from: lanes) }

  // MARK: The owner's requests

  var isIdle: Bool { table.down.isEmpty && (lanes.sets.live | lanes.sets.waiting).isEmpty }

  mutating func require(_ name: GestureName, toFail other: GestureName) throws(RelationError) {
    let waiting = lanes.all(named: name)
    if waiting.isEmpty { throw .unknownName(name) }
    guard let found = lanes.index(named: other) else { throw .unknownName(other) }
    if !relations.require(waiting, toFail: found) { throw .cycle(name, other) }
  }

  /// Stops `lane` from taking touches, and ends its attempt.
  mutating func disable(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    lanes.setEnabled(lane, false)
    if lanes.sets.active.contains(lane) {
      cancel(lane, recognizers.gesture(of: lane, in: self))
    } else if (lanes.sets.live | lanes.sets.waiting).contains(lane) {
      fail(lane)
    }
  }

  /// Lets the recognizers named `name` take part, or takes them out: their attempts end when they run next.
  @inline(never)
  mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {
    var named = lanes.all(named: name)
    let attempts = lanes.sets.live | lanes.sets.waiting
    while let lane = named.popFirst() {
      lanes.setEnabled(lane, isEnabled)
      guard !isEnabled, attempts.contains(lane) else { continue }
      lanes[lane].breakOff()
      lanes.sets.needsResolution = true
      idle.wake(untilQuiet: true)
    }
  }

  func isFresh(_ lane: Int) -> Bool { lanes[lane].state == .possible && lanes[lane].sequence.isEmpty }

  /// Holds beginnings back, or lets those that were held back happen when they are next resolved.
  mutating func setHeld(_ isHeld: Bool) {
    state.isHeld = isHeld
    if !isHeld { lanes.sets.needsResolution = true }
  }

  /// The touches of `set`, in the order of their landing.
  func touches(_ set: TouchSet) -> [Touch] {
    var touches: [Touch] = []
    forEachTouch(set) { touches.append($0) }
    return touches.sorted { $0.id < $1.id }
  }

  func forEachTouch(_ set: TouchSet, _ body: (Touch) -> Void) {
    for touch in set { body(table[touch]) }
  }

  func claim(on id: Touch.ID) -> TouchClaim {
    guard let index = table.index(of: id, among: table.down | state.remembered | state.captured) else { return [] }
    var claim: TouchClaim = state.captured.contains(index) ? .captured : []
    for lane in lanes.indices where lanes[lane].sequence.contains(index) && !lanes.sets.listening.contains(lane) {
      switch lanes[lane].state {
      case .active, .recognized, .ended, .cancelled: if lanes.options[lane].cancelsTouches { claim.insert(.captured) }
      case .possible, .awaiting:
        if lanes.options[lane].delaysTouchesBegan { claim.insert(.delaysTouch) }
        if lanes.options[lane].delaysTouchesEnded && isPassing(lane) { claim.insert(.delaysLift) }
      case .failed: break
      }
    }
    return claim
  }

  /// Whether an undecided lane waits for time, or for the owner: not for other fingers, which may rest for minutes.
  private func isPassing(_ lane: Int) -> Bool {
    guard lanes[lane].deadline == .max else { return true }
    guard lanes[lane].state == .awaiting else { return false }
    return state.isHeld
      || lanes.indices.contains { other in
        lanes[other].deadline != .max && (lanes[other].state == .possible || lanes[other].state == .awaiting)
          && lanes[other].sequence.intersects(lanes[lane].sequence)
      }
  }

  // MARK: A frame comes in

  /// Processes a frame, before any recognizer runs.
  @inline(__always)
  mutating func take(_ frame: borrowing TouchFrame) {
    let isOrdinary = !state.isCrowded && state.reported.isEmpty
    table.take(frame, remembered: isOrdinary ? state.remembered : keptIndices())
    state.isServing = false
    groups.beginFrame()
    // A finger may land in the frame in which one lifts that kept it from a tap.
    if !table.landed.isEmpty { lanes.forgetMissed(down: table.down) }
  }

  /// The indices not given to touches that land: also those of touches just reported, if enough others are free.
  private mutating func keptIndices() -> TouchSet {
    if state.isCrowded && hasTooFewIndices(beside: state.remembered) { forgetLifted() }
    let kept = state.remembered | state.reported
    state.reported = .none
    return hasTooFewIndices(beside: kept) ? state.remembered : kept
  }

  private func hasTooFewIndices(beside kept: TouchSet) -> Bool {
    (table.down | kept).count > TouchTable.capacity - TouchFrame.capacity
  }

  /// Frees the indices of touches that lifted from attempts that continue. Without it, an attempt that never ends, while touches
  /// come and go beside those that stay, would leave no index for a touch that lands.
  private mutating func forgetLifted() {
    for lane in lanes.indices { lanes[lane].forgetLifted(down: table.down) }
    state.remembered = lanes.sequences
    state.isCrowded = false
  }

  /// Processes a deadline: a moment at which nothing moved.
  mutating func settle(at time: Timestamp) {
    table.settle(at: time)
    state.isServing = true
    groups.settle()
  }

  mutating func cancelAll(at time: Timestamp) {
    table.cancelAll(at: time)
    state.isServing = false
    groups.beginFrame()
    update(.all)
    regroup()
  }

  /// Keeps the touches of the events so far readable during the next frame.
  mutating func keepReported() { state.reported |= log.touches }

  // MARK: Touches go to lanes

  /// The touches of `lane`, to be lent to its recognizer.
  @inline(__always)
  func group(of lane: Int) -> TouchGroup { groups[lanes[lane].group] }

  /// Offers the touches that landed in this frame to the recognizer of `lane`.
  @inline(__always)
  mutating func offer<Recognizer: GestureRecognizer>(to recognizer: Recognizer, _ lane: Int) {
    for index in lanes[lane].offered(of: table.landed) {
      let takesTouches = lanes[lane].takesTouches
      guard takesTouches || lanes[lane].state == .awaiting else { return }
      guard hasNoCondition(lane) || isOffered(index, lane) else { continue }
      guard takesTouches else {
        lanes[lane].miss(TouchSet(index))
        continue
      }
      switch recognizer.acceptance(of: table[index], beside: group(of: lane), in: table) {
      case .track:
        state.remembered.insert(index)
        lanes[lane].take(TouchSet(index), gone: table.lifted | table.cancelled)
      case .ignore:
        // A touch that bounces may stay: the finger was lost for a moment.
        if lanes.sets.tapping.contains(lane) && lanes.options[lane].isExclusive { lanes[lane].miss(TouchSet(index)) }
      case .fail: lanes[lane].refuse()
      }
    }
  }

  /// Whether `lane` is offered any touch: `isOffered` without the call, which would cost a pipeline 7 % of its work on taps.
  @inline(__always)
  private func hasNoCondition(_ lane: Int) -> Bool {
    lanes[lane].current.isEmpty && !lanes.sets.regional.contains(lane) && relations.delegate == nil
  }

  /// Whether `lane` may be offered the touch at `index`, which lands. Not inlined, because it is the same for every type of recognizer.
  @inline(never)
  private func isOffered(_ index: Int, _ lane: Int) -> Bool {
    isOfOneDevice(table[index], lane) && !isOfNextAttempt(table[index], lane) && isInRegion(index, lane)
      && relations.delegate?.answer(.receives(lanes[lane].name, table[index])) ?? true
  }

  private func isInRegion(_ index: Int, _ lane: Int) -> Bool {
    guard lanes.sets.regional.contains(lane) else { return true }
    return lanes.options[lane].region?.contains(table[index].landingPosition, on: outputs) ?? true
  }

  private func isOfOneDevice(_ touch: Touch, _ lane: Int) -> Bool {
    guard !lanes[lane].requirement.spansDevices else { return true }
    let touches = lanes[lane].current
    return touches.isEmpty || table[touches.first].device == touch.device
  }

  /// Whether all touches of `lane` lift or are cancelled in the frame in which `touch` lands somewhere else: another finger then begins
  /// another attempt. One that lands where a touch lifts is the same finger, which the panel lost for a moment.
  private func isOfNextAttempt(_ touch: Touch, _ lane: Int) -> Bool {
    let before = lanes[lane].touches
    guard !before.isEmpty, (before - table.lifted - table.cancelled).isEmpty else { return false }
    return table.sameFinger(as: touch, among: before) == nil
  }

  /// Brings the touches of `affected` up to the frame, after the offers.
  mutating func update(_ affected: LaneSet) {
    var remaining = affected
    while let lane = remaining.popFirst(), lane < lanes.count {
      if lanes[lane].isRefused && !lanes[lane].state.isFinished { fail(lane) }
      lanes[lane].update(from: table)
      if !lanes[lane].accepted.isEmpty { lanes.becomeLive(lane) }
    }
  }

  /// Measures the groups in a frame that changed no set.
  @inline(__always)
  mutating func measure() { groups.measure(table) }

  /// Measures the groups in a frame that changed a set, and gives each lane whose touches differ from its group's a group of its own.
  mutating func regroup() {
    state.captured -= table.landed
    groups.beginRegrouping()
    for lane in lanes.sets.live { groups.keep(lanes[lane].group, lanes[lane].touches, in: table) }
    groups.measureAll(in: table)
    join(lanes.sets.live)
    state.isCrowded = hasTooFewIndices(beside: state.remembered)
  }

  /// Gives each of `joining` a group that measures its touches.
  mutating func join(_ joining: LaneSet) {
    for lane in joining {
      let accepted = lanes[lane].popAccepted()
      lanes[lane].group = groups.group(
        from: lanes[lane].group, lanes[lane].touches, accepted: accepted,
        isFirst: !accepted.isEmpty && accepted == lanes[lane].sequence, in: table)
    }
  }

  // MARK: Recognizers run

  /// The lanes whose recognizers must run in a frame that changed no set.
  @inline(__always)
  var awake: LaneSet { lanes.sets.live - idle.state.lanes }

  /// Wakes idle lanes if a touch has moved too far, and at a deadline.
  @inline(__always)
  mutating func wakeLanes() {
    if idle.state.lanes.isEmpty { return }
    if idle.isDisturbed(in: table) || lanes.sets.soonest == table.timestamp.nanoseconds {
      idle.wake(untilQuiet: true)
    }
  }

  /// Ends a frame in which nothing was decided; lanes may become idle.
  @inline(__always)
  mutating func rest() {
    if idle.state.isPending { idle.begin(lanes, in: table) }
  }

  /// Writes `changed` for the active gestures that are idle and whose touches moved.
  @inline(__always)
  mutating func reportIdle() {
    if table.moved.intersects(idle.state.followed) {
      for group in idle.state.followingGroups { groups.keepUp(group) }
      log.reportChanges(of: idle.state.following, count: idle.state.followingCount, by: hand)
    } else if !idle.state.following.isEmpty {
      reportIdleOneByOne()
    }
  }

  private mutating func reportIdleOneByOne() {
    for lane in idle.state.following where table.moved.intersects(lanes[lane].touches) { reportChange(lane) }
  }

  @inline(__always)
  mutating func run<Recognizer: GestureRecognizer>(_ recognizer: inout Recognizer, _ lane: Int) {
    if lanes[lane].isBroken { return breakOff(recognizer, lane) }
    let state = lanes[lane].state
    let others = state == .possible ? components(beside: lane) : GestureComponents()
    var result = recognizer.recognize(group(of: lane), in: table, beside: others)
    var deadline = recognizer.deadline
    let holdsBack = state == .possible && isHoldingBack(lane)
    if holdsBack { limitLanding(lane, &result, &deadline) }
    setDeadline(deadline, of: lane)
    switch state {
    case .possible: decide(result, lane)
    case .awaiting: wait(result, lane)
    case .active: continueGesture(result, recognizer, lane)
    case .recognized, .ended, .cancelled, .failed: break
    }
    if idle.state.isPending {
      lanes[lane].slack = recognizer.slack(of: group(of: lane), in: table) - Tolerance.length
      if holdsBack {
        let displacement = table.largestDisplacement(of: lanes[lane].touches)
        lanes[lane].slack = min(lanes[lane].slack, Arbiter.landingDrift - displacement)
      }
    }
  }

  /// Whether touches of `lane` are held back although more must land.
  @inline(__always)
  private func isHoldingBack(_ lane: Int) -> Bool {
    lanes.sets.delaying.contains(lane) && lanes[lane].sequence.count < lanes[lane].requirement.minimum
  }

  /// Fails the attempt of `lane`, which holds touches back, unless the others land soon. Without it, a layer below would get a drag of
  /// one finger only at its lift.
  @inline(never)
  private func limitLanding(_ lane: Int, _ result: inout Recognition, _ deadline: inout Timestamp?) {
    let touches = lanes[lane].touches
    guard result == .unchanged, !touches.isEmpty else { return }
    var end = Timestamp(nanoseconds: .max)
    for touch in touches { end = min(end, table[touch].landingTime + Arbiter.landingWindow) }
    let isOver = table.timestamp >= end || table.strays(touches, beyond: table.slop(Arbiter.landingDrift))
    if isOver { result = .failed }
    deadline = min(deadline ?? end, end)
  }

  /// The longest time from the first landing to the last while touches are held back, and the largest drift meanwhile in millimetres
  /// (Design/Recognizing.md "Touches that are held back").
  private static var landingWindow: Duration { .milliseconds(150) }
  private static var landingDrift: Double { 2.5 }

  /// The motions that others already report on the touches of `lane`, and whether those may still become a tap.
  @inline(__always)
  private func components(beside lane: Int) -> GestureComponents {
    var others = lanes.sets.influential
    others.remove(lane)
    var components = GestureComponents()
    while let other = others.popFirst() {
      if lanes[other].sequence.intersects(lanes[lane].touches) { components.formUnion(lanes[other].components) }
    }
    return components
  }

  /// Ignores a deadline that was served already; one of this very moment is served when the moment is over.
  @inline(__always)
  private mutating func setDeadline(_ deadline: Timestamp?, of lane: Int) {
    let (next, now) = (deadline?.nanoseconds ?? .max, table.timestamp.nanoseconds)
    lanes.setDeadline(next < now || state.isServing && next == now ? .max : next, of: lane)
  }

  @inline(__always)
  private mutating func decide(_ result: Recognition, _ lane: Int) {
    if result == .unchanged {
      if lanes[lane].touches.isEmpty && lanes[lane].deadline == .max { fail(lane) }
    } else {
      takeProposal(result, lane)
    }
  }

  private mutating func takeProposal(_ result: Recognition, _ lane: Int) {
    switch result {
    case .failed: fail(lane)
    case .recognized, .began, .beganAndEnded: lanes.propose(result, lane)
    case .unchanged, .changed, .ended, .cancelled: refuse(result, lane)
    }
  }

  private mutating func wait(_ result: Recognition, _ lane: Int) {
    switch result {
    case .unchanged, .changed: if lanes[lane].touches.isEmpty { fail(lane) }
    case .failed, .ended, .cancelled: fail(lane)
    case .recognized, .began, .beganAndEnded: refuse(result, lane)
    }
  }

  @inline(__always)
  private mutating func continueGesture<Recognizer: GestureRecognizer>(
    _ result: Recognition, _ recognizer: Recognizer, _ lane: Int
  ) {
    if result == .unchanged { return }
    if result == .changed && !state.isServing && log.takesChanges { return reportChange(lane) }
    report(result, recognizer, lane)
  }

  /// Writes a measured event of an active recognizer.
  @inline(never)
  private mutating func report<Recognizer: GestureRecognizer>(
    _ result: Recognition, _ recognizer: Recognizer, _ lane: Int
  ) {
    let gesture = recognizer.gesture(group(of: lane), in: table)
    switch result {
    case .changed: emit(lane, .changed, gesture)
    case .ended:
      end(lane, gesture)
    case .cancelled: cancel(lane, gesture)
    case .unchanged, .failed, .recognized, .began, .beganAndEnded: refuse(result, lane)
    }
  }

  /// Writes `changed` for a lane without measuring its gesture: until something is decided, it can be measured when the
  /// event is read. The velocity is prepared now, because reading must change nothing.
  @inline(__always)
  private mutating func reportChange(_ lane: Int) {
    groups.keepUp(lanes[lane].group)
    log.reportChange(lane, by: hand)
  }

  /// Ends the attempt of a recognizer that lost a touch it cannot do without.
  private mutating func breakOff<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ lane: Int) {
    if lanes[lane].state == .active {
      cancel(lane, recognizer.gesture(group(of: lane), in: table))
    } else {
      fail(lane)
    }
  }

  /// Ignores a result that the lane's state does not allow.
  private mutating func refuse(_ result: Recognition, _ lane: Int) {
    assertionFailure("\(lanes[lane].name) returned \(result) while \(lanes[lane].state)")
    lanes.sets.refusals += 1
  }

  // MARK: Decisions

  /// Whether something was decided, proposed or freed that lanes may depend on.
  @inline(__always)
  var hasDecisions: Bool { lanes.sets.needsResolution || lanes.sets.mayRearm || table.hasSetChange }

  /// Resolves every beginning that is proposed or waits, until no decision depends on another one.
  mutating func resolve(_ recognizers: inout some RecognizerGroup) {
    guard lanes.sets.needsResolution else { return }
    guard !lanes.sets.undecided.isEmpty else { return lanes.sets.needsResolution = false }
    while lanes.sets.needsResolution {
      lanes.sets.needsResolution = false
      for lane in lanes.order where lanes.sets.undecided.contains(lane) { decideBeginning(lane, &recognizers) }
    }
  }

  private mutating func decideBeginning(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    if lanes[lane].isBroken { return fail(lane) }
    if !lanes[lane].isVetted && !passesVeto(lane, &recognizers) { return fail(lane) }
    switch relations.outcome(ofRequirementsOf: lane, &lanes) {
    case .recognized: lose(lane)
    case .undecided: if lanes.sets.proposing.contains(lane) { postpone(lane, &recognizers) }
    case .failed:
      if relations.isBlocked(lane, lanes) { return lose(lane) }
      if state.isHeld {
        if lanes.sets.proposing.contains(lane) { postpone(lane, &recognizers) }
      } else {
        grant(lane, &recognizers)
      }
    }
  }

  private mutating func passesVeto(_ lane: Int, _ recognizers: inout some RecognizerGroup) -> Bool {
    lanes[lane].isVetted = true
    guard let delegate = relations.delegate else { return true }
    return delegate.answer(.begins(lanes[lane].name, recognizers.gesture(of: lane, in: self))) ?? true
  }

  /// Makes `lane` wait. A discrete gesture keeps its measurements; a continuous one must have a touch left.
  private mutating func postpone(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    if lanes[lane].touches.isEmpty && !lanes[lane].isDiscreteProposal { return lose(lane) }
    if journal != nil { write(lane, .awaiting, because: relations.decider(of: lane, lanes)) }
    guard lanes.enter(lane, .awaiting), lanes[lane].isDiscreteProposal else { return }
    lanes[lane].waiting = recognizers.gesture(of: lane, in: self)
    guard lanes.options[lane].announcesUnconfirmed else { return }
    lanes[lane].isAnnounced = true
    emit(lane, .unconfirmed, lanes[lane].waiting)
  }

  /// Lets `lane` begin, and takes the touches from those that it prevents.
  private mutating func grant(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    let proposal = lanes[lane].proposal
    let hasWaited = lanes[lane].state == .awaiting
    if journal != nil { write(lane, proposal == .recognized ? .recognized : .active) }
    takeTouches(for: lane, &recognizers)
    if lanes.options[lane].cancelsTouches && !lanes.sets.listening.contains(lane) {
      state.captured |= lanes[lane].sequence
    }
    if proposal == .recognized {
      let gesture = hasWaited ? lanes[lane].waiting : recognizers.gesture(of: lane, in: self)
      lanes[lane].isAnnounced = false
      emit(lane, .recognized, gesture)
      lanes.enter(lane, .recognized)
      return
    }
    guard lanes.enter(lane, .active) else { return }
    if hasWaited { recognizers.rebase(lane, in: self) }
    let gesture = recognizers.gesture(of: lane, in: self)
    emit(lane, .began, gesture)
    if proposal == .beganAndEnded { end(lane, gesture) }
  }

  private mutating func takeTouches(for lane: Int, _ recognizers: inout some RecognizerGroup) {
    for other in relations.losers(to: lane, lanes) {
      if lanes.sets.active.contains(other) {
        let gesture = recognizers.gesture(of: other, in: self)
        if journal != nil { write(other, .cancelled, because: lane) }
        leave(other, gesture)
      } else {
        if journal != nil { write(other, .failed, because: lane) }
        give(up: other)
      }
    }
  }

  /// Ends the active gesture of `lane` at its natural end.
  private mutating func end(_ lane: Int, _ gesture: Gesture) {
    if journal != nil { write(lane, .ended) }
    emit(lane, .ended, gesture)
    lanes.enter(lane, .ended)
  }

  /// Ends the attempt of `lane` by itself, without a gesture.
  private mutating func fail(_ lane: Int) {
    if journal != nil { write(lane, .failed) }
    give(up: lane)
  }

  /// Ends the attempt of `lane` because of another one.
  private mutating func lose(_ lane: Int) {
    if journal != nil { write(lane, .failed, because: relations.decider(of: lane, lanes)) }
    give(up: lane)
  }

  @inline(__always)
  private mutating func give(up lane: Int) {
    if lanes[lane].isAnnounced { emit(lane, .superseded, lanes[lane].waiting) }
    lanes.enter(lane, .failed)
  }

  /// Ends the active gesture of `lane` before its natural end.
  private mutating func cancel(_ lane: Int, _ gesture: Gesture) {
    if journal != nil { write(lane, .cancelled) }
    leave(lane, gesture)
  }

  @inline(__always)
  private mutating func leave(_ lane: Int, _ gesture: Gesture) {
    emit(lane, .cancelled, gesture)
    lanes.enter(lane, .cancelled)
  }

  /// Writes a decision down; where there is no journal, as usual, its callers do not even ask why.
  @inline(never)
  private func write(_ lane: Int, _ state: LaneState, because other: Int? = nil) {
    journal?.append(
      GestureJournal.Entry(
        timestamp: table.timestamp, name: lanes[lane].name, state: state, other: other.map { lanes[$0].name },
        touches: touches(lanes[lane].sequence).map { $0.id }))
  }

  /// Ends every attempt that is undecided or waits.
  mutating func failUndecided() {
    for lane in (lanes.sets.live | lanes.sets.waiting) - lanes.sets.active { fail(lane) }
  }

  /// Resets finished lanes whose touches are gone, and returns them.
  mutating func rearm() -> LaneSet {
    let ready = lanes.rearm(down: table.down, landed: table.landed, hasSetChange: table.hasSetChange)
    if !ready.isEmpty { state.remembered = lanes.sequences }
    return ready
  }

  /// Starts finished lanes anew with the touches that remain, where their recognizers want that, and returns them.
  mutating func restart() -> LaneSet {
    let restarted = lanes.restart(lifted: table.lifted, down: table.down)
    if !restarted.isEmpty { update(restarted) }
    return restarted
  }

  mutating func dropGroups() {
    var kept = GroupSet.none
    for lane in lanes.sets.live { kept.insert(lanes[lane].group) }
    groups.keepOnly(kept)
  }

  // MARK: Events

  @inline(__always)
  private mutating func emit(_ lane: Int, _ state: GestureState, _ gesture: Gesture) {
    var event = GestureEvent(
      recognizer: lane, name: lanes[lane].name, state: state, timestamp: table.timestamp,
      fingers: lanes[lane].sequence, gesture: gesture)
    if state == .cancelled { event.gesture.stop() }
    if !lanes[lane].components.contains(.hand) { event.gesture.hand = hand }
    log.append(event)
  }

  /// The event of `lane`, whose gesture continued, except for what its recognizer measures.
  @inline(__always)
  func change(of lane: Int) -> GestureEvent {
    GestureEvent(
      recognizer: lane, name: lanes[lane].name, state: .changed, timestamp: table.timestamp,
      fingers: lanes[lane].sequence, gesture: Gesture())
  }
}
