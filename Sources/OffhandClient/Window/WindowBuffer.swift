/// Memory for one frame of a window; lent for the time of drawing.
struct WindowBuffer {
  /// The first pixel of the first row; pixels as `Bitmap` has them.
  var memory: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  var stride: Int
  /// How many frames ago the frame was shown that the memory holds; 0 where it holds none.
  var age: Int
}
