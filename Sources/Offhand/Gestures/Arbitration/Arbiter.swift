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

extension Arbiter {
  /// The same arbiter with memory of its own, for a pipeline that was copied.
  init(copying other: borrowing Arbiter) {
    contacts = ContactTable(copying: other.contacts)
    gauges = other.gauges.copied()
    log = EventLog(copying: other.log)
    hand = other.hand
    delegate = other.delegate
    refusals = other.refusals
    lanes = other.lanes.copied()
    options = other.options
    order = other.order
    frameNumber = other.frameNumber
    relations = other.relations
    groupsInUse = other.groupsInUse
    enabled = other.enabled
    live = other.live
    timed = other.timed
    active = other.active
    waiting = other.waiting
    proposing = other.proposing
    finished = other.finished
    mayRearm = other.mayRearm
    tapping = other.tapping
    rest = RestingLanes(copying: other.rest)
    remembered = other.remembered
    answered = other.answered
    isCrowded = other.isCrowded
    capturedNow = other.capturedNow
    soonest = other.soonest
    needsResolution = other.needsResolution
    isServing = other.isServing
    isHeld = other.isHeld
  }
}

extension Arbiter {
  /// Takes a frame in; nobody has looked at it yet.
  @inline(__always)
  mutating func take(_ frame: borrowing TouchFrame) {
    contacts.take(frame, remembered: isCrowded || !answered.isEmpty ? keptPlaces() : remembered)
    isServing = false
    frameNumber &+= 1
  }

  /// The places that are not given to fingers that land: of those that were just answered for, too, if there is room.
  private mutating func keptPlaces() -> FingerSet {
    if isCrowded && hasTooFewPlaces(beside: remembered) { forgetLifted() }
    let kept = remembered | answered
    answered = .none
    return hasTooFewPlaces(beside: kept) ? remembered : kept
  }

  private func hasTooFewPlaces(beside kept: FingerSet) -> Bool {
    (contacts.down | kept).count > ContactTable.capacity - TouchFrame.capacity
  }

  /// Frees the places of fingers that lifted from attempts that go on: one that never ends, while fingers come and go beside
  /// those that stay, would otherwise leave none for a finger that lands.
  private mutating func forgetLifted() {
    remembered = .none
    for lane in lanes.indices {
      if lanes[lane].takesFingers && !lanes[lane].fingers.isEmpty {
        lanes[lane].sequence = lanes[lane].sequence & contacts.down
      }
      remembered |= lanes[lane].sequence
    }
    isCrowded = false
  }

  /// A moment at which nothing moved, for a deadline.
  mutating func settle(at time: Timestamp) {
    contacts.settle(at: time)
    isServing = true
    frameNumber &+= 1
    var rest = groupsInUse
    while let group = rest.popFirst() { gauges[group].rest() }
  }

  /// The fingers of `lane`, to be lent to its recognizer.
  @inline(__always)
  func group(of lane: Int) -> FingerGroup { FingerGroup(gauges.address(of: lanes[lane].group)) }

  /// Offers the fingers that landed in this frame to the recognizer of `lane`.
  @inline(__always)
  mutating func offer<Recognizer: GestureRecognizer>(to recognizer: Recognizer, _ lane: Int) {
    var landed = (contacts.landed & lanes[lane].visible) - lanes[lane].barred - lanes[lane].sequence
    while let place = landed.popFirst() {
      guard lanes[lane].takesFingers else { return }
      let touch = contacts[place]
      guard isOfOneDevice(touch, lane), delegate?.gesture(lanes[lane].name, shouldReceive: touch) ?? true else {
        continue
      }
      switch recognizer.acceptance(of: touch, beside: group(of: lane), in: contacts) {
      case .track: give(place, to: lane)
      case .ignore: continue
      case .fail: lanes[lane].isRefused = true
      }
    }
  }

  private func isOfOneDevice(_ touch: Touch, _ lane: Int) -> Bool {
    guard !lanes[lane].touches.spansDevices else { return true }
    let fingers = lanes[lane].fingers | lanes[lane].accepted
    return fingers.isEmpty || contacts[fingers.first].device == touch.device
  }

  private mutating func give(_ place: Int, to lane: Int) {
    let finger = FingerSet(place: place)
    remembered |= finger
    let fingers = (lanes[lane].fingers - contacts.lifted - contacts.cancelled) | lanes[lane].accepted
    if fingers.count < lanes[lane].touches.maximum {
      lanes[lane].accepted |= finger
      lanes[lane].sequence |= finger
    } else if lanes[lane].state == .active {
      if lanes[lane].touches.overflow == .cancel { lanes[lane].isBroken = true }
    } else {
      lanes[lane].sequence |= finger
      lanes[lane].isBroken = true
    }
  }

  /// Brings the fingers of `affected` up to the frame, after the offers.
  mutating func assign(_ affected: LaneSet) {
    var rest = affected
    while let lane = rest.popFirst(), lane < lanes.count {
      if lanes[lane].isRefused && !lanes[lane].state.isFinished { fail(lane) }
      // The place of a finger that is gone will be another's.
      lanes[lane].barred = lanes[lane].barred & contacts.down
      let lost = lanes[lane].fingers & contacts.cancelled
      let accepted = lanes[lane].accepted
      lanes[lane].fingers = (lanes[lane].fingers - contacts.lifted - lost) | accepted
      if !lost.isEmpty {
        let isShort = lanes[lane].fingers.count < lanes[lane].touches.minimum
        if isShort || lanes[lane].touches.cancelPolicy == .any { lanes[lane].isBroken = true }
      }
      if !accepted.isEmpty { live.insert(lane: lane) }
    }
  }

  /// Leaves out groups of lanes that are finished.
  mutating func dropGroups() {
    var kept = LaneSet(lane: 0)
    var rest = live
    while let lane = rest.popFirst() { kept.insert(lane: lanes[lane].group) }
    groupsInUse = kept
  }

  /// Measures the groups in a frame that changed no set.
  @inline(__always)
  mutating func measure() {
    var rest = groupsInUse
    while let group = rest.popFirst() { gauges[group].update(contacts) }
  }

  /// Measures the groups in a frame that changed a set, and lets lanes whose fingers part from their group's have their own.
  mutating func regroup() {
    var rest = live
    var kept = LaneSet(lane: 0)
    while let lane = rest.popFirst() {
      let group = lanes[lane].group
      guard group != 0, !kept.contains(lane: group) else { continue }
      kept.insert(lane: group)
      gauges[group].update(contacts, to: lanes[lane].fingers)
    }
    groupsInUse = kept
    gauges[0].update(contacts, to: contacts.down)
    join(live)
    isCrowded = hasTooFewPlaces(beside: remembered)
  }

  /// Gives each of `joining` a group that measures its fingers.
  mutating func join(_ joining: LaneSet) {
    var rest = joining
    while let lane = rest.popFirst() {
      let accepted = lanes[lane].accepted
      lanes[lane].accepted = .none
      let group = lanes[lane].group
      if !accepted.isEmpty && accepted == lanes[lane].sequence {
        if gauges[0].fingers == accepted && gauges[0].landed == accepted { continue }
        lanes[lane].group = makeGroup(from: nil, accepted, landed: accepted)
      } else if gauges[group].fingers != lanes[lane].fingers {
        lanes[lane].group = makeGroup(from: group, lanes[lane].fingers, landed: accepted)
      }
    }
  }

  /// A group of `fingers` that goes on from `source`, or starts anew; one that was made alike in this frame is shared.
  private mutating func makeGroup(from source: Int?, _ fingers: FingerSet, landed: FingerSet) -> Int {
    let origin = FingerGauge.Origin(frame: frameNumber, source: source ?? -1)
    var used = groupsInUse
    while let group = used.popFirst() {
      if gauges[group].origin == origin && gauges[group].fingers == fingers { return group }
    }
    let place = (~groupsInUse.bits).trailingZeroBitCount
    while gauges.count <= place { gauges.append(FingerGauge()) }
    if let source {
      gauges[place] = gauges[source]
      gauges[place].part(with: fingers, landed: landed, in: contacts)
    } else {
      gauges[place].start(with: fingers, in: contacts)
    }
    gauges[place].origin = origin
    groupsInUse.insert(lane: place)
    return place
  }

  /// Makes finished lanes whose fingers are gone ready for the next attempt; answers which.
  mutating func rearm() -> LaneSet {
    var ready = LaneSet.none
    guard mayRearm || contacts.hasSetChange else { return ready }
    mayRearm = false
    var rest = finished
    while let lane = rest.popFirst() {
      let remaining = lanes[lane].sequence & contacts.down
      guard remaining.isEmpty || !options[lane].isExclusive else { continue }
      lanes[lane].barred = (lanes[lane].barred & contacts.down) | remaining
      lanes[lane].reset()
      ready.insert(lane: lane)
    }
    finished = finished - ready
    if !ready.isEmpty {
      remembered = .none
      for lane in lanes.indices { remembered |= lanes[lane].sequence }
    }
    return ready
  }
}

extension Arbiter {
  /// Lets the recognizer of `lane` take the frame in, and takes its answer.
  @inline(__always)
  mutating func run<Recognizer: GestureRecognizer>(_ recognizer: inout Recognizer, _ lane: Int) {
    if lanes[lane].isBroken { return breakOff(recognizer, lane) }
    let state = lanes[lane].state
    let others = state == .possible ? components(beside: lane) : GestureComponents()
    let answer = recognizer.recognize(group(of: lane), in: contacts, beside: others)
    setDeadline(recognizer.deadline, of: lane)
    switch state {
    case .possible: propose(answer, lane)
    case .awaiting: wait(answer, lane)
    case .active: goOn(answer, recognizer, lane)
    case .recognized, .ended, .cancelled, .failed: break
    }
    if rest.isPending { lanes[lane].slack = recognizer.slack(of: group(of: lane), in: contacts) - Tolerance.length }
  }

  /// Which motions others already answer for on the fingers of `lane`, and whether a tap may still come of them.
  @inline(__always)
  private func components(beside lane: Int) -> GestureComponents {
    var others = active | (tapping & live)
    others.remove(lane: lane)
    var components = GestureComponents()
    while let other = others.popFirst() {
      if lanes[other].sequence.intersects(lanes[lane].fingers) { components.formUnion(lanes[other].components) }
    }
    return components
  }

  /// A deadline that was served is none; one of this very moment is served when the moment is over.
  @inline(__always)
  private mutating func setDeadline(_ deadline: Timestamp?, of lane: Int) {
    var next = deadline?.nanoseconds ?? .max
    if next < contacts.timestamp.nanoseconds || isServing && next == contacts.timestamp.nanoseconds { next = .max }
    guard next != lanes[lane].deadline else { return }
    lanes[lane].deadline = next
    soonest = min(soonest, next)
    if next == .max { timed.remove(lane: lane) } else { timed.insert(lane: lane) }
  }

  @inline(__always)
  private mutating func propose(_ answer: Recognition, _ lane: Int) {
    if answer == .unchanged {
      if lanes[lane].fingers.isEmpty && lanes[lane].deadline == .max { fail(lane) }
    } else {
      take(answer, lane)
    }
  }

  /// Takes a proposal or a failure.
  private mutating func take(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .failed: fail(lane)
    case .recognized, .began, .beganAndEnded:
      lanes[lane].proposal = answer
      proposing.insert(lane: lane)
      needsResolution = true
    case .unchanged, .changed, .ended, .cancelled: refuse(answer, lane)
    }
  }

  private mutating func wait(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .unchanged, .changed: if lanes[lane].fingers.isEmpty { fail(lane) }
    case .failed, .ended, .cancelled: fail(lane)
    case .recognized, .began, .beganAndEnded: refuse(answer, lane)
    }
  }

  @inline(__always)
  private mutating func goOn<Recognizer: GestureRecognizer>(
    _ answer: Recognition, _ recognizer: Recognizer, _ lane: Int
  ) {
    if answer == .unchanged { return }
    if answer == .changed && !isServing && log.takesGoingOn { return goOn(lane) }
    guard let state = GestureState(goingOnWith: answer) else { return refuse(answer, lane) }
    emit(lane, state, recognizer.gesture(group(of: lane), in: contacts), at: contacts.timestamp)
    if answer != .changed { finish(lane, answer == .ended ? .ended : .cancelled) }
  }

  /// A gesture that merely goes on: until something is decided its recognizer can be asked what it measures. The speed then
  /// must be there to be read, because reading changes nothing.
  @inline(__always)
  mutating func goOn(_ lane: Int) {
    gauges[lanes[lane].group].keepUp()
    log.goOn(lane, by: hand)
  }

  /// A recognizer that lost a finger it cannot do without.
  private mutating func breakOff<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ lane: Int) {
    if lanes[lane].state == .active {
      emit(lane, .cancelled, recognizer.gesture(group(of: lane), in: contacts), at: contacts.timestamp)
      finish(lane, .cancelled)
    } else {
      fail(lane)
    }
  }

  private mutating func refuse(_ answer: Recognition, _ lane: Int) {
    assertionFailure("\(lanes[lane].name) answered \(answer) while \(lanes[lane].state)")
    refusals += 1
  }

  /// The attempt of `lane` came to nothing.
  mutating func fail(_ lane: Int) {
    if lanes[lane].isAnnounced { emit(lane, .superseded, lanes[lane].waiting, at: contacts.timestamp) }
    finish(lane, .failed)
  }

  /// Nothing but a reset follows for `lane`.
  mutating func finish(_ lane: Int, _ state: LaneState) {
    guard lanes[lane].enter(state) else { return refusals += 1 }
    lanes[lane].deadline = .max
    live.remove(lane: lane)
    timed.remove(lane: lane)
    active.remove(lane: lane)
    waiting.remove(lane: lane)
    proposing.remove(lane: lane)
    finished.insert(lane: lane)
    mayRearm = true
    needsResolution = true
  }
}

extension GestureState {
  /// What a gesture that is on says where its recognizer answers `answer`; `nil` for an answer that it cannot give.
  fileprivate init?(goingOnWith answer: Recognition) {
    switch answer {
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .unchanged, .failed, .recognized, .began, .beganAndEnded: return nil
    }
  }
}

extension Arbiter {
  /// Wakes the lanes that rest where a finger has gone too far, and at a deadline.
  @inline(__always)
  mutating func wakeLanes() {
    if rest.lanes.isEmpty { return }
    if rest.isDisturbed(in: contacts) || soonest == contacts.timestamp.nanoseconds { rest.becomePending() }
  }

  /// Says of the gestures that are on, and whose recognizers rest, that those go on whose fingers moved.
  @inline(__always)
  mutating func goOn() {
    if contacts.moved.intersects(rest.followed) {
      var groups = rest.followingGroups
      while let group = groups.popFirst() { gauges[group].keepUp() }
      log.goOn(rest.following, count: rest.followingCount, by: hand)
    } else if !rest.following.isEmpty {
      goOnApart()
    }
  }

  private mutating func goOnApart() {
    var following = rest.following
    while let lane = following.popFirst() {
      if contacts.moved.intersects(lanes[lane].fingers) { goOn(lane) }
    }
  }

  /// Lets lanes rest that were asked in a frame that decided nothing.
  ///
  /// Those that wait for their fingers to go somewhere do so only where all rest that raise others' thresholds, because they
  /// would hear a frame too late that one of these has failed or is over. Gestures that are on rest together or not at all, so that
  /// their answers keep their order.
  mutating func restLanes() {
    var idle = LaneSet.none
    var bound = LaneSet.none
    var fingers = FingerSet.none
    var slack = Double.infinity
    var open = live
    while let lane = open.popFirst() {
      guard lanes[lane].state != .awaiting, lanes[lane].slack > 0 else { continue }
      if lanes[lane].slack == .infinity {
        idle.insert(lane: lane)
      } else {
        bound.insert(lane: lane)
        fingers |= lanes[lane].fingers
        slack = min(slack, lanes[lane].slack)
      }
    }
    if !(active - idle - bound).isEmpty {
      idle = idle - active
      bound = bound - active
    }
    let influences = active | (tapping & live)
    if (influences - idle - bound).isEmpty {
      rest.begin(idle | bound, fingers, slack: slack, in: contacts)
    } else {
      rest.begin(idle, .none, slack: .infinity, in: contacts)
    }
    var following = rest.lanes & active
    while let lane = following.popFirst() {
      rest.follow(lane, lanes[lane].fingers, in: lanes[lane].group)
    }
  }
}

extension Arbiter {
  /// Whether something was decided, proposed or freed that lanes may depend on.
  var hasDecisions: Bool { needsResolution || mayRearm || contacts.hasSetChange }

  /// Forgets the answers of the call before.
  @inline(__always)
  mutating func begin() {
    log.begin()
    capturedNow = .none
  }

  /// The lane named `name`; `nil` where there is none.
  func lane(named name: GestureName) -> Int? { lanes.indices.first { lanes[$0].name == name } }

  /// The names of the lanes.
  var names: [GestureName] { lanes.indices.map { lanes[$0].name } }

  /// Whether no finger is down and no recognizer is undecided.
  var isIdle: Bool { contacts.down.isEmpty && (live | waiting).isEmpty }

  /// Turns the relations that the options name into relations between lanes.
  mutating func relate() {
    for lane in lanes.indices {
      let options = self.options[lane]
      for name in options.requirements {
        let isSound = relations.require(lane, toFail: known(name, beside: lane))
        precondition(isSound, RelationError.cycle(lanes[lane].name, name).description)
      }
      for name in options.simultaneous { relations.allow(lane, with: known(name, beside: lane)) }
      for name in options.notPreventing { relations.tolerate(lane, known(name, beside: lane)) }
      for name in options.notPreventedBy { relations.tolerate(known(name, beside: lane), lane) }
      for name in options.overridden { relations.override(lane, known(name, beside: lane)) }
    }
  }

  /// The lane that `lane` means by `name`: one on its own target, or else the first of that name.
  private func known(_ name: GestureName, beside lane: Int) -> Int {
    let target = lanes[lane].target
    let own = lanes.indices.first { lanes[$0].name == name && lanes[$0].target == target }
    guard let found = own ?? self.lane(named: name) else {
      preconditionFailure(RelationError.unknownName(name).description)
    }
    return found
  }

  /// The lane named `name`.
  func knownLane(_ name: GestureName) throws(RelationError) -> Int {
    guard let lane = lane(named: name) else { throw .unknownName(name) }
    return lane
  }

  /// The lanes whose deadline is `time` or earlier; it is served with this.
  mutating func takeDue(at time: Timestamp) -> LaneSet {
    var due = LaneSet.none
    var rest = timed
    while let lane = rest.popFirst() {
      if lanes[lane].deadline <= time.nanoseconds { due.insert(lane: lane) }
    }
    return due
  }

  /// Takes every finger away.
  mutating func cancelAll(at time: Timestamp) {
    contacts.cancelAll(at: time)
    isServing = false
    frameNumber &+= 1
    assign(LaneSet(bits: .max))
    regroup()
  }

  /// Ends every attempt that is undecided, and what waits.
  mutating func failUndecided() {
    var rest = (live | waiting) - active
    while let lane = rest.popFirst() { fail(lane) }
  }

  /// The contacts behind `fingers`, in the order of their landing.
  func touches(_ fingers: FingerSet) -> [Touch] {
    var touches: [Touch] = []
    forEachTouch(fingers) { touches.append($0) }
    return touches.sorted { $0.id < $1.id }
  }

  /// Calls `body` with each contact behind `fingers`.
  func forEachTouch(_ fingers: FingerSet, _ body: (Touch) -> Void) {
    var rest = fingers
    while let place = rest.popFirst() { body(contacts[place]) }
  }
}
