/// A turn that is measured frame after frame, and seldom far from where it was: not wrapped.
///
/// The angle is counted from a direction nearby, which is exact and kept until the fingers have turned away from it: near zero the
/// arc tangent is a short series, and nothing gathers from frame to frame.
struct SteadyTurn: Sendable {
  /// The turn.
  private(set) var radians = 0.0
  private var knot = 0.0
  private var knotX = 1.0
  private var knotY = 0.0

  /// Takes the direction (x, y) in, whose length is `size`; of two turns that it can mean, the one closer to the last.
  @inline(__always)
  mutating func follow(y: Double, x: Double, size: Double) {
    let along = x * knotX + y * knotY
    let across = y * knotX - x * knotY
    if abs(across) <= along * Angle.seriesReach {
      radians = knot + Angle.arcTangent(ofSmall: across / along)
    } else {
      turnAway(y: y, x: x, size: size)
    }
  }

  private mutating func turnAway(y: Double, x: Double, size: Double) {
    radians += Angle(radians: Angle(y: y, x: x).radians - radians).wrapped.radians
    knot = radians
    knotX = x / size
    knotY = y / size
  }
}
