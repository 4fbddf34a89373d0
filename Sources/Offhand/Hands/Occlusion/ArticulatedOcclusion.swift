/// The occlusion of a hand of fingers, thumb, palm and forearm over the glass, as an eye sees it (Design/HandModel.md "Occlusion").
///
/// What is not known is represented by hypotheses: either side, the forearm from further left or right, the wrist higher or lower,
/// and, where the eye's position is not stated, the eye at the usual position and straight above.
public struct ArticulatedOcclusion: OcclusionModel {
  /// The lengths for each grip: with the index finger alone on the glass, the others curled in.
  package var finger = HandProportions.finger
  /// The lengths with the index finger alone on the glass in a loose hand, the others stretched out beside it.
  package var relaxed = HandProportions.relaxed
  /// The lengths in a pinch.
  package var pinch = HandProportions.pinch
  /// The lengths with two or three fingers side by side.
  package var chord = HandProportions.chord
  /// The lengths with four or five touches.
  package var spread = HandProportions.spread
  /// The lengths around a pen.
  package var pen = HandProportions.pen
  // What was tried of the following: Design/HandModel.md "Occlusion".

  /// The share by which the lengths of a loose hand are moved from the fitted ones to the anthropometric tables. A single finger's loose
  /// hand is `relaxed`.
  package var looseness = 0.6
  /// The height of low wrists as a fraction of the fitted height: the posed hand's wrists come out high, at some 110 mm;
  /// people's are 40 to 70 mm above a table that they rest on (Design/HandModel.md "Poses to measure against").
  package var lowLift = 0.6
  /// The height of high wrists as a fraction of the fitted height.
  package var highLift = 0.95
  /// How far a loose hand follows its thumb, as a fraction of the fitted share.
  package var loosePull = 0.65
  /// The largest probability that the hand of a pinch is arched over its fingers: the palm above them and the thumb hanging down.
  package var archedProbability = 0.2
  /// The lean of the axis from thumb to index at which that probability is reached; it grows from an upright axis on.
  package var archedLean = Angle(degrees: 30)
  /// The probability of a loose hand. More than half: people's wrists are low.
  package var looseProbability = 0.55
  /// Millimetres by which the hand is thicker than fitted, because the exact bend of a finger is not known.
  package var swelling = 2.0
  /// Millimetres by which the less likely hypotheses are thicker, for an eye that is not straight above.
  package var turnedSwelling = 12.0
  /// The same for an eye straight above: there no height displaces anything, so less is unknown.
  package var plainSwelling = 4.0
  /// The distance of the less likely directions of the forearm from the likeliest, in standard deviations.
  package var turnSpread = 1.9
  /// The distance that the fingers holding a phone reach around its edge onto the glass, in millimetres.
  package var grasp = 8.0
  /// The largest width in millimetres of a device that a hand closes around.
  package var graspableWidth = 84.0
  /// Contacts with a shorter long axis, in millimetres, are those of nails and of tips like a stylus's: bare fingertips
  /// leave 5 × 6 at least, 9 in the mean (Design/HandModel.md "Lengths of hands").
  package var leastContact = 5.0
  /// The additional reach of such a fingertip beyond its contact, in millimetres.
  package var nailOverhang = 8.0
  /// Half the least width of such a fingertip, in millimetres.
  package var leastFingertip = 6.0
  /// A side that is less likely than this is left out, and its probability given to the other side.
  package var leastProbability = 0.015

  /// The probability of the less likely side of a pinch from which on both sides count more than they are likely, by as much as
  /// `largestDoubt` says, where a position is chosen; below it they do in proportion (Design/Placing.md "Cost").
  package var doubtfulProbability = 0.2
  /// The part of what either side then lacks in certainty that counts nevertheless; less than 1, because roundings must not exceed it.
  package var largestDoubt = 0.75

  /// The share of a side's probability for the likeliest direction of the forearm; the other two have 0.2 each.
  private static let middleShare = 0.6

  /// The bearing of a hand: as the robot's copy of a hand was posed, or as people let theirs hang.
  private enum Bearing {
    case loose
    case posed
  }

  /// One of the possible hands.
  private struct Subject {
    var reading: HandReading
    var sign: Double
    var scale: Double
    var palm: OcclusionPiece?
    var overhang = 0.0
    var fingertip: Double?
  }

  /// The fitted hand.
  public init() {}

  /// Adds the hypotheses of the hand of `track`.
  public func add(_ track: borrowing HandTrack, in environment: PanelSetup, to field: inout OcclusionField) {
    field.beginTrack()
    guard environment.occluders == .hands else { return addContacts(of: track, to: &field) }
    if track.grip == .object {
      field.beginHypothesis(weight: 1)
      return draw(
        Subject(reading: track.right, sign: 1, scale: track.scale), turnedBy: .zero, lift: 1, pull: 1, swelling: 0,
        seenBy: .orthographic, .posed, into: &field)
    }
    var (right, left) = (track.rightProbability, track.leftProbability)
    if right < leastProbability { (right, left) = (0, 1) }
    if left < leastProbability { (right, left) = (1, 0) }
    var subject = Subject(reading: track.right, sign: 1, scale: track.scale)
    subject.palm = palm(of: track)
    subject.overhang = environment.overhang
    if let major = track.contactMajor, major < leastContact {
      subject.overhang = max(subject.overhang, nailOverhang)
      subject.fingertip = max(leastFingertip, 0.62 * major)
    }
    let one = 1 - track.twoHandsProbability
    let isDoubtful = track.grip == .pinch && !environment.posture.isHeld
    let doubt = isDoubtful ? largestDoubt * min(1, min(right, left) / doubtfulProbability) : 0
    field.emphasis = right > 0 ? (right + doubt * left) / right : 1
    field.side = .right
    add(subject, weight: right * one, in: environment, to: &field)
    subject.reading = track.left
    subject.sign = -1
    field.emphasis = left > 0 ? (left + doubt * right) / left : 1
    field.side = .left
    add(subject, weight: left * one, in: environment, to: &field)
    field.emphasis = 1
    field.side = .unknown
    if one < 1 { addPair(track, subject, in: environment, to: &field) }
  }

  /// The palm where it was detected, if it can be this hand's: as broad as a palm, whichever hand it is (Design/Placing.md case 40).
  private func palm(of track: borrowing HandTrack) -> OcclusionPiece? {
    guard let palm = track.palm, palm.distance(to: track.positions.centroid) < 150 else { return nil }
    let radius = 40 * track.scale
    return OcclusionPiece(x: palm.x, y: palm.y, radius: radius, endX: palm.x, endY: palm.y, endRadius: radius)
  }

  /// Adds the hypotheses of one side.
  private func add(_ subject: Subject, weight: Double, in environment: PanelSetup, to field: inout OcclusionField) {
    guard weight > 0 else { return }
    let reading = subject.reading
    let frame = UserFrame(panel: environment.panel, edge: environment.userEdge)
    let spread = environment.statedAzimuth == nil ? reading.deviation * turnSpread : Angle(degrees: 5)
    // Side by side no thumb pulls, and from straight above heights do not matter: loose and posed hands hide the same.
    let arched = archedShare(of: reading)
    if arched > 0 { addArched(subject, weight: weight * arched, to: &field) }
    let flat = weight * (1 - arched)
    let isOneBearing = environment.viewpoint == .orthographic && reading.thumb == nil && reading.grip != .finger
    for turn in 0..<3 {
      let share = flat * (turn == 1 ? ArticulatedOcclusion.middleShare : 0.2)
      for view in 0..<2 {
        if view == 1, isOneBearing { continue }
        let (eye, lift) = sight(view, in: environment, frame)
        field.beginHypothesis(
          weight: isOneBearing ? share : share * (view == 0 ? looseProbability : 1 - looseProbability))
        if let palm = subject.palm { field.append(palm) }
        if reading.grip == .thumb, let fingers = graspingFingers(sign: subject.sign, in: frame) {
          field.append(fingers)
        }
        draw(
          subject, turnedBy: spread * Double(turn - 1), lift: lift, pull: view == 0 ? loosePull : 1,
          swelling: turn == 1 ? swelling : eye == .orthographic ? plainSwelling : turnedSwelling, seenBy: eye,
          view == 0 ? .loose : .posed, into: &field)
      }
    }
  }

  /// The probability that the hand read as `reading` is arched over its fingers.
  private func archedShare(of reading: HandReading) -> Double {
    guard reading.grip == .pinch, let thumb = reading.thumb else { return 0 }
    let axis = reading.index - thumb
    let lean = Angle(y: axis.dx, x: -axis.dy)
    return archedProbability * min(max(lean.radians / archedLean.radians, 0), 1)
  }

  /// Adds the hand of a pinch arched over its fingers: a thumb that hangs down, the palm beyond the index finger, and what follows it
  /// to the side. Lengths are those of the fitted poses that the flat hands do not cover; within 10 mm none makes a difference.
  private func addArched(_ subject: Subject, weight: Double, to field: inout OcclusionField) {
    guard let thumb = subject.reading.thumb else { return }
    let (index, sign, scale) = (subject.reading.index, subject.sign, subject.scale)
    let palm = (x: sign * (index.x - 10 * scale), y: index.y - 50 * scale, radius: 45 * scale)
    field.beginHypothesis(weight: weight)
    field.append(
      OcclusionPiece(
        x: sign * thumb.x, y: thumb.y, radius: 15 * scale, endX: palm.x, endY: palm.y, endRadius: palm.radius))
    field.append(
      OcclusionPiece(
        x: palm.x, y: palm.y, radius: palm.radius, endX: palm.x + sign * 150 * scale, endY: palm.y + 50 * scale,
        endRadius: 60 * scale))
  }

  /// Adds the two fingers of a pinch as one of each hand, the left one the left hand's (Design/Placing.md case 30).
  private func addPair(
    _ track: borrowing HandTrack, _ subject: Subject, in environment: PanelSetup, to field: inout OcclusionField
  ) {
    let frame = UserFrame(panel: environment.panel, edge: environment.userEdge)
    let (first, second) = (track.positions[0], track.positions[1])
    for view in 0..<2 {
      let (eye, lift) = sight(view, in: environment, frame)
      field.beginHypothesis(weight: track.twoHandsProbability * (view == 0 ? looseProbability : 1 - looseProbability))
      for hand in 0..<2 {
        let sign = hand == 0 ? 1.0 : -1
        var position = TouchPositions()
        position.append((first.x >= second.x) == (sign > 0) ? first : second)
        var finger = subject
        finger.sign = sign
        finger.reading = HandReading(
          sign > 0 ? position : position.mirrored, grip: .finger,
          azimuth: sign > 0 ? track.forearm.right : track.forearm.left, deviation: track.forearm.deviation)
        draw(
          finger, turnedBy: .zero, lift: lift, pull: 1, swelling: swelling, seenBy: eye,
          view == 0 ? .loose : .posed, into: &field)
      }
    }
  }

  /// The eye and the height of the hand, for one of two views.
  private func sight(_ view: Int, in environment: PanelSetup, _ frame: UserFrame) -> (eye: EyeProjection, lift: Double)
  {
    let lift = view == 0 ? lowLift : highLift
    switch environment.viewpoint {
    case .orthographic: return (.orthographic, lift)
    case .eye(let x, let y, let z):
      let foot = frame.inward(Vector(dx: x, dy: y))
      let isUsable = z.isFinite && foot.isFinite && z > 1
      return (isUsable ? EyeProjection(foot: UserPoint(x: foot.dx, y: foot.dy), height: z) : .orthographic, lift)
    case .automatic: return (view == 0 ? .orthographic : environment.posture.eye(in: frame), (lowLift + highLift) / 2)
    }
  }

  private func draw(
    _ subject: Subject, turnedBy offset: Angle, lift: Double, pull: Double, swelling: Double,
    seenBy eye: EyeProjection, _ bearing: Bearing, into field: inout OcclusionField
  ) {
    let reading = subject.reading
    let pose = HandPose(
      sign: subject.sign, reading: reading, azimuth: reading.azimuth + offset, scale: subject.scale, lift: lift,
      pull: pull, swelling: swelling, overhang: subject.overhang, fingertip: subject.fingertip)
    HandSkeleton(pose, seenBy: eye, proportions: proportions(for: reading.grip, bearing)).draw(into: &field)
  }

  private func proportions(for grip: Grip, _ bearing: Bearing) -> HandProportions {
    let hand =
      switch grip {
      case .finger, .thumb, .object: finger
      case .pinch: pinch
      case .chord: chord
      case .spread: spread
      case .pen: pen
      }
    guard bearing == .loose else { return hand }
    if grip == .finger { return relaxed }
    guard looseness > 0, grip == .pinch || grip == .chord || grip == .spread else { return hand }
    return hand.mixed(with: .tabulated, share: looseness)
  }

  /// The fingers that reach around the edge opposite of the holding thumb's, at its height; `nil` where the device is too broad
  /// for that, as a phone in two hands is (Design/Placing.md case 36).
  private func graspingFingers(sign: Double, in frame: UserFrame) -> OcclusionPiece? {
    let half = frame.halfSize
    guard half.width > 0, half.width * 2 <= graspableWidth else { return nil }
    // Four fingers of some 18 mm side by side; the thumb's base is a quarter of the height above the lower edge.
    let top = max(half.height * 0.5 - 50, -half.height)
    let bottom = min(half.height * 0.5 + 20, half.height)
    return OcclusionPiece(
      x: -sign * half.width, y: top, radius: grasp, endX: -sign * half.width, endY: bottom, endRadius: grasp)
  }

  /// Adds the contacts alone: a disc as wide as a finger each.
  private func addContacts(of track: borrowing HandTrack, to field: inout OcclusionField) {
    field.beginHypothesis(weight: 1)
    for index in 0..<track.positions.count {
      let position = track.positions[index]
      field.append(
        OcclusionPiece(x: position.x, y: position.y, radius: 9, endX: position.x, endY: position.y, endRadius: 9))
    }
  }
}
