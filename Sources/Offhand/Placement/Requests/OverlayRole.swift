/// What kind of overlay it is, as far as its place depends on it.
public enum OverlayRole: String, Sendable, Hashable, CaseIterable {
  /// A value to glance at while fingers move; nobody touches it.
  case hud
  /// A line of help; nobody touches it.
  case tooltip
  /// A panel with an arrow to its anchor; fingers touch it.
  case popover
  /// Rows to choose from; fingers touch it, and its first rows matter most.
  case menu
  /// An enlarged view of what the finger hides: close to the finger, never under it.
  case loupe

  /// Whether fingers touch it, so that it must be reachable and must not move under an approaching finger.
  public var isInteractive: Bool { self == .popover || self == .menu }

  /// Whether its top matters most: a title, or the first item of a menu (placement.md §2.6).
  var beginsWithTitle: Bool { self == .popover || self == .menu }
}
