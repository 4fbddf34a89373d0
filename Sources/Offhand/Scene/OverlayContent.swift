/// What an overlay shows.
public enum OverlayContent: Sendable, Hashable {
  /// One value, large: a zoom level.
  case hud(String)
  /// One line of help.
  case tooltip(String)
  /// A panel with an arrow to what it belongs to; the application draws into it.
  case popover(title: String, pointingAt: Point)
  /// Rows to choose from.
  case menu(Menu)
  /// An enlarged view of what the finger hides.
  case loupe(Loupe)
}
