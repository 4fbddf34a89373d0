/// A convex polygon by the half planes of its edges; past a sharp corner the distance is that to the nearer edge's line.
struct PolygonDistance: SignedDistance {
  /// One edge: where it is, and which way out is.
  struct Edge {
    var normalX: Double
    var normalY: Double
    var offset: Double
  }

  /// The edges, in memory that the renderer keeps.
  let edges: UnsafeBufferPointer<Edge>

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double {
    var farthest = -Double.infinity
    for edge in edges { farthest = max(farthest, edge.normalX * x + edge.normalY * y - edge.offset) }
    return farthest
  }

  /// Fills `edges` with those of the polygon with these corners, either way round; answers whether there is any area.
  static func edges(of corners: ArraySlice<(x: Double, y: Double)>, into edges: inout [Edge]) -> Bool {
    edges.removeAll(keepingCapacity: true)
    var doubleArea = 0.0
    guard var last = corners.last else { return false }
    for corner in corners {
      doubleArea += last.x * corner.y - corner.x * last.y
      last = corner
    }
    guard abs(doubleArea) > 1e-9, doubleArea.isFinite else { return false }
    let turn: Double = doubleArea > 0 ? 1 : -1
    for corner in corners {
      let dx = corner.x - last.x
      let dy = corner.y - last.y
      let length = (dx * dx + dy * dy).squareRoot()
      if length > 1e-9 {
        let normalX = turn * dy / length
        let normalY = -turn * dx / length
        edges.append(Edge(normalX: normalX, normalY: normalY, offset: normalX * corner.x + normalY * corner.y))
      }
      last = corner
    }
    return edges.count >= 3
  }
}
