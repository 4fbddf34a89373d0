/// What makes two shapes the same pixels: lengths in 16ths of a pixel, the place within a pixel in quarters.
struct SpriteKey: Hashable {
  var width: Int32
  var height: Int32
  var radius: Int32
  /// The width of the line; zero for a filled shape.
  var line: Int32
  /// The reach of the soft edge; zero for a sharp one.
  var blur: Int32
  var phaseX: Int8
  var phaseY: Int8
  var pixel: UInt32
}
