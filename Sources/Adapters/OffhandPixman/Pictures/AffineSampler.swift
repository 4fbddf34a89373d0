import Offhand

/// Reads a bitmap along straight lines at any position and angle.
///
/// Pixman rotates pictures too, but its general path takes 16 ns per pixel where this takes 7, and its 16.16 fixed point is up to a pixel
/// off at strong enlargement.
struct AffineSampler {
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
  /// The bitmap's column at device (0, 0), and its change per device column and per device row.
  let u: (start: Double, acrossX: Double, acrossY: Double)
  /// The bitmap's row at device (0, 0), and its change per device column and per device row.
  let v: (start: Double, acrossX: Double, acrossY: Double)

  /// The device columns that are drawn from top to bottom before the next ones. Neighbouring rows read mostly the same pixels, at an angle;
  /// those of so few columns are still in the processor's first cache, and a turned picture takes half of the time that whole rows take.
  static let strip = 32

  /// One in 32.32 fixed point: exact enough for any screen, and a shift gives the whole part.
  private static let one = 4_294_967_296.0
  /// Half of a 256th, in pixels: rounds weights, which would otherwise be cut off and a colour up to 3 of 255 too dark.
  private static let halfWeight = 1.0 / 512

  /// The map from device pixels to those of `bitmap`, which is shown at `size` millimetres.
  init(_ bitmap: Bitmap, size: Size, from grid: PixelGrid, through inverse: Similarity) {
    (pixels, width, height) = (UnsafePointer(bitmap.pixels), bitmap.width, bitmap.height)
    let cosine = inverse.rotation.cosine * inverse.scale
    let sine = inverse.rotation.sine * inverse.scale
    let across = Double(bitmap.width) / size.width
    let down = Double(bitmap.height) / size.height
    u = (across * inverse.translation.dx, across * cosine / grid.perMillimetreX, -across * sine / grid.perMillimetreY)
    v = (down * inverse.translation.dy, down * sine / grid.perMillimetreX, down * cosine / grid.perMillimetreY)
  }

  @inline(__always)
  private func column(_ x: Int, _ y: Int) -> Double {
    u.start + (Double(x) + 0.5) * u.acrossX + (Double(y) + 0.5) * u.acrossY
  }

  @inline(__always)
  private func row(_ x: Int, _ y: Int) -> Double {
    v.start + (Double(x) + 0.5) * v.acrossX + (Double(y) + 0.5) * v.acrossY
  }

  /// The bilinear mean of the four pixels around device pixel (x, y), clamped to the edge.
  @inline(__always)
  func smooth(_ x: Int, _ y: Int) -> UInt32 {
    let column = min(max(self.column(x, y) - 0.5, 0), Double(width - 1))
    let row = min(max(self.row(x, y) - 0.5, 0), Double(height - 1))
    let left = min(Int(column), max(width - 2, 0))
    let top = min(Int(row), max(height - 2, 0))
    let corner = pixels + (top &* width &+ left)
    return AffineSampler.mix(
      corner, right: width > 1 ? 1 : 0, below: height > 1 ? width : 0, UInt64((column - Double(left)) * 256 + 0.5),
      UInt64((row - Double(top)) * 256 + 0.5))
  }

  /// Calls `body` with the bilinear mean for each of `count` device pixels to the right from (x, y), all in one strip.
  ///
  /// Positions are added up from the strip's first column, so that a pixel gets the same mean wherever a run begins.
  @inline(__always)
  func smooth(_ x: Int, _ y: Int, _ count: Int, _ body: (Int, UInt32) -> Void) {
    let inner = innerRun(x, y, count)
    for index in 0..<inner.lowerBound { body(index, smooth(x &+ index, y)) }
    if !inner.isEmpty {
      let first = x & ~(AffineSampler.strip - 1)
      let steps = Int64(x &+ inner.lowerBound &- first)
      let columnStep = Int64(u.acrossX * AffineSampler.one)
      let rowStep = Int64(v.acrossX * AffineSampler.one)
      var column =
        Int64((self.column(first, y) - 0.5 + AffineSampler.halfWeight) * AffineSampler.one) &+ steps &* columnStep
      var row = Int64((self.row(first, y) - 0.5 + AffineSampler.halfWeight) * AffineSampler.one) &+ steps &* rowStep
      for index in inner {
        let corner = pixels + (Int(truncatingIfNeeded: row >> 32) &* width &+ Int(truncatingIfNeeded: column >> 32))
        body(
          index,
          AffineSampler.mix(
            corner, right: 1, below: width, UInt64(truncatingIfNeeded: column >> 24 & 0xFF),
            UInt64(truncatingIfNeeded: row >> 24 & 0xFF)))
        column &+= columnStep
        row &+= rowStep
      }
    }
    for index in inner.upperBound..<count { body(index, smooth(x &+ index, y)) }
  }

  /// The part of a run whose positions have four pixels around them; a line is inside between two points inside.
  @inline(__always)
  private func innerRun(_ x: Int, _ y: Int, _ count: Int) -> Range<Int> {
    let margin = 0.503
    func isInner(_ index: Int) -> Bool {
      let column = self.column(x &+ index, y)
      let row = self.row(x &+ index, y)
      return column >= margin && column < Double(width) - margin && row >= margin && row < Double(height) - margin
    }
    var start = 0
    while start < count, !isInner(start) { start += 1 }
    var end = count
    while end > start, !isInner(end - 1) { end -= 1 }
    return start..<end
  }

  /// Mixes the pixels at `corner`, right of it and below it; weights in 256ths. The four components of a pixel are in four lanes of
  /// 16 bits, so that one multiplication weighs all of them.
  @inline(__always)
  private static func mix(
    _ corner: UnsafePointer<UInt32>, right: Int, below: Int, _ across: UInt64, _ down: UInt64
  ) -> UInt32 {
    let both = (across &* down &+ 128) >> 8
    let half: UInt64 = 0x0080_0080_0080_0080
    let upper = spread(corner[0]) &* (256 &- across &- down &+ both) &+ spread(corner[right]) &* (across &- both)
    let lower = spread(corner[below]) &* (down &- both) &+ spread(corner[below &+ right]) &* both
    let mixed = (upper &+ lower &+ half) >> 8 & lanes
    return UInt32(truncatingIfNeeded: mixed | mixed >> 24)
  }

  /// The lower bytes of four lanes.
  private static let lanes: UInt64 = 0x00FF_00FF_00FF_00FF

  /// Blue, red, green and alpha in lanes of 16 bits, in this order.
  @inline(__always)
  private static func spread(_ pixel: UInt32) -> UInt64 { (UInt64(pixel) | UInt64(pixel) << 24) & lanes }
}
