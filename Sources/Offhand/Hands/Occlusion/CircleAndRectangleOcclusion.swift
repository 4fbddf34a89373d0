/// Vogel's scalable circle and pivoting rectangle (CHI 2009): a disc for the hand, a band for the forearm, and, as in the
/// multi-touch version (CHI 2012), a thick line for every finger. No heights, no eye.
public struct CircleAndRectangleOcclusion: OcclusionModel {
  /// Millimetres from the fingers' middle to the middle of the circle.
  public var offset = 72.0
  /// How far the circle lies towards the little finger's side of the forearm's direction, in degrees.
  public var turn = -12.0
  /// The circle's radius.
  public var radius = 46.0
  /// Half the width of the forearm.
  public var forearm = 36.0
  /// Half the width of a finger.
  public var finger = 9.0
  /// How much further off the circle is where a pen is held, in millimetres (placement.md case 20).
  public var penReach = 20.0

  /// The model with the lengths fitted by hand to the same poses.
  public init() {}

  /// Adds the hand of `track`: the side that is more likely, as the published system does; both where they are equally likely.
  public func cast(_ track: borrowing HandTrack, in environment: PanelSetup, into field: inout OcclusionField) {
    field.beginTrack()
    let (right, left) = (track.rightProbability, track.leftProbability)
    if right >= left { cast(track.right, track.contacts, sign: 1, weight: right == left ? 0.5 : 1, into: &field) }
    if left >= right {
      cast(track.left, track.contacts.mirrored, sign: -1, weight: right == left ? 0.5 : 1, into: &field)
    }
  }

  private func cast(
    _ reading: HandReading, _ contacts: TouchPositions, sign: Double, weight: Double, into field: inout OcclusionField
  ) {
    field.beginHypothesis(weight: weight)
    let middle = contacts.centroid
    let arm = Angle(degrees: reading.azimuth)
    let toCircle = Angle(degrees: reading.azimuth + turn)
    let isWriting = reading.grip == .pen
    let away = offset + (isWriting ? penReach : 0)
    let center = UserPoint(x: middle.x + toCircle.sine * away, y: middle.y + toCircle.cosine * away)
    let elbow = UserPoint(x: center.x + arm.sine * 300, y: center.y + arm.cosine * 300)
    add(center, radius, center, radius, sign, into: &field)
    add(center, forearm, elbow, forearm, sign, into: &field)
    for index in 0..<contacts.count where !isWriting {
      add(contacts[index], finger, center, finger, sign, into: &field)
    }
  }

  private func add(
    _ a: UserPoint, _ radius: Double, _ b: UserPoint, _ endRadius: Double, _ sign: Double,
    into field: inout OcclusionField
  ) {
    field.append(
      OcclusionPiece(x: sign * a.x, y: a.y, radius: radius, endX: sign * b.x, endY: b.y, endRadius: endRadius))
  }
}
