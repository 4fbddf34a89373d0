/// Which contacts belong to one hand: the nearest join first, as long as a hand could span them.
///
/// Thumb and index span at most 115 mm in a pinch (105 in the fitted poses); a whole hand with its thumb spread spans up to
/// 215. Two contacts that are far apart and landed at different times are two hands (recognizers.md K8).
struct ContactGrouping {
  /// The widest pair of one hand, in millimetres.
  static let pairSpan = 115.0
  /// The widest hand of three fingers or more, in millimetres.
  static let handSpan = 215.0
  /// Contacts further apart than this that landed more than `landingGap` apart are not of one hand.
  static let distantSpan = 80.0
  /// Seconds between landings of one hand's fingers that lie far apart.
  static let landingGap = 0.25

  /// How many contacts are looked at: those of four whole hands.
  static let capacity = 20

  /// One contact: where it is, when it landed, which contact of the frame it is, and the group that it belongs to, named by
  /// the lowest position of a contact in it.
  private struct Member {
    var place: Point
    var landed: Timestamp
    var source: Int
    var group: Int
    /// How many contacts the group has that is named by this one.
    var size = 1
  }

  /// Two contacts that one hand could span. The nearer pair comes first; of pairs as near as each other that of earlier contacts.
  private struct Pair: Comparable {
    var first: Int
    var second: Int
    var distance: Double

    static func < (a: Pair, b: Pair) -> Bool {
      a.distance < b.distance || a.distance == b.distance && (a.first, a.second) < (b.first, b.second)
    }
  }

  private var members: [Member] = []
  /// The pairs in their order. They keep it from frame to frame, so that little is left to sort.
  private var pairs: [Pair] = []

  init() {
    members.reserveCapacity(ContactGrouping.capacity)
    pairs.reserveCapacity(ContactGrouping.capacity * (ContactGrouping.capacity - 1) / 2)
  }

  /// How many contacts there are.
  var count: Int { members.count }

  /// Forgets all contacts and keeps the room for them.
  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// Adds the contact at `source` in its frame, as a group of its own.
  mutating func add(_ place: Point, landed: Timestamp, source: Int) {
    guard count < ContactGrouping.capacity else { return }
    members.append(Member(place: place, landed: landed, source: source, group: count))
  }

  /// The group of the contact at `index`.
  func group(of index: Int) -> Int { members[index].group }

  /// Which contact of the frame the one at `index` is.
  func source(of index: Int) -> Int { members[index].source }

  /// Joins groups until none can be joined.
  mutating func join() {
    guard count > 1 else { return }
    measure()
    while let (first, second) = nearestGroups() {
      let kept = min(first, second)
      let gone = max(first, second)
      members[kept].size += members[gone].size
      for index in members.indices where members[index].group == gone { members[index].group = kept }
    }
  }

  /// Brings the pairs up to the contacts, once for all the joining.
  private mutating func measure() {
    if pairs.count != count * (count - 1) / 2 {
      pairs.removeAll(keepingCapacity: true)
      for second in 1..<count {
        for first in 0..<second { pairs.append(Pair(first: first, second: second, distance: 0)) }
      }
    }
    // In a buffer, because an array asks at each of some fifty writes whether it is alone.
    let members = members
    pairs.withUnsafeMutableBufferPointer { pairs in
      for index in pairs.indices {
        var pair = pairs[index]
        pair.distance = members[pair.first].place.distance(to: members[pair.second].place)
        var slot = index
        while slot > 0, pair < pairs[slot - 1] {
          pairs[slot] = pairs[slot - 1]
          slot -= 1
        }
        pairs[slot] = pair
      }
    }
  }

  /// The two groups with the nearest contacts among those that can be one hand.
  private func nearestGroups() -> (Int, Int)? {
    for index in pairs.indices {
      guard pairs[index].distance <= ContactGrouping.handSpan else { return nil }
      let first = members[pairs[index].first].group
      let second = members[pairs[index].second].group
      if first != second, canJoin(first, second) { return (first, second) }
    }
    return nil
  }

  /// Whether two groups can be one hand. Each can be one by itself, so only what lies between them is looked at.
  private func canJoin(_ first: Int, _ second: Int) -> Bool {
    let size = members[first].size + members[second].size
    if size == 2 { return canPair(members[first], members[second]) }
    guard size <= ContactList.capacity else { return false }
    for index in members.indices where members[index].group == first {
      for other in members.indices where members[other].group == second {
        guard members[index].place.distance(to: members[other].place) <= ContactGrouping.handSpan else { return false }
      }
    }
    return true
  }

  private func canPair(_ first: Member, _ second: Member) -> Bool {
    let distance = first.place.distance(to: second.place)
    let isLate = abs(first.landed.seconds(since: second.landed)) > ContactGrouping.landingGap
    return distance <= ContactGrouping.pairSpan && !(isLate && distance > ContactGrouping.distantSpan)
  }
}
