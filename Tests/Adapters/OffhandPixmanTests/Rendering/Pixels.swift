import Offhand

@testable import OffhandPixman

extension Renderer {
  /// What `body` lists, drawn into `bitmap`, which is a new one of the size of `grid` unless it is given.
  func drawing(
    on grid: PixelGrid, damage: Damage? = nil, into bitmap: Bitmap? = nil, _ body: (inout DisplayList) -> Void
  ) -> Bitmap {
    var list = DisplayList()
    body(&list)
    let bitmap = bitmap ?? Bitmap(width: Int(grid.width), height: Int(grid.height))
    draw(list, on: grid, damage: damage, into: bitmap)
    return bitmap
  }
}

extension Bitmap {
  /// A bitmap of these pixels.
  convenience init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    self.init(width: width, height: height)
    for y in 0..<height { for x in 0..<width { self[x, y] = pixel(x, y) } }
  }

  /// The pixels that are covered, and of those that are covered in part their part.
  var coverage: Double { (0..<width * height).reduce(0) { $0 + Double(pixels[$1] >> 24) / 255 } }

  /// The most by which a channel of a pixel differs from that of another bitmap of the same size.
  func difference(from other: Bitmap) -> Int {
    (0..<width * height).reduce(0) { worst, index in
      let (own, other) = (pixels[index], other.pixels[index])
      return own == other ? worst : max(worst, own.difference(from: other))
    }
  }
}

extension UInt32 {
  /// The most by which a channel of this pixel differs from that of another.
  func difference(from other: UInt32) -> Int {
    [0, 8, 16, 24].reduce(0) { Swift.max($0, abs(Int(self >> $1 & 0xFF) - Int(other >> $1 & 0xFF))) }
  }
}
