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
