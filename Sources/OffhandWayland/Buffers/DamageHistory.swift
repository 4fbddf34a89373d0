import Offhand

/// What the last commits changed, so that an older buffer can be brought up to date by drawing no more than it lacks.
struct DamageHistory {
  /// How many commits are remembered: no buffer that is in use is older.
  static let capacity = 8

  /// The number of the last commit; 0 before the first.
  private(set) var lastCommit = 0
  private var changes = InlineArray<8, Damage>(repeating: Damage())

  /// Takes the next commit in.
  mutating func record(_ damage: Damage) {
    lastCommit += 1
    changes[lastCommit % DamageHistory.capacity] = damage
  }

  /// What changed after the commit numbered `commit`; `nil` where that is forgotten, or the content never was committed.
  func changes(after commit: Int) -> Damage? {
    guard commit > 0, lastCommit - commit < DamageHistory.capacity else { return nil }
    var sum = Damage()
    for number in commit + 1..<lastCommit + 1 { sum.add(changes[number % DamageHistory.capacity]) }
    return sum
  }
}
