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
  /// A phone held and touched by the thumbs.
  case thumbs
  /// Nobody said.
  case unknown
}
