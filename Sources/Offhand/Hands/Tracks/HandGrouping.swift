/// Which contacts belong to one hand: all of them, if one hand could put them there; else they are parted at the widest gap
/// that leaves a possible hand on either side, and so on. A heap of contacts that no hand has stays whole: it is a thing.
///
/// Hands lie beside each other, so a gap runs across or along the panel. Who has been parted stays parted for as long as the
/// same fingers are down: hands do not grow together, however near they come.
struct HandGrouping {
  /// The widest pair of one hand, in millimetres: thumb and index span 105 in the fitted poses.
  static let pairSpan = 115.0
  /// The widest hand of three fingers or more, in millimetres, with its thumb spread.
  static let handSpan = 215.0
  /// The widest four fingers without a thumb, in millimetres.
  static let fingersSpan = 130.0
  /// The widest gap between a finger and the next, in millimetres: what middle and index can be spread, and a little more.
  static let fingerGap = 62.0
  /// How far to the side of the other fingers a thumb lies at most, for each millimetre that it lies below them (or above, for
  /// who stands at the far edge of a table): 70° off. In all posed and built hands, whose forearms come from -8° to 80°, it is at
  /// most 62° but for two in a thousand; a finger of another hand lies beside them. Asked of three or four contacts only: five are
  /// a whole hand from whichever side.
  static let thumbLean = 2.75
  /// More contacts than a hand has fingers, all nearer to each other than this, in millimetres, are no hand but a thing that
  /// was put down, or an arm that leans on the glass (placement.md case 43).
  static let heapSpan = 60.0
  /// Two contacts further apart than this that landed more than `landingGap` apart are not of one hand (recognizers.md K8).
  static let distantSpan = 80.0
  /// Seconds between landings of one hand's fingers that lie far apart.
  static let landingGap = 0.25

  /// A contact that has gone less than this, in millimetres, since hands were told apart last makes no other hand.
  static let patience = 1.0
  /// How many contacts are looked at: those of four whole hands.
  static let capacity = 20

  /// One contact: its name, where it is, when it landed, which contact of the frame it is, and the group that it belongs to,
  /// named by the lowest position of a contact in it.
  private struct Member {
    var id: Touch.ID
    var place: UserPoint
    /// Where it was when hands were last told apart.
    var settled: UserPoint
    var landed: Timestamp
    var source: Int
    /// Whether it is a pen's tip: the hand that writes has no finger on the glass.
    var isPen: Bool
    var group: Int
  }

  private var members: [Member] = []
  /// The positions of the members, so ordered that every group is a stretch.
  private var order: [Int] = []
  /// How many members the present frame has brought so far.
  private var refreshed = 0
  /// Whether all of them were there in the frame before, and whether one has gone far since hands were told apart.
  private var isSame = false
  private var hasMoved = false

  init() {
    members.reserveCapacity(HandGrouping.capacity)
    order.reserveCapacity(HandGrouping.capacity)
  }

  /// How many contacts there are.
  var count: Int { members.count }

  /// Begins another frame: all contacts are to be added again, in their order.
  mutating func begin() {
    refreshed = 0
    isSame = true
    hasMoved = false
  }

  /// Forgets all contacts.
  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// Adds the contact at `source` in its frame; answers whether there was room.
  @discardableResult
  mutating func add(_ id: Touch.ID, at place: UserPoint, landed: Timestamp, source: Int, tool: Touch.Tool) -> Bool {
    guard refreshed < HandGrouping.capacity else { return false }
    if refreshed < count, members[refreshed].id == id {
      members[refreshed].place = place
      members[refreshed].landed = landed
      members[refreshed].source = source
      let way = place - members[refreshed].settled
      if way.lengthSquared > HandGrouping.patience * HandGrouping.patience { hasMoved = true }
    } else {
      members.removeLast(count - refreshed)
      members.append(
        Member(
          id: id, place: place, settled: place, landed: landed, source: source, isPen: tool == .pen, group: refreshed))
      isSame = false
    }
    refreshed += 1
    return true
  }

  /// The group of the contact at `index`.
  func group(of index: Int) -> Int { members[index].group }

  /// Which contact of the frame the one at `index` is.
  func source(of index: Int) -> Int { members[index].source }

  /// Tells the hands apart. Where the same fingers are down as in the frame before, only those hands are looked at that can be
  /// none any more. Answers whether other fingers are down, or other hands.
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

  /// How many groups there are.
  private var groupCount: Int {
    var count = 0
    for index in members.indices where members[index].group == index { count += 1 }
    return count
  }

  /// Makes one group of the stretch, or parts it where it can be no hand.
  private mutating func part(_ first: Int, _ end: Int) {
    let thumb = thumb(first, end)
    if thumb == nil, !isHeap(first, end), let best = cut(first, end) {
      sort(first, end, best.isAcross)
      part(first, best.place)
      return part(best.place, end)
    }
    // The thumb to the front, where it is looked for first the next time.
    if let thumb, thumb != end { order.swapAt(first, thumb) }
    var name = count
    for place in first..<end { name = min(name, order[place]) }
    for place in first..<end {
      members[order[place]].group = name
      members[order[place]].settled = members[order[place]].place
    }
  }

  /// Whether a stretch need not be parted.
  private func isWhole(_ first: Int, _ end: Int) -> Bool { thumb(first, end) != nil || isHeap(first, end) }

  private func hasPen(_ first: Int, _ end: Int) -> Bool {
    for place in first..<end where members[order[place]].isPen { return true }
    return false
  }

  /// Whether a stretch is no hand, but one thing.
  private func isHeap(_ first: Int, _ end: Int) -> Bool {
    guard end - first > TouchPositions.capacity, !hasPen(first, end) else { return false }
    for place in first..<end {
      for other in place + 1..<max(place + 1, end) {
        let square = (members[order[place]].place - members[order[other]].place).lengthSquared
        guard square < HandGrouping.heapSpan * HandGrouping.heapSpan else { return false }
      }
    }
    return true
  }

  /// A gap at which a stretch can be parted.
  private struct Cut {
    var place: Int
    var isAcross: Bool
    var gap: Double
    /// Whether both sides can be hands.
    var isSound: Bool
    /// The contacts on the side of the first one, a bit each. Of gaps of one width these decide, and not what is left or above:
    /// a mirrored hand must be parted as the hand is.
    var side: UInt32

    func isBetter(than other: Cut) -> Bool {
      if isSound != other.isSound { return isSound }
      return gap != other.gap ? gap > other.gap : side > other.side
    }
  }

  /// The widest gap that leaves possible hands, or else the widest; `nil` where all are at one place.
  private mutating func cut(_ first: Int, _ end: Int) -> Cut? {
    var best: Cut?
    for isAcross in [true, false] {
      sort(first, end, isAcross)
      for place in first + 1..<end {
        let gap = coordinate(order[place], isAcross) - coordinate(order[place - 1], isAcross)
        if gap <= 0 || best.map({ $0.isSound && gap < $0.gap }) ?? false { continue }
        let isSound = isWhole(first, place) && isWhole(place, end)
        let cut = Cut(place: place, isAcross: isAcross, gap: gap, isSound: isSound, side: side(first, place, end))
        if best.map({ cut.isBetter(than: $0) }) ?? true { best = cut }
      }
    }
    return best
  }

  /// The contacts of a stretch on that side of `place` on which the one that came first is.
  private func side(_ first: Int, _ place: Int, _ end: Int) -> UInt32 {
    let before = order[first..<place].reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    let behind = order[place..<end].reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    return before.trailingZeroBitCount < behind.trailingZeroBitCount ? before : behind
  }

  private func coordinate(_ index: Int, _ isAcross: Bool) -> Double {
    isAcross ? members[index].place.x : members[index].place.y
  }

  /// Sorts a stretch by x or by y; contacts at the same height by their positions.
  private mutating func sort(_ first: Int, _ end: Int, _ isAcross: Bool) {
    for place in first + 1..<max(first + 1, end) {
      let index = order[place]
      let key = (coordinate(index, isAcross), index)
      var slot = place
      while slot > first, (coordinate(order[slot - 1], isAcross), order[slot - 1]) > key {
        order[slot] = order[slot - 1]
        slot -= 1
      }
      order[slot] = index
    }
  }

  /// Which place of a stretch is the thumb's, if one hand can put down all of its fingers: one may lie apart, the others lie in
  /// a row. The stretch's end where none lies apart, `nil` where it is no hand.
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

  /// Whether all of a stretch but the one at `thumb` can be fingers: near enough in all, and every one beside another, so that
  /// two pairs with a gap between them are no row.
  private func isRow(_ first: Int, _ end: Int, without thumb: Int) -> Bool {
    let start = thumb == first ? first + 1 : first
    var joined: UInt32 = 1 << UInt32(start - first)
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for place in first..<end where place != thumb && joined >> UInt32(place - first) & 1 == 1 {
        for other in first..<end where other != thumb && other != place {
          let square = (members[order[place]].place - members[order[other]].place).lengthSquared
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

  /// Whether the contact at `thumb` lies below the middle of the others rather than beside it.
  private func isBelow(_ thumb: Int, _ first: Int, _ end: Int) -> Bool {
    var sum = UserVector.zero
    for place in first..<end where place != thumb {
      sum += members[order[place]].place - members[order[thumb]].place
    }
    return abs(sum.dx) <= HandGrouping.thumbLean * abs(sum.dy)
  }

  /// Whether the contact at `thumb` lies near enough to all others.
  private func reaches(_ thumb: Int, _ first: Int, _ end: Int) -> Bool {
    for place in first..<end {
      let square = (members[order[place]].place - members[order[thumb]].place).lengthSquared
      guard square <= HandGrouping.handSpan * HandGrouping.handSpan else { return false }
    }
    return true
  }

  private func canPair(_ first: Member, _ second: Member) -> Bool {
    let distance = first.place.distance(to: second.place)
    let isLate = abs(first.landed.seconds(since: second.landed)) > HandGrouping.landingGap
    return distance <= HandGrouping.pairSpan && !(isLate && distance > HandGrouping.distantSpan)
  }
}
