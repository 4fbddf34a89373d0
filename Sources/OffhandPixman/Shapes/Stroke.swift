/// The line just inside a shape's edge.
struct Stroke<Shape: SignedDistance>: SignedDistance {
  var shape: Shape
  /// In pixels.
  var width: Double

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double { abs(shape.distance(x, y) + width / 2) - width / 2 }
}
