/// A hand of fingers, thumb, palm and forearm over the glass, seen by an eye (placement.md §2.3).
///
/// What is not known is taken in several ways at once: either side, the forearm from further left or right, the wrist higher or
/// lower, and, where nobody says where the eye is, from the usual place and from straight above.
public struct ArticulatedOcclusion: OcclusionModel {
  /// One set of lengths for each grip: with the index finger alone on the glass, the others curled in.
  public var finger = HandProportions.finger
  /// The lengths with the index finger alone on the glass in a hand that stands loosely, the others stretched out beside it.
  public var relaxed = HandProportions.relaxed
  /// The lengths in a pinch.
  public var pinch = HandProportions.pinch
  /// The lengths with two or three fingers side by side.
  public var chord = HandProportions.chord
  /// The lengths with four or five contacts.
  public var spread = HandProportions.spread
  /// The lengths around a pen.
  public var pen = HandProportions.pen
  /// How much of the way the lengths of a hand that stands loosely are from the fitted ones to the anthropometric tables: those
  /// are of people, the poses of a robot's copy of a hand, which holds up and forward the fingers that do not touch. Tried at 0,
  /// .25, .4, .7 and 1 on four kinds of built hands: at .4 all of them are told better from above, and the fitted one hardly
  /// worse. A single finger's loose hand is `relaxed`.
  public var looseness = 0.4
  /// How high low wrists stand, as a fraction of the fitted height: the posed hand's wrists come out high, at some 110 mm;
  /// people's are 40 to 70 mm above a table that they rest on (placement.md §3.0).
  public var lowLift = 0.6
  /// How high high wrists stand.
  public var highLift = 0.95
  /// How far a hand that stands loosely goes along with its thumb, as a fraction of the fitted way. In the fitted poses the
  /// fingers are stiff and the whole hand follows the thumb; people also bend the index and leave the hand where it is.
  public var loosePull = 0.65
  /// How likely a hand stands loosely. More than half: people's wrists are low. Tried at .5, .55, .6 and .7: from .55 on what only
  /// a posed hand hides counts as more likely seen, which hands of low wrists confirm; at .7 the fitted hand is told worse.
  public var looseProbability = 0.55
  /// By how much the hand is thicker than fitted, in millimetres: where exactly a finger bends, nobody knows. Tried from .8 to
  /// 2.4: less tells every built hand more precisely and misses more of it, by .005 and .007 for .4 mm; at 2 overlays hide no
  /// more and stand no farther off than at 2.4.
  public var swelling = 2.0
  /// By how much the ways of holding that are less likely are thicker, in millimetres, as an eye sees them that is not above.
  /// What else is unknown is a matter of choosing, not of what is hidden: `WeightedCost.margin` keeps places clear of it. With
  /// 16.8 mm here, and 4 mm of margin, P(hidden) was up to .09 too high on hands that are built otherwise than the fitted one.
  public var turnedSwelling = 12.0
  /// The same from straight above: there no height moves anything, so less is unknown.
  public var plainSwelling = 4.0
  /// How far the less likely directions of the forearm lie from the likeliest, in standard deviations.
  public var turnSpread = 1.9
  /// How far the fingers that hold a phone reach around its edge onto the glass, in millimetres.
  public var grasp = 8.0
  /// Devices are held so up to this width, in millimetres: a hand closes around them.
  public var graspableWidth = 84.0
  /// Contacts with a shorter long axis than this, in millimetres, are those of nails and of tips like a stylus's: bare fingertips
  /// leave 5 × 6 at least, 9 in the mean (placement.md §1.2).
  public var leastContact = 5.0
  /// How much further such a fingertip reaches beyond its contact, in millimetres.
  public var nailOverhang = 8.0
  /// Half the width of such a fingertip at least, in millimetres.
  public var leastFingertip = 6.0
  /// Sides that are less likely than this are left out; what they hide is given to the other side.
  public var leastProbability = 0.015

  /// How a hand bears itself: as the robot's copy of a hand was posed, or as people let theirs hang.
  private enum Bearing {
    case loose
    case posed
  }

  /// The fitted hand.
  public init() {}

  /// Adds the hand of `track`.
  public func cast(_ track: borrowing HandTrack, in environment: PanelSetup, into field: inout OcclusionField) {
    field.beginTrack()
    guard environment.shadows == .hands else { return castContacts(track, into: &field) }
    if track.grip == .object {
      field.beginHypothesis(weight: 1)
      return draw(
        Subject(reading: track.right, sign: 1, scale: track.scale), turned: 0, lift: 1, pull: 1, swollenBy: 0,
        by: .orthographic, .posed, into: &field)
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
    cast(subject, weight: right * one, in: environment, into: &field)
    subject.reading = track.left
    subject.sign = -1
    cast(subject, weight: left * one, in: environment, into: &field)
    if one < 1 { castPair(track, subject, in: environment, into: &field) }
  }

  /// One of the hands that there may be.
  private struct Subject {
    var reading: HandReading
    var sign: Double
    var scale: Double
    var palm: OcclusionPiece?
    var overhang = 0.0
    var fingertip: Double?
  }

  /// The palm where it was felt, if it can be this hand's: as broad as a palm, whichever hand it is (placement.md case 40).
  private func palm(of track: borrowing HandTrack) -> OcclusionPiece? {
    guard let place = track.palm, place.distance(to: track.contacts.centroid) < 150 else { return nil }
    let radius = 40 * track.scale
    return OcclusionPiece(x: place.x, y: place.y, radius: radius, endX: place.x, endY: place.y, endRadius: radius)
  }

  private func cast(
    _ subject: Subject, weight: Double, in environment: PanelSetup, into field: inout OcclusionField
  ) {
    guard weight > 0 else { return }
    let reading = subject.reading
    let frame = UserFrame(panel: environment.panel, edge: environment.userEdge)
    let spread = environment.statedAzimuth == nil ? turnSpread * reading.deviation : 5
    // Side by side no thumb pulls, and seen from above nothing is lifted: both ways are one.
    let isOneWay = environment.viewpoint == .orthographic && reading.thumb == nil && reading.grip != .finger
    for turn in 0..<3 {
      let share = weight * (turn == 1 ? 0.6 : 0.2)
      let offset = Double(turn - 1) * spread
      for view in 0..<2 {
        if view == 1, isOneWay { continue }
        let (eye, lift) = sight(view, in: environment, frame)
        field.beginHypothesis(weight: isOneWay ? share : share * (view == 0 ? looseProbability : 1 - looseProbability))
        if let palm = subject.palm { field.append(palm) }
        if reading.grip == .thumb, let fingers = graspingFingers(sign: subject.sign, in: frame) {
          field.append(fingers)
        }
        draw(
          subject, turned: offset, lift: lift, pull: view == 0 ? loosePull : 1,
          swollenBy: turn == 1 ? swelling : eye == .orthographic ? plainSwelling : turnedSwelling, by: eye,
          view == 0 ? .loose : .posed, into: &field)
      }
    }
  }

  /// The two fingers of a pinch as one of each hand, the left one the left hand's (placement.md case 30).
  private func castPair(
    _ track: borrowing HandTrack, _ subject: Subject, in environment: PanelSetup,
    into field: inout OcclusionField
  ) {
    let frame = UserFrame(panel: environment.panel, edge: environment.userEdge)
    let (first, second) = (track.contacts[0], track.contacts[1])
    for view in 0..<2 {
      let (eye, lift) = sight(view, in: environment, frame)
      field.beginHypothesis(
        weight: track.twoHandsProbability * (view == 0 ? looseProbability : 1 - looseProbability))
      for hand in 0..<2 {
        let sign = hand == 0 ? 1.0 : -1
        var contact = TouchPositions()
        contact.append((first.x >= second.x) == (sign > 0) ? first : second)
        var finger = subject
        finger.sign = sign
        finger.reading = HandReading(
          sign > 0 ? contact : contact.mirrored, grip: .finger,
          azimuth: sign > 0 ? track.expectedAzimuth.right : track.expectedAzimuth.left,
          deviation: track.azimuthDeviation)
        draw(
          finger, turned: 0, lift: lift, pull: 1, swollenBy: swelling, by: eye, view == 0 ? .loose : .posed,
          into: &field)
      }
    }
  }

  /// One of two ways of seeing a hand: where the eye is, and how high the hand stands.
  private func sight(
    _ view: Int, in environment: PanelSetup, _ frame: UserFrame
  ) -> (eye: EyeProjection, lift: Double) {
    let lift = view == 0 ? lowLift : highLift
    switch environment.viewpoint {
    case .orthographic: return (.orthographic, lift)
    case .eye(let x, let y, let z):
      let foot = frame.inward(Vector(dx: x, dy: y))
      let isUsable = z.isFinite && foot.isFinite && z > 1
      return (isUsable ? EyeProjection(x: foot.dx, y: foot.dy, z: z) : .orthographic, lift)
    case .automatic:
      return (view == 0 ? .orthographic : environment.posture.eye(in: frame), (lowLift + highLift) / 2)
    }
  }

  private func draw(
    _ subject: Subject, turned offset: Double, lift: Double, pull: Double, swollenBy swelling: Double,
    by eye: EyeProjection, _ bearing: Bearing, into field: inout OcclusionField
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

  /// The fingers that come around the edge opposite of the holding thumb's, at its height; `nil` where the device is too broad
  /// for that, as a phone in two hands is (placement.md case 36).
  private func graspingFingers(sign: Double, in frame: UserFrame) -> OcclusionPiece? {
    let half = frame.halfSize
    guard half.width > 0, half.width * 2 <= graspableWidth else { return nil }
    // Four fingers of some 18 mm side by side; the thumb's base is a quarter of the height above the lower edge.
    let top = max(half.height * 0.5 - 50, -half.height)
    let bottom = min(half.height * 0.5 + 20, half.height)
    return OcclusionPiece(
      x: -sign * half.width, y: top, radius: grasp, endX: -sign * half.width, endY: bottom, endRadius: grasp)
  }

  /// Only the contacts hide something: a disc as wide as a finger each.
  private func castContacts(_ track: borrowing HandTrack, into field: inout OcclusionField) {
    field.beginHypothesis(weight: 1)
    for index in 0..<track.contacts.count {
      let place = track.contacts[index]
      field.append(OcclusionPiece(x: place.x, y: place.y, radius: 9, endX: place.x, endY: place.y, endRadius: 9))
    }
  }
}
