/// Where the user stands, as far as their hands tell: at which edge of a table, and how far to the side of a kiosk.
///
/// Kept for 20 seconds without a touch, because then another person may have come (placement.md cases 33, 34 and 45).
struct UserStance: Sendable {
  /// How long it is kept.
  static let memory = Duration.seconds(20)
  /// How much likelier another edge must be, in nats.
  static let convincing = 1.0
  /// The most that the forearm is turned by where somebody stands, in degrees.
  static let farthest = 30.0

  /// The edge at which hands were seen to come in; `nil` where nobody was seen to come from another than the stated one.
  private(set) var edge: ScreenEdge?
  private var offsets = 0.0
  private var count = 0.0
  private var latest = Timestamp.zero

  /// By how many degrees a right forearm comes further from the right than at the usual place; a left one the less from the left.
  var turn: Double {
    min(max(offsets / (count + 1), -UserStance.farthest), UserStance.farthest)
  }

  /// Forgets what is too old.
  mutating func refresh(at now: Timestamp) {
    if now - latest > UserStance.memory { self = UserStance() }
    latest = max(latest, now)
  }

  /// Takes in at which edge a hand came in.
  mutating func move(to edge: ScreenEdge) { self.edge = edge }

  /// Takes in by how much a forearm came further from the right than usual, in degrees.
  mutating func note(_ offset: Double) {
    guard offset.isFinite else { return }
    offsets += min(max(offset, -45), 45)
    count += 1
  }
}
