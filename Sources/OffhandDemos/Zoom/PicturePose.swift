import Offhand

/// Where a picture lies: its middle, its enlargement, its turn.
struct PicturePose: Sendable, Hashable {
  /// Where the middle of the picture is, in millimetres.
  var center: Point
  /// The enlargement; 1 shows one pixel of the picture on one pixel of the screen.
  var scale: Double
  /// The turn, clockwise positive, not wrapped.
  var rotation = Angle.zero

  /// A pose.
  init(center: Point, scale: Double, rotation: Angle = .zero) {
    self.center = center
    self.scale = scale
    self.rotation = rotation
  }

  /// The pose in which a picture of `size` fills `bounds` as far as it can without being cut.
  init(fitting size: Size, into bounds: Rect) {
    center = bounds.center
    scale = size.width > 0 && size.height > 0 ? min(bounds.width / size.width, bounds.height / size.height) : 1
  }

  /// The map from the picture's own millimetres, its corner in the origin, to the surface.
  func transform(of size: Size) -> Similarity {
    var map = Similarity(scale: scale, rotation: rotation)
    map.translation = center - map.apply(Point(x: size.width / 2, y: size.height / 2))
    return map
  }

  /// How far anything of a picture of `size` is at most, in millimetres, from where it is in `other`; on `surface`, anything that
  /// is seen there.
  ///
  /// What is seen lies within the picture and within the surface, and of either a similarity moves a corner most.
  func distance(to other: PicturePose, of size: Size, on surface: Rect? = nil) -> Double {
    let (here, there) = (transform(of: size), other.transform(of: size))
    let back = there.inverse
    var (ofPicture, ofSurface) = (0.0, surface == nil ? Double.infinity : 0)
    for corner in 0..<4 {
      let (x, y) = (corner & 1 == 0 ? 0.0 : 1, corner & 2 == 0 ? 0.0 : 1)
      let own = Point(x: x * size.width, y: y * size.height)
      ofPicture = max(ofPicture, here.apply(own).distance(to: there.apply(own)))
      guard let surface else { continue }
      let seen = Point(x: surface.minX + x * surface.width, y: surface.minY + y * surface.height)
      ofSurface = max(ofSurface, here.apply(back.apply(seen)).distance(to: seen))
    }
    return min(ofPicture, ofSurface)
  }

  /// Goes along with fingers: `step` takes what is under them with them. Where the enlargement would leave `limits`, it stops
  /// about `focus`, the middle of the fingers.
  mutating func follow(_ step: Similarity, about focus: Point, limits: ClosedRange<Double>) {
    guard step.scale.isFinite, step.scale > 0, step.translation.isFinite, step.rotation.radians.isFinite else { return }
    center = step.apply(center)
    rotation = rotation + step.rotation
    let enlarged = scale * step.scale
    scale = min(max(enlarged, limits.lowerBound), limits.upperBound)
    center = focus + (center - focus) * (scale / enlarged)
  }

  /// The pose of which `remainder` of the way from `self` to `other` is still to go: 1 is here, 0 is there.
  ///
  /// Enlargement goes along its logarithm, so that it looks steady, and the turn goes the short way round.
  func onTheWay(to other: PicturePose, remainder: Double) -> PicturePose {
    var pose = other
    pose.center += (center - other.center) * remainder
    pose.scale = other.scale * _exp(_log(scale / other.scale) * remainder)
    pose.rotation = other.rotation + (rotation - other.rotation).wrapped * remainder
    return pose
  }
}

/// Whether a picture that fingers hold is at rest. Fingers never lie quite still: what nobody sees counts as rest, so that the
/// picture is drawn smoothly once, and then not again for every tremble.
struct PoseRest: Sendable {
  /// After how long without a motion a picture is drawn smoothly again: longer than the gap between the reports of the
  /// slowest touch screens, 60 a second, and shorter than it takes to look.
  static let settlingTime = Duration.milliseconds(80)
  /// How far a picture may go unseen, in millimetres: resting fingertips tremble by 0.05 (`JitterFilter`), and about fingers
  /// that are 60 mm apart the corner of a tablet trembles by some three times that.
  static let tremble = 0.5

  private var pose: PicturePose?
  /// When it will be at rest unless it moves until then; `nil` at rest.
  private(set) var deadline: Timestamp?

  /// Fingers have taken a picture of `size` on `surface` to `pose`.
  mutating func note(_ pose: PicturePose, of size: Size, on surface: Rect? = nil, at time: Timestamp) {
    if let rest = self.pose, pose.distance(to: rest, of: size, on: surface) <= PoseRest.tremble { return }
    self.pose = pose
    deadline = time + PoseRest.settlingTime
  }

  /// Serves what is due.
  mutating func advance(to time: Timestamp) {
    if let deadline, deadline <= time { self.deadline = nil }
  }

  /// The pose in which a picture that is at `pose` is shown: where it came to rest, while nobody sees the difference.
  func shown(_ pose: PicturePose, of size: Size, on surface: Rect? = nil) -> PicturePose {
    guard deadline == nil, let rest = self.pose, pose.distance(to: rest, of: size, on: surface) <= PoseRest.tremble
    else {
      return pose
    }
    return rest
  }
}
