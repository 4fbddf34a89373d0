import Offhand

/// Which finger belongs to what: decided when it lands, kept until it leaves.
struct FingerOwners<Owner: Hashable & Sendable>: Sendable {
  private var entries: [(finger: Touch.ID, owner: Owner)] = []

  init() {}

  /// What the finger belongs to.
  subscript(finger: Touch.ID) -> Owner? { entries.first { $0.finger == finger }?.owner }

  /// Gives a finger to `owner`.
  mutating func assign(_ finger: Touch.ID, to owner: Owner) {
    release(finger)
    entries.append((finger, owner))
  }

  /// Forgets a finger that left.
  mutating func release(_ finger: Touch.ID) { entries.removeAll { $0.finger == finger } }

  /// Whether there are fingers, and all of them belong to `owner`.
  func allBelong(to owner: Owner) -> Bool { !entries.isEmpty && entries.allSatisfy { $0.owner == owner } }

  /// Whether any finger belongs to `owner`.
  func hold(_ owner: Owner) -> Bool { entries.contains { $0.owner == owner } }

  /// Forgets all.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// The part of `frame` that belongs to `owner`.
  func part(of frame: borrowing TouchFrame, for owner: Owner) -> TouchFrame {
    var part = TouchFrame(timestamp: frame.timestamp)
    part.isLate = frame.isLate
    for index in frame.indices where self[frame[index].id] == owner { part.append(frame[index]) }
    return part
  }
}
