/// Whether a program's touches come from the compositor that shows it.
enum TouchOrigin {
  /// They do: they are those on its surface.
  case compositor
  /// They come from the kernel or from a file, whatever lies on the screen.
  case elsewhere
}
