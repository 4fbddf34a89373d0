import Offhand

/// A hand on the glass as a test stages it: what its fingers touch, and what it hides from the eye. Millimetres on the panel.
struct StagedHand: Sendable {
  /// Where the fingers rest at last, the index first.
  var contacts: [Point]
  /// Whether the hand or its forearm hides a place.
  var hides: @Sendable (Point) -> Bool

  /// Where the fingers land: nearer to their middle by `part` of the way, so that they spread afterwards. One finger lands
  /// where it rests.
  func landing(_ part: Double) -> [Point] {
    let sum = contacts.reduce(Vector.zero) { $0 + ($1 - .origin) }
    let middle = .origin + sum / Double(contacts.count)
    return contacts.map { $0 + (middle - $0) * part }
  }
}
