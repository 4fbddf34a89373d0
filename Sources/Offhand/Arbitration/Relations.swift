/// Who waits for whom, who may be on together with whom, and who keeps whom from beginning.
struct Relations: Sendable {
  /// For each lane those that must fail before it begins.
  private(set) var requirements: [LaneSet]
  /// For each lane those that may be on together with it, by either's word.
  private(set) var simultaneous: [LaneSet]
  /// For each lane those that it does not prevent, by either's word.
  private(set) var tolerated: [LaneSet]
  /// For each lane those that it displaces.
  private(set) var overridden: [LaneSet]

  init() {
    requirements = Array(repeating: .none, count: LaneSet.capacity)
    simultaneous = Array(repeating: .none, count: LaneSet.capacity)
    tolerated = Array(repeating: .none, count: LaneSet.capacity)
    overridden = Array(repeating: .none, count: LaneSet.capacity)
  }

  /// Whether `lane` waits, directly or through others, for `other`.
  func waits(_ lane: Int, for other: Int) -> Bool {
    var seen = LaneSet.none
    var open = requirements[lane]
    while let next = open.popFirst() {
      if next == other { return true }
      seen.insert(lane: next)
      open = (open | requirements[next]) - seen
    }
    return false
  }

  /// Lets `lane` wait for `other`; answers whether that closes no circle.
  mutating func require(_ lane: Int, toFail other: Int) -> Bool {
    guard lane != other, !waits(other, for: lane) else { return false }
    requirements[lane].insert(lane: other)
    return true
  }

  /// Lets both be on together.
  mutating func allow(_ lane: Int, with other: Int) {
    simultaneous[lane].insert(lane: other)
    simultaneous[other].insert(lane: lane)
  }

  /// Takes the leave to be on together back.
  mutating func disallow(_ lane: Int, with other: Int) {
    simultaneous[lane].remove(lane: other)
    simultaneous[other].remove(lane: lane)
  }

  /// `lane` no longer keeps `other` from beginning.
  mutating func tolerate(_ lane: Int, _ other: Int) { tolerated[lane].insert(lane: other) }

  /// `lane` displaces `other` where that is on.
  mutating func override(_ lane: Int, _ other: Int) { overridden[lane].insert(lane: other) }

  /// `lane` waits for `other` no longer.
  mutating func release(_ lane: Int, from other: Int) { requirements[lane].remove(lane: other) }

  /// Whether `lane`, once on, keeps `other` from beginning on the same fingers.
  func prevents(_ lane: Int, _ other: Int) -> Bool {
    !simultaneous[lane].contains(lane: other) && !tolerated[lane].contains(lane: other)
  }
}
