extension ContactTable {
  /// The middle of `fingers` in this frame; the origin where there is none.
  func centroid(of fingers: FingerSet) -> Point {
    var sum = Vector.zero
    var rest = fingers
    while let place = rest.popFirst() { sum += self[place].position - .origin }
    return fingers.isEmpty ? .origin : .origin + sum / Double(fingers.count)
  }

  /// The middle of `fingers` in the frame before; the origin where there is none.
  func previousCentroid(of fingers: FingerSet) -> Point {
    var sum = Vector.zero
    var rest = fingers
    while let place = rest.popFirst() { sum += self[place].previousPosition - .origin }
    return fingers.isEmpty ? .origin : .origin + sum / Double(fingers.count)
  }

  /// How far the farthest of `fingers` is from where it landed, in millimetres.
  func farthestWay(of fingers: FingerSet) -> Double {
    var farthest = 0.0
    var rest = fingers
    while let place = rest.popFirst() {
      farthest = max(farthest, (self[place].position - self[place].landingPosition).lengthSquared)
    }
    return farthest.squareRoot()
  }

  /// Whether one of `fingers` that moved in this frame is farther than `limit` millimetres from where it landed.
  @inline(__always)
  func strays(_ fingers: FingerSet, beyond limit: Double) -> Bool {
    var rest = moved & fingers
    while let place = rest.popFirst() {
      let way = self[place].position - self[place].landingPosition
      if way.lengthSquared > limit * limit { return true }
    }
    return false
  }
}
