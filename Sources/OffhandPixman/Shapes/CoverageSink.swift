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
