import Offhand

/// Cuts away what lies outside.
struct CutSink: CoverageSink {
  let target: PixelTarget

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) { target.pointer(x, y).update(repeating: 0, count: count) }

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let place = target.pointer(x, y)
    place.pointee = Pixel.scaled(place.pointee, by: coverage)
  }
}
