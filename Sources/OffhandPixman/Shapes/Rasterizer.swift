import Offhand

/// A shape in device pixels by the distance to its edge: negative inside. Moving by one pixel changes the answer by at most one,
/// so whoever walks along a row may leap over what the distance says is far from the edge.
protocol SignedDistance {
  /// The distance from (x, y) to the edge, in pixels.
  func distance(_ x: Double, _ y: Double) -> Double
}

/// How coverage falls from inside to outside, by the signed distance in pixels.
enum Edge {
  /// Within half a pixel to either side, in proportion: antialiasing.
  case sharp
  /// Within so many pixels to either side, eased: a soft shadow.
  case soft(Double)

  /// How far from the edge coverage is neither nothing nor everything.
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

/// Takes what a rasterizer finds out, row by row from left to right; together the calls cover every pixel of the area once.
protocol CoverageSink {
  /// `count` pixels from (x, y) on lie outside.
  mutating func outside(_ x: Int, _ y: Int, _ count: Int)
  /// `count` pixels from (x, y) on lie inside.
  mutating func inside(_ x: Int, _ y: Int, _ count: Int)
  /// The pixel at (x, y) is covered by `coverage` / 255.
  mutating func edge(_ x: Int, _ y: Int, _ coverage: UInt32)
}

/// Walks over `area` and tells `sink` how far `shape` covers each pixel.
///
/// The distance at a pixel's centre says how far the nearest edge is, so that whole runs are decided by one evaluation.
@inline(__always)
func rasterize(
  _ shape: some SignedDistance, _ edge: Edge, area: (x: Int, y: Int, maxX: Int, maxY: Int),
  into sink: inout some CoverageSink
) {
  let reach = edge.reach
  for y in area.y..<max(area.y, area.maxY) {
    let centerY = Double(y) + 0.5
    var x = area.x
    while x < area.maxX {
      let distance = shape.distance(Double(x) + 0.5, centerY)
      if distance >= reach {
        let count = min(area.maxX &- x, 1 &+ Int(min(distance - reach, 1e6)))
        sink.outside(x, y, count)
        x &+= count
      } else if distance <= -reach {
        let count = min(area.maxX &- x, 1 &+ Int(min(-distance - reach, 1e6)))
        sink.inside(x, y, count)
        x &+= count
      } else {
        sink.edge(x, y, edge.coverage(distance))
        x &+= 1
      }
    }
  }
}

/// The same of what lies outside of `hole`: the shadow of a panel is not seen through the panel.
///
/// The half of a soft edge that lies below the hole is leapt over before anybody computes it; it is most of a shadow's price.
@inline(__always)
func rasterize(
  _ shape: some SignedDistance, _ edge: Edge, outside hole: some SignedDistance,
  area: (x: Int, y: Int, maxX: Int, maxY: Int), into sink: inout some CoverageSink
) {
  let reach = edge.reach
  let holeReach = Edge.sharp.reach
  func run(_ distance: Double, to end: Int) -> Int { min(end, 1 &+ Int(min(distance, 1e6))) }
  for y in area.y..<max(area.y, area.maxY) {
    let centerY = Double(y) + 0.5
    var x = area.x
    while x < area.maxX {
      let rest = area.maxX &- x
      var count = 1
      let distance = shape.distance(Double(x) + 0.5, centerY)
      if distance >= reach {
        count = run(distance - reach, to: rest)
        sink.outside(x, y, count)
      } else {
        let holeDistance = hole.distance(Double(x) + 0.5, centerY)
        if holeDistance <= -holeReach {
          count = run(-holeDistance - holeReach, to: rest)
          sink.outside(x, y, count)
        } else if holeDistance >= holeReach, distance <= -reach {
          count = run(min(-distance - reach, holeDistance - holeReach), to: rest)
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
