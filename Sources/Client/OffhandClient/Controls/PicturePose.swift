public import Offhand

/// The pose of a picture: its center, scale and rotation.
public struct PicturePose: Sendable, Hashable {
  /// The middle of the picture, in mm.
  public var center: Point
  /// The scale; at 1, one pixel of the picture is one pixel of the screen.
  public var scale: Double
  /// The rotation, clockwise positive, not wrapped.
  public var rotation = Angle.zero

  /// A pose.
  public init(center: Point, scale: Double, rotation: Angle = .zero) {
    self.center = center
    self.scale = scale
    self.rotation = rotation
  }

  /// The pose in which a picture of `size` is as large as possible within `bounds`.
  public init(fitting size: Size, into bounds: Rect) {
    center = bounds.center
    scale = size.width > 0 && size.height > 0 ? min(bounds.width / size.width, bounds.height / size.height) : 1
  }

  /// The map from the picture's own coordinates, in mm with its corner at the origin, to the surface.
  public func transform(of size: Size) -> Similarity {
    var map = Similarity(scale: scale, rotation: rotation)
    map.translation = center - map.apply(Point(x: size.width / 2, y: size.height / 2))
    return map
  }

  /// The greatest distance, in mm, of any point of a picture of `size` between this pose and `other`; of the points visible on
  /// `surface`, if that is given.
  ///
  /// What is visible lies within the picture and within the surface, and a similarity moves a corner of either the most.
  public func distance(to other: PicturePose, of size: Size, on surface: Rect? = nil) -> Double {
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

  /// Follows touches by `step`, so that the picture stays under them. A scale that would leave `limits` is limited about
  /// `focus`, the centroid of the touches. A step with non-finite values or a scale that is not positive is ignored.
  public mutating func follow(_ step: Similarity, about focus: Point, limits: ClosedRange<Double>) {
    guard step.scale.isFinite, step.scale > 0, step.translation.isFinite, step.rotation.radians.isFinite else { return }
    center = step.apply(center)
    rotation = rotation + step.rotation
    let enlarged = scale * step.scale
    scale = min(max(enlarged, limits.lowerBound), limits.upperBound)
    center = focus + (center - focus) * (scale / enlarged)
  }

  /// The pose between this one (`remainder` 1) and `other` (0).
  ///
  /// The scale is interpolated by its logarithm, so that it looks steady, and the rotation takes the shorter direction.
  public func interpolated(to other: PicturePose, remainder: Double) -> PicturePose {
    var pose = other
    pose.center += (center - other.center) * remainder
    pose.scale = other.scale * _exp(_log(scale / other.scale) * remainder)
    pose.rotation = other.rotation + (rotation - other.rotation).wrapped * remainder
    return pose
  }
}

/// Decides whether a picture that touches hold is still. Fingertips tremble: motion too small to see counts as none, so that the
/// picture is drawn smoothly once, and not again for every tremble.
struct PoseRest: Sendable {
  /// The delay after its last motion before a picture is drawn smoothly again: longer than the 17 ms between reports of the slowest
  /// touch screens, and too short to notice.
  static let settlingTime = Duration.milliseconds(80)
  /// The greatest distance, in mm, that is not seen as motion: still fingertips tremble by 0.05 mm (`JitterFilter`), and with
  /// fingers 60 mm apart the corner of a tablet trembles by some three times that.
  static let tremble = 0.5

  private var pose: PicturePose?
  /// The time at which it counts as still unless it moves before; `nil` while it is still.
  private(set) var deadline: Timestamp?

  /// A picture that touches have not moved yet.
  init() {}

  /// Notes that touches have moved a picture of `size` on `surface` to `pose`.
  mutating func note(_ pose: PicturePose, of size: Size, on surface: Rect? = nil, at time: Timestamp) {
    if let rest = self.pose, pose.distance(to: rest, of: size, on: surface) <= PoseRest.tremble { return }
    self.pose = pose
    deadline = time + PoseRest.settlingTime
  }

  /// Serves the deadline.
  mutating func advance(to time: Timestamp) {
    if let deadline, deadline <= time { self.deadline = nil }
  }

  /// The pose in which a picture at `pose` is drawn: the one in which it came to rest, while the difference is not visible.
  func shown(_ pose: PicturePose, of size: Size, on surface: Rect? = nil) -> PicturePose {
    guard deadline == nil, let rest = self.pose, pose.distance(to: rest, of: size, on: surface) <= PoseRest.tremble
    else {
      return pose
    }
    return rest
  }
}
