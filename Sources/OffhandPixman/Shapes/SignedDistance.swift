/// A shape in device pixels by the distance to its edge: negative inside. Moving by one pixel changes the answer by at most one,
/// so whoever walks along a row may leap over what the distance says is far from the edge.
protocol SignedDistance {
  /// The distance from (x, y) to the edge, in pixels.
  func distance(_ x: Double, _ y: Double) -> Double
}
