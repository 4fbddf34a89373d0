/// Vogel's scalable circle and pivoting rectangle (CHI 2009): a disc for the hand, a band for the forearm, and, as in the
/// multi-touch version (CHI 2012), a thick line for every finger. It has neither heights nor an eye.
package struct CircleAndRectangleOcclusion: OcclusionModel {
  // The lengths in millimetres were fitted by hand to the poses of split `fit`.
  /// From the centroid of the touches to the centre of the circle.
  private static let offset = 72.0
  /// The direction to the circle from that of the forearm, positive from the little finger's side.
  private static let turn = Angle(degrees: -12)
  /// The circle's radius.
  private static let radius = 46.0
  /// Half the width of the forearm.
  private static let forearm = 36.0
  private static let forearmLength = 300.0
  /// Half the width of a finger.
  private static let finger = 9.0
  /// The additional distance of the circle if a pen is held (Design/Placing.md case 20).
  private static let penReach = 20.0

  /// The published model.
  init() {}

  /// Adds the hand of `track` on the side that is more likely, as the published system does; both where they are equally likely.
  package func add(_ track: borrowing HandTrack, in environment: PanelSetup, to field: inout OcclusionField) {
    field.beginTrack()
    let (right, left) = (track.rightProbability, track.leftProbability)
    let weight = right == left ? 0.5 : 1
    if right >= left { add(track.right, track.positions, sign: 1, weight: weight, to: &field) }
    if left >= right { add(track.left, track.positions.mirrored, sign: -1, weight: weight, to: &field) }
  }

  private func add(
    _ reading: HandReading, _ positions: TouchPositions, sign: Double, weight: Double, to field: inout OcclusionField
  ) {
    typealias Model = CircleAndRectangleOcclusion
    field.beginHypothesis(weight: weight)
    let middle = positions.centroid
    let arm = reading.azimuth
    let toCircle = reading.azimuth + Model.turn
    let isWriting = reading.grip == .pen
    let away = Model.offset + (isWriting ? Model.penReach : 0)
    let center = UserPoint(x: middle.x + toCircle.sine * away, y: middle.y + toCircle.cosine * away)
    let elbow = UserPoint(x: center.x + arm.sine * Model.forearmLength, y: center.y + arm.cosine * Model.forearmLength)
    add(center, center, Model.radius, sign, to: &field)
    add(center, elbow, Model.forearm, sign, to: &field)
    for index in 0..<positions.count where !isWriting {
      add(positions[index], center, Model.finger, sign, to: &field)
    }
  }

  private func add(
    _ a: UserPoint, _ b: UserPoint, _ radius: Double, _ sign: Double, to field: inout OcclusionField
  ) {
    field.append(
      OcclusionPiece(x: sign * a.x, y: a.y, radius: radius, endX: sign * b.x, endY: b.y, endRadius: radius))
  }
}
