/// Lanes whose recognizers do not run while their touches stay close to where they are.
///
/// Most frames move touches that lie and roll: a tap drifts by less than a millimetre, and few recognizers still
/// tracking it are affected. So in the first frame that decides nothing after one that changed something, each lane
/// returns how far its touches may move before its recognizer must run (``GestureRecognizer/slack(of:in:)``). Lanes are
/// idle until a touch moves farther than one of them allows, a touch lands or lifts, anything is decided, or a deadline
/// comes; then all of them run, because one recognizer's decision must reach the others in the same frame.
struct IdleLanes: ~Copyable, Sendable {
  struct State: Sendable {
    fileprivate(set) var lanes = LaneSet.none
    /// Those of them that are active: they send `changed` in every frame in which their touches move.
    fileprivate(set) var following = LaneSet.none
    fileprivate(set) var followingCount = 0
    /// The groups that measure their touches.
    fileprivate(set) var followingGroups = GroupSet.none
    /// The touches that all of them have.
    fileprivate(set) var followed = TouchSet.none
    /// Whether the slack of the lanes is evaluated in the next frame that decides nothing.
    fileprivate(set) var isPending = true
    /// The touches that may move no farther than `slack`, in millimetres, from their positions.
    fileprivate var touches = TouchSet.none
    fileprivate var slack = Double.infinity
  }

  private(set) var state = State()
  private var positions: FixedArray<Point>

  init() { positions = FixedArray(repeating: .origin, count: TouchTable.capacity) }

  init(copying other: borrowing IdleLanes) {
    state = other.state
    positions = other.positions.copied()
  }

  /// Wakes all lanes, until a frame has decided nothing or just for this one.
  mutating func wake(untilQuiet: Bool) {
    state = State()
    state.isPending = untilQuiet
  }

  /// Lets lanes be idle that ran in a frame that decided nothing.
  ///
  /// Lanes that wait for their touches to move can be idle only if all lanes that raise others' thresholds are;
  /// otherwise they would learn one frame too late that one of these has failed or ended. Active gestures are idle
  /// together or not at all, so that their events keep their order.
  mutating func begin(_ lanes: borrowing LaneTable, in table: borrowing TouchTable) {
    var idle = LaneSet.none
    var bound = LaneSet.none
    var touches = TouchSet.none
    var slack = Double.infinity
    for lane in lanes.sets.live {
      guard lanes[lane].state != .awaiting, lanes[lane].slack > 0 else { continue }
      if lanes[lane].slack == .infinity {
        idle.insert(lane)
      } else {
        bound.insert(lane)
        touches |= lanes[lane].touches
        slack = min(slack, lanes[lane].slack)
      }
    }
    let active = lanes.sets.active
    if !(active - idle - bound).isEmpty {
      idle -= active
      bound -= active
    }
    if (lanes.sets.influential - idle - bound).isEmpty {
      begin(idle | bound, touches, slack: slack, in: table)
    } else {
      begin(idle, .none, slack: .infinity, in: table)
    }
    for lane in state.lanes & active { follow(lane, lanes[lane].touches, in: lanes[lane].group) }
  }

  private mutating func begin(_ lanes: LaneSet, _ touches: TouchSet, slack: Double, in table: borrowing TouchTable) {
    state.lanes = lanes
    state.isPending = false
    state.touches = touches
    state.slack = slack
    for touch in touches { positions[touch] = table[touch].position }
  }

  private mutating func follow(_ lane: Int, _ touches: TouchSet, in group: Int) {
    state.followed = state.following.isEmpty ? touches : state.followed & touches
    state.following.insert(lane)
    state.followingCount += 1
    state.followingGroups.insert(group)
  }

  /// Whether a touch has moved so far that one of the lanes must run.
  @inline(__always)
  func isDisturbed(in table: borrowing TouchTable) -> Bool {
    for touch in table.moved & state.touches {
      if (table[touch].position - positions[touch]).lengthSquared > state.slack * state.slack { return true }
    }
    return false
  }
}
