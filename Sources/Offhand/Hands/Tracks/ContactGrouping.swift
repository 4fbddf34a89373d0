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

  private(set) var count = 0
  private var places = InlineArray<20, Point>(repeating: .origin)
  private var times = InlineArray<20, Timestamp>(repeating: .zero)
  /// For each contact, the group it belongs to: the lowest position of a contact in it.
  private var groups = InlineArray<20, Int>(repeating: 0)

  init() {}

  mutating func add(_ place: Point, landed: Timestamp) {
    guard count < ContactGrouping.capacity else { return }
    places[count] = place
    times[count] = landed
    groups[count] = count
    count += 1
  }

  @inline(__always)
  func group(of index: Int) -> Int { groups[index] }

  /// Joins groups until none can be joined.
  mutating func join() {
    for _ in 0..<max(count - 1, 0) {
      var best: (first: Int, second: Int, distance: Double)?
      for first in 0..<count {
        for second in first + 1..<max(first + 1, count) where groups[first] != groups[second] {
          let distance = places[first].distance(to: places[second])
          guard distance <= ContactGrouping.handSpan, distance < best?.distance ?? .infinity,
            canJoin(groups[first], groups[second])
          else { continue }
          best = (groups[first], groups[second], distance)
        }
      }
      guard let best else { return }
      let kept = min(best.first, best.second)
      let gone = max(best.first, best.second)
      for index in 0..<count where groups[index] == gone { groups[index] = kept }
    }
  }

  @inline(__always)
  private func canJoin(_ first: Int, _ second: Int) -> Bool {
    var size = 0
    var diameter = 0.0
    var gap = 0.0
    for index in 0..<count where groups[index] == first || groups[index] == second {
      size += 1
      for other in 0..<index where groups[other] == first || groups[other] == second {
        diameter = max(diameter, places[index].distance(to: places[other]))
        gap = max(gap, abs(times[index].seconds(since: times[other])))
      }
    }
    if size == 2 {
      let isLate = gap > ContactGrouping.landingGap && diameter > ContactGrouping.distantSpan
      return diameter <= ContactGrouping.pairSpan && !isLate
    }
    return size <= ContactList.capacity && diameter <= ContactGrouping.handSpan
  }
}
