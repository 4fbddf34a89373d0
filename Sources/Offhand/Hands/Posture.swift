/// How a panel stands and is used: it says where elbow and eye are when nobody measures them (placement.md §2.2, §2.3).
public enum Posture: String, Sendable, Hashable, CaseIterable {
  /// A tablet that lies on a table.
  case flatTablet = "flat-tablet"
  /// An upright monitor on a desk.
  case monitor
  /// An upright panel that people stand at.
  case kiosk
  /// A panel that is a table.
  case tabletop
  /// A phone or small tablet in one hand, touched with the other.
  case handheld
  /// A phone that lies on a table with its face up and is poked from any side.
  case faceUp = "face-up"
  /// A phone held and touched by the thumbs.
  case thumbs
  /// Nobody said.
  case unknown

  /// What the size of a panel alone tells: one that a hand closes around is held in a hand. Larger ones lie, stand or hang.
  ///
  /// Phones reach 82 × 180 mm; the smallest panels for desks and walls (7 inches) are 86 × 155 mm. An application that knows
  /// better says so.
  public init(of panel: Size) {
    let shorter = min(panel.width, panel.height)
    let longer = max(panel.width, panel.height)
    self = shorter >= 40 && shorter <= 84 && longer >= 80 && longer <= 185 ? .handheld : .unknown
  }

  /// Whether people walk around the device, or along it.
  var isApproachable: Bool { self == .kiosk || self == .tabletop }

  /// Whether device and hand move together.
  var isHeld: Bool { self == .handheld || self == .thumbs }
}
