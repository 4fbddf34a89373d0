import Offhand

/// Paints a colour over what is there.
struct PaintSink: CoverageSink {
  let target: PixelTarget
  /// The colour, premultiplied.
  let pixel: UInt32

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {
    let row = target.pointer(x, y)
    if pixel >> 24 == 255 {
      row.update(repeating: pixel, count: count)
    } else {
      for index in 0..<count { row[index] = Pixel.over(pixel, row[index]) }
    }
  }

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let place = target.pointer(x, y)
    place.pointee = Pixel.over(Pixel.scaled(pixel, by: coverage), place.pointee)
  }
}
