/// A shape in device pixels, described by the distance to its edge: negative inside. Between neighbouring pixels the distance changes
/// by at most one, so the rasterizer can skip pixels that are far from the edge.
protocol SignedDistance {
  /// The distance from (x, y) to the edge, in pixels.
  func distance(_ x: Double, _ y: Double) -> Double
}

/// The coverage of pixels near an edge as a function of the signed distance.
enum Edge {
  /// A linear fall within half a pixel to either side: antialiasing.
  case sharp
  /// A smooth fall within this many pixels to either side: a soft shadow.
  case soft(Double)

  /// The distance from the edge within which the coverage is partial.
  @inline(__always)
  var reach: Double {
    switch self {
    case .sharp: 0.5
    case .soft(let blur): max(blur, 0.5)
    }
  }

  /// The coverage at `distance`, 0 to 255.
  @inline(__always)
  func coverage(_ distance: Double) -> UInt32 {
    let part = (reach - distance) / (2 * reach)
    guard part > 0 else { return 0 }
    guard part < 1 else { return 255 }
    switch self {
    case .sharp: return UInt32(part * 255 + 0.5)
    case .soft: return UInt32(part * part * (3 - 2 * part) * 255 + 0.5)
    }
  }
}

/// Receives the coverage of pixels from the rasterizer, row by row from left to right, each pixel of the area once.
protocol CoverageSink {
  /// `count` pixels to the right from (x, y) are outside.
  mutating func outside(_ x: Int, _ y: Int, _ count: Int)
  /// `count` pixels to the right from (x, y) are inside.
  mutating func inside(_ x: Int, _ y: Int, _ count: Int)
  /// The pixel at (x, y) is covered by `coverage` / 255.
  mutating func edge(_ x: Int, _ y: Int, _ coverage: UInt32)
}

/// What covers nothing: the hole of a shape that has none.
struct Nothing: SignedDistance {
  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double { .infinity }
}

/// Delivers the coverage of each pixel of `area` by the part of `shape` outside of `hole` to `sink`: the shadow of a panel must not show
/// through the panel.
///
/// The distance at one pixel's centre decides for the whole run of pixels to the nearest edge. The half of the soft edge under the hole is
/// skipped, which is most of a shadow's cost.
@inline(__always)
func rasterize(
  _ shape: some SignedDistance, _ edge: Edge, outside hole: some SignedDistance = Nothing(),
  area: (x: Int, y: Int, maxX: Int, maxY: Int), into sink: inout some CoverageSink
) {
  let reach = edge.reach
  let holeReach = Edge.sharp.reach
  func run(_ distance: Double, to end: Int) -> Int { min(end, 1 &+ Int(min(distance, 1e6))) }
  for y in area.y..<max(area.y, area.maxY) {
    let centerY = Double(y) + 0.5
    var x = area.x
    while x < area.maxX {
      let remaining = area.maxX &- x
      var count = 1
      let distance = shape.distance(Double(x) + 0.5, centerY)
      if distance >= reach {
        count = run(distance - reach, to: remaining)
        sink.outside(x, y, count)
      } else {
        let holeDistance = hole.distance(Double(x) + 0.5, centerY)
        if holeDistance <= -holeReach {
          count = run(-holeDistance - holeReach, to: remaining)
          sink.outside(x, y, count)
        } else if holeDistance >= holeReach, distance <= -reach {
          count = run(min(-distance - reach, holeDistance - holeReach), to: remaining)
          sink.inside(x, y, count)
        } else {
          let covered = Edge.sharp.coverage(holeDistance)
          sink.edge(x, y, edge.coverage(distance) * (255 - covered) / 255)
        }
      }
      x &+= count
    }
  }
}

/// Draws a colour over the target.
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
    let below = target.pointer(x, y)
    below.pointee = Pixel.over(Pixel.scaled(pixel, by: coverage), below.pointee)
  }
}

/// Erases what is outside of the shape.
struct CutSink: CoverageSink {
  let target: PixelTarget

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) { target.pointer(x, y).update(repeating: 0, count: count) }

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) {}

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let pixel = target.pointer(x, y)
    pixel.pointee = Pixel.scaled(pixel.pointee, by: coverage)
  }
}
