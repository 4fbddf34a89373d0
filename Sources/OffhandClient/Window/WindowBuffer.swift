import Offhand

/// Memory for one frame of a window; lent for the time of drawing.
struct WindowBuffer {
  /// The first pixel of the first row; pixels as `Bitmap` has them.
  var memory: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  var stride: Int
  /// What must be drawn besides what changes now, because the memory holds an older frame; `nil` where it is everything.
  var missing: Damage?
}
