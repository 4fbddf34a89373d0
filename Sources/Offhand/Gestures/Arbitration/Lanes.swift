/// The state of a recognizer in its life cycle (Design/Recognizing.md "Life cycle").
///
///     possible ─┬─► failed ───────────────────────┐
///               ├─► awaiting ─┬─► failed          │
///               │             ├─► recognized ─────┤   reset, when the touches are gone
///               │             ▼                   ├──► possible
///               ├─► active ─┬─► ended ────────────┤
///               │           └─► cancelled ────────┤
///               └─► recognized ───────────────────┘
public enum LaneState: UInt8, Sendable {
  /// Nothing is decided.
  case possible
  /// A proposed beginning waits: others must fail first, or the pipeline's owner holds it back.
  case awaiting
  /// A continuous gesture has begun.
  case active
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture ended.
  case ended
  /// A continuous gesture was cancelled.
  case cancelled
  /// The touches do not make this gesture.
  case failed

  /// Whether a reset is the only next step.
  package var isFinished: Bool { rawValue >= LaneState.recognized.rawValue }

  /// Whether the life cycle has a step from this state to `next`.
  @inline(__always)
  fileprivate func leads(to next: LaneState) -> Bool {
    switch self {
    case .possible: next != .possible && next != .ended && next != .cancelled
    case .awaiting: next == .active || next == .recognized || next == .failed
    case .active: next == .ended || next == .cancelled
    case .recognized, .ended, .cancelled, .failed: next == .possible
    }
  }
}

/// The recognizers of one pipeline, by the indices of their lanes.
public typealias LaneSet = BitSet<any GestureRecognizer>

/// One recognizer's share of the arbiter: its state, its touches, and what it proposes.
///
/// Contains only trivial values: its options, which own arrays, are stored beside it in the table, so that nothing here
/// is reference counted.
struct Lane: Sendable {
  let name: GestureName
  let requirement: TouchRequirement
  /// The parts of a motion that the recognizer reports.
  let components: GestureComponents
  // Without these bytes finding a lane by its index takes more instructions: 1 % of a frame of taps.
  private let padding = 0

  fileprivate(set) var state = LaneState.possible
  /// Its proposal, or the proposal that waits.
  fileprivate(set) var proposal = Recognition.unchanged
  /// Whether the delegate's veto has been evaluated for this attempt.
  var isVetted = false
  /// The touches it has, all of them down.
  private(set) var touches = TouchSet.none
  /// Every touch of the attempt, including lifted ones: the touches it can be in conflict over.
  private(set) var sequence = TouchSet.none
  /// The touches it took in this frame.
  private(set) var accepted = TouchSet.none
  /// Touches that landed on it while it waited to report a discrete gesture, or that an exclusive tap ignored. They are no part of the
  /// next one, and it takes none beside them: those would seem to be fewer fingers than they are.
  fileprivate var missed = TouchSet.none
  /// Touches that it is not offered: those remaining from an attempt that was not exclusive.
  private var barred = TouchSet.none
  /// Whether it lost a touch that it cannot do without, has one too many, or is no longer wanted.
  private(set) var isBroken = false
  /// Whether a touch that it did not take ends the attempt.
  private(set) var isRefused = false
  /// Whether an unconfirmed event was sent.
  var isAnnounced = false
  /// The index of the group that measures its touches.
  var group = 0
  /// Distance in mm its touches may move from where they are before the recognizer must run again.
  var slack = 0.0
  /// The deadline in nanoseconds; `Int64.max` if there is none.
  fileprivate(set) var deadline = Int64.max
  /// The measurements at the time it had to wait.
  var waiting = Gesture()
  /// The lanes that the delegate made it wait for.
  var dynamicRequirements = LaneSet.none

  init(name: GestureName, requirement: TouchRequirement, components: GestureComponents) {
    self.name = name
    self.requirement = requirement
    self.components = components
  }

  /// Whether it waits to report a discrete gesture.
  var isDiscreteProposal: Bool { proposal == .recognized }

  /// Whether a touch that lands can become part of the attempt.
  var takesTouches: Bool {
    guard !isRefused, missed.isEmpty else { return false }
    return state == .possible || state == .active || state == .awaiting && !isDiscreteProposal
  }

  /// The touches of `landed` that it may be offered.
  @inline(__always)
  func offered(of landed: TouchSet) -> TouchSet { landed - barred - sequence }

  var current: TouchSet { touches | accepted }

  /// Makes `touch` part of the attempt; one too many ends it, except for an active gesture that ignores it. Touches in
  /// `gone` no longer count.
  mutating func take(_ touch: TouchSet, gone: TouchSet) {
    if ((touches - gone) | accepted).count < requirement.maximum {
      accepted |= touch
      sequence |= touch
    } else if state != .active {
      sequence |= touch
      isBroken = true
    }
  }

  mutating func miss(_ touch: TouchSet) { missed |= touch }

  /// Starts an attempt with `touches`, of which some were part of the one before.
  fileprivate mutating func adopt(_ touches: TouchSet) {
    barred -= touches
    accepted = touches
    sequence = touches
  }

  /// Ends the attempt when its recognizer runs next.
  mutating func breakOff() { isBroken = true }

  /// Ends the attempt because of a touch that is not part of it.
  mutating func refuse() { (isRefused, accepted) = (true, .none) }

  /// Brings its touches up to the frame in `table`.
  mutating func update(from table: borrowing TouchTable) {
    // The index of a touch that is gone will be given to another.
    barred &= table.down
    missed &= table.down
    let lost = touches & table.cancelled
    touches = (touches - table.lifted - lost) | accepted
    guard !lost.isEmpty else { return }
    if touches.count < requirement.minimum || requirement.cancelPolicy == .any { isBroken = true }
  }

  @inline(__always)
  mutating func popAccepted() -> TouchSet {
    defer { accepted = .none }
    return accepted
  }

  /// Forgets the lifted touches of an attempt that continues with those in `down`.
  mutating func forgetLifted(down: TouchSet) {
    if takesTouches && !touches.isEmpty { sequence &= down }
  }

  /// Returns to the start of the life cycle. Touches that are still in `down` stay with this attempt.
  fileprivate mutating func reset(down: TouchSet) {
    let barred = (barred | sequence) & down
    self = Lane(name: name, requirement: requirement, components: components)
    self.barred = barred
  }
}

/// The lanes of a pipeline, and the sets of lanes that follow from their states.
///
/// A lane's state and the sets change together, in ``enter(_:_:)``; no other code sets a state.
struct LaneTable: ~Copyable, Sendable {
  /// The trivially copyable part of the table.
  struct Sets: Sendable {
    fileprivate(set) var enabled = LaneSet.none
    /// Lanes that have touches to process: an undecided attempt or an active gesture.
    fileprivate(set) var live = LaneSet.none
    fileprivate(set) var timed = LaneSet.none
    /// Lanes whose gesture has begun.
    fileprivate(set) var active = LaneSet.none
    /// Lanes that would begin but must wait.
    fileprivate(set) var waiting = LaneSet.none
    fileprivate(set) var proposing = LaneSet.none
    /// Lanes that are finished and wait for their touches to lift.
    fileprivate(set) var finished = LaneSet.none
    /// Lanes that start anew with the touches that remain when their attempt is over.
    fileprivate(set) var restarting = LaneSet.none
    /// Lanes that raise the thresholds of others while they are undecided: taps.
    fileprivate(set) var tapping = LaneSet.none
    fileprivate(set) var listening = LaneSet.none
    /// Lanes of recognizers whose touches a relay holds back.
    fileprivate(set) var delaying = LaneSet.none
    /// Lanes of recognizers whose touches must land in a region.
    fileprivate(set) var regional = LaneSet.none
    /// A lower bound of the deadlines of all lanes, in nanoseconds.
    fileprivate(set) var soonest = Int64.max
    /// Whether something was decided that other lanes may depend on.
    var needsResolution = false
    /// Whether a lane finished since lanes were last reset.
    fileprivate(set) var mayRearm = false
    /// Steps that the life cycle does not have, and circular requirements from a delegate or a change: ignored and counted.
    var refusals = 0

    var undecided: LaneSet { proposing | waiting }
    /// Lanes whose presence changes the thresholds of others.
    @inline(__always) var influential: LaneSet { (active | (tapping & live)) - listening }
  }

  private(set) var options: [LaneOptions] = []
  /// The lanes in the order in which beginnings of one frame are decided.
  private(set) var order: [Int] = []
  var sets = Sets()
  private var lanes = FixedArray<Lane>()

  init() {}

  init(copying other: borrowing LaneTable) {
    options = other.options
    order = other.order
    sets = other.sets
    lanes = other.lanes.copied()
  }

  var count: Int { lanes.count }
  var indices: Range<Int> { lanes.indices }

  /// The lane at `index`, which must exist: a release build does not check.
  subscript(index: Int) -> Lane {
    @inline(__always) unsafeAddress { UnsafePointer(lanes.address(of: index)) }
    @inline(__always) unsafeMutableAddress { lanes.address(of: index) }
  }

  mutating func append(_ lane: Lane, _ options: LaneOptions) throws(PipelineError) -> Int {
    let index = count
    guard index < LaneSet.capacity else { throw PipelineError(count, lane.name, .tooManyRecognizers) }
    if lane.components.contains(.tap) { sets.tapping.insert(index) }
    if lane.requirement.restartsWithRemaining { sets.restarting.insert(index) }
    if options.isEnabled { sets.enabled.insert(index) }
    if options.onlyListens { sets.listening.insert(index) }
    if options.delaysTouchesBegan && !options.onlyListens { sets.delaying.insert(index) }
    if options.region != nil { sets.regional.insert(index) }
    lanes.append(lane)
    self.options.append(options)
    // Behind those that have its priority.
    let priorities = self.options.map { $0.priority }
    order.insert(index, at: order.firstIndex { priorities[$0] < options.priority } ?? order.count)
    return index
  }

  /// The first lane named `name`; `nil` if there is none.
  func index(named name: GestureName) -> Int? { lanes.indices.first { lanes[$0].name == name } }

  func all(named name: GestureName) -> LaneSet {
    var named = LaneSet.none
    for lane in lanes.indices where lanes[lane].name == name { named.insert(lane) }
    return named
  }

  mutating func setEnabled(_ lane: Int, _ isEnabled: Bool) {
    if isEnabled { sets.enabled.insert(lane) } else { sets.enabled.remove(lane) }
  }

  @inline(__always)
  mutating func becomeLive(_ lane: Int) { sets.live.insert(lane) }

  mutating func propose(_ proposal: Recognition, _ lane: Int) {
    lanes[lane].proposal = proposal
    sets.proposing.insert(lane)
    sets.needsResolution = true
  }

  /// Moves `lane` to `next` and updates the sets: the only code that changes either. An impossible step stops a debug build; a
  /// release build ignores it, counts it, and returns `false`.
  ///
  /// Inlined, because nearly every caller passes a constant state: a call costs 2 % of the instructions of taps.
  @inline(__always)
  @discardableResult
  mutating func enter(_ lane: Int, _ next: LaneState) -> Bool {
    sets.proposing.remove(lane)
    guard lanes[lane].state.leads(to: next) else {
      assertionFailure("\(lanes[lane].name) cannot go from \(lanes[lane].state) to \(next)")
      sets.refusals += 1
      return false
    }
    lanes[lane].state = next
    sets.waiting.remove(lane)
    switch next {
    case .possible: sets.finished.remove(lane)
    case .awaiting:
      sets.waiting.insert(lane)
      guard lanes[lane].isDiscreteProposal else { break }
      sets.live.remove(lane)
      sets.timed.remove(lane)
    case .active: sets.active.insert(lane)
    case .recognized, .ended, .cancelled, .failed:
      lanes[lane].deadline = .max
      sets.live.remove(lane)
      sets.timed.remove(lane)
      sets.active.remove(lane)
      sets.finished.insert(lane)
      sets.mayRearm = true
      sets.needsResolution = true
    }
    return true
  }

  /// Forgets the touches that taps missed and that are no longer `down`.
  @inline(never)
  mutating func forgetMissed(down: TouchSet) {
    for lane in sets.tapping { lanes[lane].missed &= down }
  }

  /// Resets the finished lanes whose touches are gone, given those that are `down`, and returns them. Of the touches that a lane missed,
  /// those that `landed` in this frame are still to be offered.
  @inline(__always)
  mutating func rearm(down: TouchSet, landed: TouchSet, hasSetChange: Bool) -> LaneSet {
    var ready = LaneSet.none
    guard sets.mayRearm || hasSetChange else { return ready }
    sets.mayRearm = false
    for lane in sets.finished {
      let held = lanes[lane].sequence | (lanes[lane].missed - landed)
      guard !held.intersects(down) || !options[lane].isExclusive else { continue }
      enter(lane, .possible)
      lanes[lane].reset(down: down)
      ready.insert(lane)
    }
    return ready
  }

  /// Resets the finished lanes of which a touch was `lifted` in this frame while others stay `down`, if they start anew with those,
  /// and returns them. Too many touches are a new attempt only when enough of them have lifted.
  mutating func restart(lifted: TouchSet, down: TouchSet) -> LaneSet {
    var restarted = LaneSet.none
    for lane in sets.finished & sets.restarting & sets.enabled {
      let remaining = lanes[lane].sequence & down
      guard lanes[lane].sequence.intersects(lifted), !remaining.isEmpty,
        remaining.count <= lanes[lane].requirement.maximum
      else { continue }
      enter(lane, .possible)
      lanes[lane].reset(down: down)
      lanes[lane].adopt(remaining)
      restarted.insert(lane)
    }
    return restarted
  }

  var sequences: TouchSet {
    var touches = TouchSet.none
    for lane in lanes.indices { touches |= lanes[lane].sequence }
    return touches
  }

  /// Sets the deadline of `lane`, in nanoseconds; `Int64.max` for none.
  @inline(__always)
  mutating func setDeadline(_ deadline: Int64, of lane: Int) {
    guard deadline != lanes[lane].deadline else { return }
    lanes[lane].deadline = deadline
    sets.soonest = min(sets.soonest, deadline)
    if deadline == .max { sets.timed.remove(lane) } else { sets.timed.insert(lane) }
  }

  var deadline: Timestamp? {
    var earliest = Int64.max
    for lane in sets.timed { earliest = min(earliest, lanes[lane].deadline) }
    return earliest == .max ? nil : Timestamp(nanoseconds: earliest)
  }

  mutating func deadline(before limit: Timestamp) -> Timestamp? {
    guard sets.soonest < limit.nanoseconds else { return nil }
    let next = deadline
    sets.soonest = next?.nanoseconds ?? .max
    return sets.soonest < limit.nanoseconds ? next : nil
  }

  /// The lanes whose deadline is `time` or earlier.
  func due(at time: Timestamp) -> LaneSet {
    var due = LaneSet.none
    for lane in sets.timed where lanes[lane].deadline <= time.nanoseconds { due.insert(lane) }
    return due
  }
}
