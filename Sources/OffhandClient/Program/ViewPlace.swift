/// Where a program shows its view.
public enum ViewPlace: Sendable, Hashable {
  /// In a window that fills the screen.
  case fullscreen
  /// Above all other programs, which get all touches: what is transparent shows them. Needs `zwlr_layer_shell_v1`, and touches
  /// that do not come from the compositor.
  case overlay
}
