/// Where a recognizer is in the one life cycle (recognizers.md §3.0.8).
///
///     possible ─┬─► failed ───────────────────────┐
///               ├─► awaiting ─┬─► failed          │
///               │             ├─► recognized ─────┤   reset, when the fingers are gone
///               │             ▼                   ├──► possible
///               ├─► active ─┬─► ended ────────────┤
///               │           └─► cancelled ────────┤
///               └─► recognized ───────────────────┘
public enum LaneState: UInt8, Sendable {
  /// Nothing is decided.
  case possible
  /// It would begin, but others must fail first, or its owner holds it.
  case awaiting
  /// A continuous gesture is on.
  case active
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture came to its end.
  case ended
  /// A continuous gesture was broken off.
  case cancelled
  /// The fingers made something else.
  case failed

  /// Whether only a reset can follow.
  @inlinable public var isFinished: Bool { rawValue >= LaneState.recognized.rawValue }

  /// Whether the life cycle leads from here to `next`.
  func leads(to next: LaneState) -> Bool {
    switch self {
    case .possible: next != .possible && next != .ended && next != .cancelled
    case .awaiting: next == .active || next == .recognized || next == .failed
    case .active: next == .ended || next == .cancelled
    case .recognized, .ended, .cancelled, .failed: next == .possible
    }
  }
}

/// One recognizer's place in the arbiter: where it is in its life, which fingers it has, and what it proposes.
///
/// Plain numbers only: its options, which own arrays, stand beside it in the arbiter, so that nothing here is counted.
struct Lane: Sendable {
  /// Its name in the pipeline.
  let name: GestureName
  /// How many fingers it takes.
  let touches: TouchRequirement
  /// Which parts of a motion it answers for.
  let components: GestureComponents
  /// Which target it belongs to; zero where there is only one.
  var target = 0
  /// The depth of its target; deeper ones come first.
  var depth = 0

  /// Where it is in its life.
  private(set) var state = LaneState.possible
  /// What it proposes, or waits to do.
  var proposal = Recognition.unchanged
  /// Whether its proposal passed the veto.
  var isVetted = false
  /// The fingers it has, that are down.
  var fingers = FingerSet.none
  /// Every finger of the attempt, the lifted ones included: what it may be in conflict about.
  var sequence = FingerSet.none
  /// The fingers that it took in this frame.
  var accepted = FingerSet.none
  /// Fingers that it will not be offered, of an attempt that was not exclusive.
  var barred = FingerSet.none
  /// Fingers that it can see at all: those on its target.
  var visible = FingerSet(bits: .max)
  /// Whether it lost a finger that it cannot do without, or has one too many.
  var isBroken = false
  /// Whether it failed because of a finger that it did not take.
  var isRefused = false
  /// Whether an unconfirmed gesture was announced.
  var isAnnounced = false
  /// Which group measures its fingers.
  var group = 0
  /// How far its fingers may go without its being asked, in millimetres from where they are.
  var slack = 0.0
  /// When time alone will decide; the distant future where nothing waits.
  var deadline = Int64.max
  /// What it measured when it had to wait.
  var waiting = Gesture()
  /// Those that the delegate made it wait for.
  var dynamicRequirements = LaneSet.none

  init(name: GestureName, touches: TouchRequirement, components: GestureComponents) {
    self.name = name
    self.touches = touches
    self.components = components
  }

  /// Whether what it waits to do is a discrete gesture.
  var isDiscreteProposal: Bool { proposal == .recognized }

  /// Whether a finger that lands can become part of the attempt.
  var takesFingers: Bool {
    guard !isRefused else { return false }
    return state == .possible || state == .active || state == .awaiting && !isDiscreteProposal
  }

  /// Goes on in the life cycle; a step that does not exist stops a debug build and is refused in a release.
  @discardableResult
  mutating func enter(_ next: LaneState) -> Bool {
    guard state.leads(to: next) else {
      assertionFailure("\(name) cannot go from \(state) to \(next)")
      return false
    }
    state = next
    return true
  }

  /// Back to the beginning.
  mutating func reset() {
    state = .possible
    proposal = .unchanged
    isVetted = false
    isBroken = false
    isRefused = false
    isAnnounced = false
    fingers = .none
    sequence = .none
    accepted = .none
    dynamicRequirements = .none
    group = 0
    deadline = .max
  }
}

/// A set of recognizers of one pipeline, each named by its number: one bit a lane, 64 lanes.
public struct LaneSet: Sendable, Hashable {
  /// How many recognizers a pipeline, or a tree of targets, can hold.
  public static let capacity = 64

  /// One bit a lane.
  public var bits: UInt64

  /// The set of the lanes whose bits are set.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  /// The set of one lane.
  @inlinable
  public init(lane: Int) { bits = 1 &<< UInt64(truncatingIfNeeded: lane) }

  /// No lane.
  public static let none = LaneSet(bits: 0)

  /// Whether there is no lane.
  @inlinable public var isEmpty: Bool { bits == 0 }

  /// Whether the sets share a lane.
  @inlinable
  public func intersects(_ other: LaneSet) -> Bool { bits & other.bits != 0 }

  /// Whether `lane` is in the set.
  @inlinable
  public func contains(lane: Int) -> Bool { bits & (1 &<< UInt64(truncatingIfNeeded: lane)) != 0 }

  /// Adds `lane`.
  @inlinable
  public mutating func insert(lane: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: lane) }

  /// Takes `lane` out.
  @inlinable
  public mutating func remove(lane: Int) { bits &= ~(1 &<< UInt64(truncatingIfNeeded: lane)) }

  /// Takes the first lane out and answers it; `nil` where there is none.
  @inlinable
  public mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let lane = bits.trailingZeroBitCount
    bits &= bits &- 1
    return lane
  }

  /// The lanes of either set.
  @inlinable
  public static func | (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits | b.bits) }

  /// The lanes of both sets.
  @inlinable
  public static func & (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits & b.bits) }

  /// The lanes of `a` that are not in `b`.
  @inlinable
  public static func - (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits & ~b.bits) }
}

/// Lanes whose recognizers are not asked while their fingers stay near where they lie.
///
/// Most frames move fingers that lie and roll: a tap drifts by less than a millimetre, and hardly any recognizer that might still
/// have it learns anything from that. So each says how far its fingers may go before it matters
/// (``GestureRecognizer/slack(of:in:)``), in the first frame that decides nothing after one that changed something. They are left
/// alone until a finger has gone farther than one of them lets it, a finger lands or lifts, anything is decided, or a deadline
/// has come; then all of them are asked, because what one finds out others hear in the same frame.
struct RestingLanes: ~Copyable, Sendable {
  /// Which they are.
  private(set) var lanes = LaneSet.none
  /// Those of them that are on, and say in every frame that they go on, if their fingers moved.
  private(set) var following = LaneSet.none
  /// How many those are.
  private(set) var followingCount = 0
  /// The groups that measure their fingers.
  private(set) var followingGroups = LaneSet.none
  /// The fingers that all of those have.
  private(set) var followed = FingerSet.none
  /// Whether lanes are to be asked, in the next frame that decides nothing, how far their fingers may go.
  private(set) var isPending = true
  /// The fingers that may go no farther than `slack`, in millimetres, from `places`.
  private var fingers = FingerSet.none
  private var slack = Double.infinity
  private var places: FixedArray<Point>

  init() { places = FixedArray(repeating: .origin, count: ContactTable.capacity) }

  /// The same lanes.
  init(copying other: borrowing RestingLanes) {
    lanes = other.lanes
    following = other.following
    followingCount = other.followingCount
    followingGroups = other.followingGroups
    followed = other.followed
    isPending = other.isPending
    fingers = other.fingers
    slack = other.slack
    places = other.places.copied()
  }

  /// No lane rests until something has been decided.
  mutating func end() {
    wake()
    isPending = false
  }

  /// No lane rests until a frame has decided nothing.
  mutating func becomePending() {
    wake()
    isPending = true
  }

  private mutating func wake() {
    lanes = .none
    following = .none
    followingCount = 0
    followingGroups = .none
    followed = .none
  }

  /// One of the lanes that rest is on and has `fingers`, which `group` measures.
  mutating func follow(_ lane: Int, _ fingers: FingerSet, in group: Int) {
    followed = following.isEmpty ? fingers : followed & fingers
    following.insert(lane: lane)
    followingCount += 1
    followingGroups.insert(lane: group)
  }

  /// Lets `lanes` rest while none of `fingers` goes farther than `slack` from where it is.
  mutating func begin(_ lanes: LaneSet, _ fingers: FingerSet, slack: Double, in contacts: borrowing ContactTable) {
    self.lanes = lanes
    isPending = false
    self.fingers = fingers
    self.slack = slack
    var rest = fingers
    while let place = rest.popFirst() { places[place] = contacts[place].position }
  }

  /// Whether a finger has gone so far that one of the lanes may want to know.
  @inline(__always)
  func isDisturbed(in contacts: borrowing ContactTable) -> Bool {
    var moved = contacts.moved & fingers
    while let place = moved.popFirst() {
      if (contacts[place].position - places[place]).lengthSquared > slack * slack { return true }
    }
    return false
  }
}
