/// Decides which touches belong to one hand: all of them, if one hand could put them there; otherwise they are parted at the widest
/// gap that leaves a possible hand on either side, and so on. More touches close together than a hand has fingers stay one group,
/// which is an object.
///
/// Hands lie beside each other, so a gap runs across or along the panel. Touches that were parted stay parted for as long as the
/// same fingers are down, however near they come.
struct HandGrouping {
  /// The widest pair of one hand, in millimetres: thumb and index span 105 in the fitted poses.
  private static let pairSpan = 115.0
  /// The widest hand of three fingers or more, in millimetres, with its thumb spread.
  private static let handSpan = 215.0
  /// The widest four fingers without a thumb, in millimetres.
  private static let fingersSpan = 130.0
  /// The widest gap between a finger and the next, in millimetres: slightly more than middle and index can be spread.
  private static let fingerGap = 62.0
  /// How far to the side of the other fingers a thumb lies at most, for each millimetre that it lies below them (or above, for a user at
  /// the far edge of a table): 70° off. In all posed and built hands, whose forearms come from -8° to 80°, it is at most 62° but for two
  /// in a thousand; a finger of another hand lies beside them. Applied to three or four touches only: five are a whole hand from any side.
  private static let thumbLean = 2.75
  /// More touches than a hand has fingers, all nearer to each other than this, in millimetres, are an object that was put down or
  /// an arm that leans on the glass (Design/Placing.md case 43).
  private static let heapSpan = 60.0
  /// Touches that have all moved less than this, in millimetres, since they were last grouped are not grouped again.
  private static let patience = 1.0
  /// The most touches that are grouped: those of four whole hands.
  static let capacity = 20

  private struct Member {
    var id: Touch.ID
    var position: UserPoint
    /// Its position when touches were last grouped.
    var settled: UserPoint
    var source: Int
    /// Whether it is a pen's tip: the hand that writes has no finger on the glass.
    var isPen: Bool
    /// The lowest index of a member of its group.
    var group: Int
  }

  private var members: [Member] = []
  /// The indices of the members, ordered so that every group is a range of ranks.
  private var order: [Int] = []
  /// The number of members added in the current frame so far.
  private var refreshed = 0
  /// Whether all members were present in the previous frame.
  private var isSame = false
  /// Whether a member has moved further than `patience` since touches were last grouped.
  private var hasMoved = false

  init() {
    members.reserveCapacity(HandGrouping.capacity)
    order.reserveCapacity(HandGrouping.capacity)
  }

  var count: Int { members.count }

  /// Begins a frame; all touches have to be added again, in their order.
  mutating func begin() {
    refreshed = 0
    isSame = true
    hasMoved = false
  }

  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// Adds the touch at index `source` of the frame; returns whether there was room.
  mutating func add(_ id: Touch.ID, at position: UserPoint, source: Int, tool: Touch.Tool) -> Bool {
    guard refreshed < HandGrouping.capacity else { return false }
    if refreshed < count, members[refreshed].id == id {
      members[refreshed].position = position
      members[refreshed].source = source
      let displacement = position - members[refreshed].settled
      if displacement.lengthSquared > HandGrouping.patience * HandGrouping.patience { hasMoved = true }
    } else {
      members.removeLast(count - refreshed)
      members.append(
        Member(id: id, position: position, settled: position, source: source, isPen: tool == .pen, group: refreshed))
      isSame = false
    }
    refreshed += 1
    return true
  }

  /// The group of the touch at `index`: the lowest index of a touch in it.
  func group(of index: Int) -> Int { members[index].group }

  func source(of index: Int) -> Int { members[index].source }

  /// Groups the touches; returns whether touches or groups differ from those of the frame before. Where the same touches are down,
  /// groups are only parted further, and only if a touch has moved.
  mutating func join() -> Bool {
    if refreshed < count {
      members.removeLast(count - refreshed)
      isSame = false
    }
    if !isSame {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: members.indices)
      part(0, count)
      return true
    }
    guard hasMoved, count > 1 else { return false }
    let groups = groupCount
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, members[order[end]].group == members[order[first]].group { end += 1 }
      part(first, end)
      first = end
    }
    return groupCount != groups
  }

  private var groupCount: Int {
    var count = 0
    for index in members.indices where members[index].group == index { count += 1 }
    return count
  }

  /// Makes one group of the ranks from `first` to before `end`, or splits them if they cannot be one hand.
  private mutating func part(_ first: Int, _ end: Int) {
    let thumb = thumb(first, end)
    if thumb == nil, !isHeap(first, end), let best = cut(first, end) {
      sort(first, end, best.isAcross)
      part(first, best.rank)
      return part(best.rank, end)
    }
    // The thumb first, because `thumb` tries the ranks in order: the next frame finds it at once.
    if let thumb, thumb != end { order.swapAt(first, thumb) }
    var name = count
    for rank in first..<end { name = min(name, order[rank]) }
    for rank in first..<end {
      members[order[rank]].group = name
      members[order[rank]].settled = members[order[rank]].position
    }
  }

  /// Whether a range of ranks need not be parted.
  private func isWhole(_ first: Int, _ end: Int) -> Bool { thumb(first, end) != nil || isHeap(first, end) }

  private func hasPen(_ first: Int, _ end: Int) -> Bool {
    for rank in first..<end where members[order[rank]].isPen { return true }
    return false
  }

  private func isHeap(_ first: Int, _ end: Int) -> Bool {
    guard end - first > TouchPositions.capacity, !hasPen(first, end) else { return false }
    for rank in first..<end {
      for other in rank + 1..<max(rank + 1, end) {
        let square = (members[order[rank]].position - members[order[other]].position).lengthSquared
        guard square < HandGrouping.heapSpan * HandGrouping.heapSpan else { return false }
      }
    }
    return true
  }

  /// A gap at which a range of ranks can be parted.
  private struct Cut {
    var rank: Int
    var isAcross: Bool
    var gap: Double
    /// Whether both sides can be hands.
    var isSound: Bool
    /// The touches on the side of the one that landed first, a bit each. They decide between gaps of the same width, and not which
    /// gap is further left or up: a mirrored hand must be parted as the hand is.
    var side: UInt32

    func isBetter(than other: Cut) -> Bool {
      if isSound != other.isSound { return isSound }
      return gap != other.gap ? gap > other.gap : side > other.side
    }
  }

  /// The widest gap that leaves possible hands, or else the widest; `nil` if all touches are at one position.
  private mutating func cut(_ first: Int, _ end: Int) -> Cut? {
    var best: Cut?
    for isAcross in [true, false] {
      sort(first, end, isAcross)
      for rank in first + 1..<end {
        let gap = coordinate(order[rank], isAcross) - coordinate(order[rank - 1], isAcross)
        if gap <= 0 || best.map({ $0.isSound && gap < $0.gap }) ?? false { continue }
        let isSound = isWhole(first, rank) && isWhole(rank, end)
        let cut = Cut(rank: rank, isAcross: isAcross, gap: gap, isSound: isSound, side: side(first, rank, end))
        if best.map({ cut.isBetter(than: $0) }) ?? true { best = cut }
      }
    }
    return best
  }

  /// The touches of a range of ranks on the side of the gap before `rank` on which the one that landed first is, a bit each.
  private func side(_ first: Int, _ rank: Int, _ end: Int) -> UInt32 {
    let before = order[first..<rank].reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    let behind = order[rank..<end].reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    return before.trailingZeroBitCount < behind.trailingZeroBitCount ? before : behind
  }

  private func coordinate(_ index: Int, _ isAcross: Bool) -> Double {
    isAcross ? members[index].position.x : members[index].position.y
  }

  /// Sorts a range of ranks by x or by y, and touches with the same coordinate by their indices.
  private mutating func sort(_ first: Int, _ end: Int, _ isAcross: Bool) {
    for rank in first + 1..<max(first + 1, end) {
      let index = order[rank]
      let key = (coordinate(index, isAcross), index)
      var free = rank
      while free > first, (coordinate(order[free - 1], isAcross), order[free - 1]) > key {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = index
    }
  }

  /// The rank of the thumb if one hand can put down all touches of a range of ranks: one may lie apart, the others lie in a row.
  /// `end` where none lies apart, `nil` where they are not of one hand.
  private func thumb(_ first: Int, _ end: Int) -> Int? {
    if end - first > 1, hasPen(first, end) { return nil }
    switch end - first {
    case ...1: return end
    case 2: return canPair(members[order[first]], members[order[first + 1]]) ? end : nil
    case 3...TouchPositions.capacity: break
    default: return nil
    }
    if isRow(first, end, without: end) { return end }
    for thumb in first..<end where isRow(first, end, without: thumb) && reaches(thumb, first, end) {
      if end - first == TouchPositions.capacity || isBelow(thumb, first, end) { return thumb }
    }
    return nil
  }

  /// Whether all of a range of ranks except `thumb` can be fingers: near enough in all, and every one beside another, so that two
  /// pairs with a gap between them are no row.
  private func isRow(_ first: Int, _ end: Int, without thumb: Int) -> Bool {
    let start = thumb == first ? first + 1 : first
    var joined: UInt32 = 1 << UInt32(start - first)
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for rank in first..<end where rank != thumb && joined >> UInt32(rank - first) & 1 == 1 {
        for other in first..<end where other != thumb && other != rank {
          let square = (members[order[rank]].position - members[order[other]].position).lengthSquared
          guard square <= HandGrouping.fingersSpan * HandGrouping.fingersSpan else { return false }
          let bit: UInt32 = 1 << UInt32(other - first)
          guard joined & bit == 0, square <= HandGrouping.fingerGap * HandGrouping.fingerGap else { continue }
          joined |= bit
          hasGrown = true
        }
      }
    }
    return joined.nonzeroBitCount == end - first - (thumb == end ? 0 : 1)
  }

  /// Whether the touch at `thumb` lies below (or above) the centroid of the others rather than beside it.
  private func isBelow(_ thumb: Int, _ first: Int, _ end: Int) -> Bool {
    var sum = UserVector.zero
    for rank in first..<end where rank != thumb {
      sum += members[order[rank]].position - members[order[thumb]].position
    }
    return abs(sum.dx) <= HandGrouping.thumbLean * abs(sum.dy)
  }

  /// Whether the touch at `thumb` lies near enough to all others.
  private func reaches(_ thumb: Int, _ first: Int, _ end: Int) -> Bool {
    for rank in first..<end {
      let square = (members[order[rank]].position - members[order[thumb]].position).lengthSquared
      guard square <= HandGrouping.handSpan * HandGrouping.handSpan else { return false }
    }
    return true
  }

  private func canPair(_ first: Member, _ second: Member) -> Bool {
    first.position.distance(to: second.position) <= HandGrouping.pairSpan
  }
}
