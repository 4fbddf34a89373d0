/// What a program's view is to the compositor.
public enum ViewRole: Sendable, Hashable {
  /// A window that fills a screen.
  case fullscreen
  /// A window of so many logical pixels, until the user or the compositor makes it another size.
  case window(width: Int32, height: Int32)
  /// Above all other programs, on every output. They get all touches, and what is transparent shows them. Needs
  /// `zwlr_layer_shell_v1`, and touches that do not come from the compositor.
  case overlay
  /// An overlay where the compositor offers that and touches come from elsewhere, otherwise fullscreen.
  case overlayWhereOffered
}
