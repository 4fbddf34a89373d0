/// Passes on only what lies outside of another shape: the shadow of a panel is not seen through the panel.
struct OutsideSink<Shape: SignedDistance, Sink: CoverageSink>: CoverageSink {
  let shape: Shape
  var sink: Sink

  @inline(__always)
  mutating func outside(_ x: Int, _ y: Int, _ count: Int) { sink.outside(x, y, count) }

  mutating func inside(_ x: Int, _ y: Int, _ count: Int) {
    let centerY = Double(y) + 0.5
    let end = x + count
    var x = x
    while x < end {
      let distance = shape.distance(Double(x) + 0.5, centerY)
      let leap = min(end &- x, 1 &+ Int(min(max(abs(distance) - 0.5, 0), 1e6)))
      if distance >= 0.5 {
        sink.inside(x, y, leap)
      } else if distance <= -0.5 {
        sink.outside(x, y, leap)
      } else {
        sink.edge(x, y, 255 - Edge.sharp.coverage(distance))
      }
      x += distance > -0.5 && distance < 0.5 ? 1 : leap
    }
  }

  mutating func edge(_ x: Int, _ y: Int, _ coverage: UInt32) {
    let covered = Edge.sharp.coverage(shape.distance(Double(x) + 0.5, Double(y) + 0.5))
    sink.edge(x, y, coverage * (255 - covered) / 255)
  }
}
