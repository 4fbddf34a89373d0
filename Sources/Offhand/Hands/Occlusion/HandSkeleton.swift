/// A hand of one side on the glass, as far as what it hides depends on it.
struct HandPose {
  /// 1 for a right hand, -1 for a left one.
  var sign: Double
  /// The meaning of the touches, as of a right hand.
  var reading: HandReading
  /// The forearm's direction from straight below, positive from the little finger's side.
  var azimuth: Angle
  /// The hand's size; 1 is a large man's, 0.97 the mean.
  var scale: Double
  /// The height of the hand over the glass; 1 is that of the fitted one.
  var lift: Double
  /// The share of the thumb's displacement that the hand follows; 1 is that of the fitted one.
  var pull: Double
  /// Millimetres by which every part is thicker, because its exact position is not known.
  var swelling: Double
  /// Millimetres by which fingertips reach further beyond their contacts than bare ones do.
  var overhang = 0.0
  /// Half the width of a fingertip in millimetres, by the size of its contact; `nil` takes the fitted one.
  var fingertip: Double?
}

/// Draws the pieces of one hand in one pose, as one eye sees it, into a field.
struct HandSkeleton {
  /// A disc above the glass, as of a right hand, in millimetres.
  private struct Disc { var x, y, radius, height: Double }

  /// The projection of a disc onto the glass, on the hand's own side, in millimetres.
  private struct Seen { var x, y, radius: Double }

  private let pose: HandPose
  private let eye: EyeProjection
  private let proportions: HandProportions
  /// The unit vectors towards the elbow and towards the little finger's side.
  private let behind, ulnar: UserVector

  init(_ pose: HandPose, seenBy eye: EyeProjection, proportions: HandProportions) {
    self.pose = pose
    self.eye = eye
    self.proportions = proportions
    let (sine, cosine) = (pose.azimuth.sine, pose.azimuth.cosine)
    behind = UserVector(dx: sine, dy: cosine)
    ulnar = UserVector(dx: cosine, dy: -sine)
  }

  /// Adds the pieces to the latest hypothesis.
  func draw(into field: inout OcclusionField) {
    switch pose.reading.grip {
    case .thumb: drawHoldingThumb(into: &field)
    case .object: drawObject(into: &field)
    case .finger, .pinch, .chord, .spread, .pen: drawHand(into: &field)
    }
  }

  private func drawHand(into field: inout OcclusionField) {
    let hand = proportions
    let origin = pose.reading.index + pulled + behind * (hand.reach * pose.scale)
    let indexKnuckle = joint(hand.indexKnuckle, from: origin)
    let littleKnuckle = joint(hand.littleKnuckle, from: origin)
    let wrist = joint(hand.wrist, from: origin)
    var forearm = joint(hand.forearm, from: UserPoint(x: wrist.x, y: wrist.y))
    forearm.height = hand.forearm.height * pose.lift
    let isWriting = pose.reading.grip == .pen
    let index = isWriting ? joint(hand.hold, from: origin) : fingertip(pose.reading.index)
    if isWriting { drawPen(to: index, into: &field) }
    let indexBend = bent(hand.indexBend, between: index, and: indexKnuckle)
    let thumbBase = joint(hand.thumbBase, from: origin)
    let thumb = pose.reading.thumb.map(thumbtip) ?? joint(hand.thumbTip, from: origin)
    let (first, last) = (seen(indexKnuckle), seen(littleKnuckle))
    let (bend, base, hold) = (seen(indexBend), seen(thumbBase), seen(wrist))
    add(seen(index), bend, into: &field)
    add(bend, first, into: &field)
    for finger in 1..<max(1, pose.reading.fingers.count) {
      let tip = fingertip(pose.reading.fingers[finger])
      add(seen(tip), seen(mix(indexKnuckle, littleKnuckle, Double(finger) / 3)), into: &field)
    }
    if pose.reading.fingers.count < 3 {
      let (middle, little) = (joint(hand.middleTip, from: origin), joint(hand.littleTip, from: origin))
      var ring = mix(middle, little, 0.5)
      ring.x -= behind.dx * hand.ringReach * pose.scale
      ring.y -= behind.dy * hand.ringReach * pose.scale
      add(seen(middle), seen(mix(indexKnuckle, littleKnuckle, 0.33)), into: &field)
      add(seen(ring), seen(mix(indexKnuckle, littleKnuckle, 0.67)), into: &field)
      add(seen(little), last, into: &field)
    }
    let thumbBend = seen(bent(hand.thumbBend, between: thumb, and: thumbBase))
    add(seen(thumb), thumbBend, into: &field)
    add(thumbBend, base, into: &field)
    add(base, first, into: &field)
    add(base, hold, into: &field)
    add(first, last, into: &field)
    add(first, hold, into: &field)
    add(last, hold, into: &field)
    add(hold, seen(forearm), into: &field)
  }

  /// Draws the pen between its tip and the fingers; its position is known, so it is not swollen.
  private func drawPen(to hold: Disc, into field: inout OcclusionField) {
    let radius = 4 - pose.swelling
    let tip = Disc(x: pose.reading.index.x, y: pose.reading.index.y, radius: radius, height: 0)
    add(seen(tip), seen(Disc(x: hold.x, y: hold.y, radius: radius, height: hold.height)), into: &field)
  }

  /// Draws the thumb of the hand that holds the device, from the side edge; palm and forearm are beyond the glass.
  private func drawHoldingThumb(into field: inout OcclusionField) {
    let tip = thumbtip(pose.reading.index)
    let base = Disc(
      x: pose.reading.index.x + behind.dx * 75, y: pose.reading.index.y + behind.dy * 75, radius: 16, height: 20)
    add(seen(tip), seen(base), into: &field)
  }

  private func drawObject(into field: inout OcclusionField) {
    let disc = Disc(x: pose.reading.index.x, y: pose.reading.index.y, radius: 40, height: 0)
    add(seen(disc), seen(disc), into: &field)
  }

  /// The displacement of the hand by a thumb that is not at its usual position.
  private var pulled: UserVector {
    guard let thumb = pose.reading.thumb else { return .zero }
    let offset = thumb - pose.reading.index
    let usual = proportions.usualThumb
    let back = offset.dot(behind) - usual.behind * pose.scale
    let side = offset.dot(ulnar) - usual.ulnar * pose.scale
    return (behind * back + ulnar * side) * (proportions.pull * pose.pull)
  }

  private func joint(_ joint: HandProportions.Joint, from origin: UserPoint) -> Disc {
    let offset = behind * (joint.behind * pose.scale) + ulnar * (joint.ulnar * pose.scale)
    return Disc(
      x: origin.x + offset.dx, y: origin.y + offset.dy, radius: joint.radius * pose.scale,
      height: joint.height * pose.lift)
  }

  /// A joint that departs from the middle of two others.
  private func bent(_ joint: HandProportions.Joint, between a: Disc, and b: Disc) -> Disc {
    self.joint(joint, from: UserPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2))
  }

  private func fingertip(_ position: UserPoint) -> Disc {
    let reach = proportions.overhang + pose.overhang
    return Disc(
      x: position.x - behind.dx * reach, y: position.y - behind.dy * reach,
      radius: pose.fingertip.map { min($0, proportions.fingertip) } ?? proportions.fingertip, height: 0)
  }

  private func thumbtip(_ position: UserPoint) -> Disc {
    Disc(x: position.x, y: position.y, radius: proportions.thumb, height: 0)
  }

  private func mix(_ a: Disc, _ b: Disc, _ share: Double) -> Disc {
    Disc(
      x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, radius: a.radius,
      height: a.height + (b.height - a.height) * share)
  }

  private func add(_ first: Seen, _ second: Seen, into field: inout OcclusionField) {
    field.append(
      OcclusionPiece(
        x: first.x, y: first.y, radius: first.radius, endX: second.x, endY: second.y, endRadius: second.radius))
  }

  private func seen(_ disc: Disc) -> Seen {
    let factor = eye.magnification(at: disc.height)
    let x = disc.x * pose.sign
    let radius = disc.radius + pose.swelling
    guard factor != 1 else { return Seen(x: x, y: disc.y, radius: radius) }
    return Seen(
      x: eye.foot.x + (x - eye.foot.x) * factor, y: eye.foot.y + (disc.y - eye.foot.y) * factor, radius: radius * factor
    )
  }
}
