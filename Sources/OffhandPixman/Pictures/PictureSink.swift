import Offhand

/// Draws the pixels of a turned picture where a rasterizer says that it is.
struct PictureSink: CoverageSink {
  let target: PixelTarget
  let sampler: AffineSampler
  let quality: FilterQuality
  let isOpaque: Bool

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {
    let row = target.pointer(x, y)
    switch (quality, isOpaque) {
    case (.fast, true): sampler.nearest(x, y, count) { row[$0] = $1 }
    case (.fast, false): sampler.nearest(x, y, count) { row[$0] = Pixel.over($1, row[$0]) }
    case (.smooth, true): sampler.smooth(x, y, count) { row[$0] = $1 }
    case (.smooth, false): sampler.smooth(x, y, count) { row[$0] = Pixel.over($1, row[$0]) }
    }
  }

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let pixel = quality == .fast ? sampler.nearest(x, y) : sampler.smooth(x, y)
    let place = target.pointer(x, y)
    place.pointee = Pixel.over(Pixel.scaled(pixel, by: coverage), place.pointee)
  }
}
