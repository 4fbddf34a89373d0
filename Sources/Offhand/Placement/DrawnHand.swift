/// A hand as a picture shows it: five tapered fingers whose tips are the touches, palm and forearm, from straight above.
///
/// It is drawn from the mean of what is believed. What decides where overlays go is the occlusion with its many poses, whose silhouettes
/// are those of hands in perspective and look like none.
struct DrawnHand {
  /// A joint with half the width there, in millimetres, in the user's frame as of a right hand.
  private struct Joint {
    var place: UserPoint
    var radius: Double
  }

  /// Its parts, in the user's frame.
  private(set) var pieces: [OcclusionPiece] = []
  private let scale, sign: Double
  /// The unit vectors towards the elbow and towards the little finger's side.
  private let behind, ulnar: UserVector

  /// The hand that touches as `reading` says: a right one, or with a `sign` of -1 a left one.
  init(_ reading: HandReading, scale: Double, sign: Double) {
    (self.scale, self.sign) = (scale, sign)
    let (sine, cosine) = (reading.azimuth.sine, reading.azimuth.cosine)
    behind = UserVector(dx: sine, dy: cosine)
    ulnar = UserVector(dx: cosine, dy: -sine)
    var origin = reading.index
    if let thumb = reading.thumb {
      // The hand follows its thumb half of the way, and the thumb stretches for the rest.
      let offset = thumb - reading.index
      let back: UserVector = behind * (offset.dot(behind) - 58 * scale)
      let side: UserVector = ulnar * (offset.dot(ulnar) + 38 * scale)
      origin = origin + (back + side) * 0.5
    }
    draw(reading, from: origin)
  }

  /// Lengths are of a hand that lies flat and at ease (Design/HandModel.md "Lengths of hands").
  private mutating func draw(_ reading: HandReading, from origin: UserPoint) {
    func joint(_ back: Double, _ side: Double, _ radius: Double) -> Joint {
      self.joint(back, side, radius, from: origin)
    }
    let knuckles = [joint(84, 4, 11.5), joint(80, 23, 11.5), joint(84, 41, 11), joint(94, 57, 10)]
    var tips = [joint(0, 0, 7.6), joint(-6, 27, 7.6), joint(8, 48, 7.2), joint(37, 67, 6.4)]
    for finger in 0..<min(4, reading.fingers.count) {
      tips[finger] = self.joint(-3, 0, 7.6, from: reading.fingers[finger])
    }
    for (knuckle, tip) in zip(knuckles, tips) {
      let middle = Joint(place: knuckle.place + (tip.place - knuckle.place) * 0.5, radius: tip.radius + 1.2 * scale)
      chain([tip, middle, knuckle])
    }
    let (base, heel) = (joint(140, 6, 17), joint(140, 52, 15))
    let (radial, ulnar) = (joint(168, 22, 18), joint(168, 44, 18))
    chain(knuckles)
    for (knuckle, wrist) in zip(knuckles, [radial, radial, ulnar, ulnar]) { chain([knuckle, wrist]) }
    chain([knuckles[0], base, radial, joint(290, 20, 26), joint(290, 46, 26), ulnar, heel, knuckles[3]])
    chain([radial, ulnar])
    drawThumb(to: reading.thumb.map { Joint(place: $0, radius: 8.6 * scale) } ?? joint(58, -38, 8.6), from: base)
    chain([joint(104, 8, 14), base])
  }

  /// Draws the thumb, bent outwards, and the web beside it.
  private mutating func drawThumb(to tip: Joint, from base: Joint) {
    let axis = tip.place - base.place
    let length = max(axis.length, 1)
    var outwards = UserVector(dx: axis.dy, dy: -axis.dx) / length
    if outwards.dot(ulnar) > 0 { outwards = outwards * -1 }
    func bend(_ share: Double, _ departure: Double, _ radius: Double) -> Joint {
      Joint(place: base.place + axis * share + outwards * (departure * scale), radius: radius * scale)
    }
    chain([tip, bend(0.78, 5, 9.6), bend(0.48, 9, 11.5), base])
  }

  private func joint(_ back: Double, _ side: Double, _ radius: Double, from origin: UserPoint) -> Joint {
    Joint(place: origin + behind * (back * scale) + ulnar * (side * scale), radius: radius * scale)
  }

  /// Adds the hulls of neighbouring discs.
  private mutating func chain(_ joints: [Joint]) {
    for (first, second) in zip(joints, joints.dropFirst()) {
      pieces.append(
        OcclusionPiece(
          x: sign * first.place.x, y: first.place.y, radius: first.radius, endX: sign * second.place.x,
          endY: second.place.y, endRadius: second.radius))
    }
  }
}
