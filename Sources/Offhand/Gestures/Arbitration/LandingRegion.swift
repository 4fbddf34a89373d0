/// Where the touches of a recognizer must land: on one output, in a rectangle, along an edge, in a corner. Without any of these,
/// anywhere. It is left to others where a touch lands elsewhere, and once it has landed it may go anywhere.
public struct LandingRegion: Sendable, Hashable {
  /// A rectangle in millimetres on the plane of the outputs.
  public var area: Rect?
  /// The index of the output, in the order in which a pipeline has them.
  public var output: Int?
  /// Edges of the output near all of which it is: of one, the strip along it; of two that meet, their corner.
  public var edges: ScreenEdges
  /// How far from these edges it reaches, in millimetres: 4, as far as an edge pan takes a finger for one that came over the edge.
  public var depth: Double
  /// The part of a single edge, from 0 at its left or top end to 1.
  public var part: ClosedRange<Double>

  /// Anywhere, but for what is given.
  public init(
    area: Rect? = nil, output: Int? = nil, edges: ScreenEdges = [], depth: Double = 4,
    part: ClosedRange<Double> = 0...1
  ) {
    (self.area, self.output, self.edges, self.depth, self.part) = (area, output, edges, depth, part)
  }

  /// Whether `point` is in it, given the outputs in millimetres.
  func contains(_ point: Point, on outputs: [Rect]) -> Bool {
    if let area, !area.contains(point) { return false }
    if edges.isEmpty && output == nil { return true }
    guard let index = outputs.index(ofLanding: point), index == output ?? index else { return false }
    let bounds = outputs[index]
    for edge in ScreenEdge.allCases where edges.contains(edge) {
      if edge.depth(of: point, in: bounds) > depth + Tolerance.length { return false }
    }
    if part == 0...1 { return true }
    let isUpright = edges == .left || edges == .right
    let share = isUpright ? (point.y - bounds.minY) / bounds.height : (point.x - bounds.minX) / bounds.width
    return part.contains(min(max(share, 0), 1))
  }
}

extension [Rect] {
  /// The index of the output on which a touch lands at `point`: the one that contains it, or where the sensor is larger than the picture
  /// the nearest one, at most 8 mm away.
  func index(ofLanding point: Point) -> Int? {
    let nearest = indices.min { self[$0].distance(to: point) < self[$1].distance(to: point) }
    return nearest.flatMap { self[$0].distance(to: point) <= 8 ? $0 : nil }
  }
}
