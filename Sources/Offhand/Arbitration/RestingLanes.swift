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
