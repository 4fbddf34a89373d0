import Offhand

/// The picture under the touches: follows them, springs back to its first pose, and turns straight where it nearly is.
struct FittedPicture: Sendable {
  /// The motion back: the pose from which it starts, and the times of its start and end.
  private struct Return: Sendable {
    var origin: PicturePose
    var start: Timestamp
    var end: Timestamp
  }

  private static let spring = Spring.settle
  /// The first distance from the region's edges as a share of its shorter side: enough to see the ground, and to touch the
  /// picture at its edge.
  private static let margin = 0.06
  /// The least length of the longer side, in mm: a fingertip can still hit it.
  static let smallestSide = 10.0
  /// The greatest scale relative to the first one: a pixel of a 12 megapixel photo then fills a fingertip.
  static let magnification = 64.0
  /// The greatest angle in degrees from a quarter turn from which a released picture turns to it.
  private static let snapAngle = 5.0

  /// The size at scale 1, in mm.
  private(set) var size = Size.zero
  /// The part of the surface into which the picture fits at first.
  private var frame = Rect(origin: .origin, size: .zero)
  private var home = PicturePose(fitting: .zero, into: Rect(origin: .origin, size: .zero))
  private var pose = PicturePose(fitting: .zero, into: Rect(origin: .origin, size: .zero))
  /// The bounds of the surface, in mm.
  private(set) var bounds = Rect(origin: .origin, size: .zero)
  private var returning: Return?

  /// Lays out a picture that is `size` mm large at scale 1; what gestures have done stays in proportion.
  mutating func layout(size: Size, in bounds: Rect) {
    let inset = min(bounds.width, bounds.height) * FittedPicture.margin
    let newHome = PicturePose(fitting: size, into: bounds.inset(by: Insets(all: inset)))
    if self.size.area > 0, self.bounds.area > 0 {
      pose.scale *= newHome.scale / home.scale
      pose.center = Point(
        x: bounds.minX + (pose.center.x - self.bounds.minX) * bounds.width / self.bounds.width,
        y: bounds.minY + (pose.center.y - self.bounds.minY) * bounds.height / self.bounds.height)
    } else {
      pose = newHome
    }
    returning = nil
    self.size = size
    self.bounds = bounds
    frame = bounds.inset(by: Insets(all: inset))
    home = newHome
  }

  /// Follows touches with the centroid `focus` by `step`, so that the picture stays under them; stops it if it springs back.
  mutating func follow(_ step: Similarity, about focus: Point, at time: Timestamp) {
    stop(at: time)
    move(step, about: focus)
  }

  private mutating func move(_ step: Similarity, about focus: Point) {
    let longer = max(size.width, size.height)
    guard longer > 0 else { return }
    let smallest = min(FittedPicture.smallestSide / longer, home.scale)
    pose.follow(step, about: focus, limits: smallest...home.scale * FittedPicture.magnification)
    keepInReach()
  }

  /// Moves by `offset`; stops it if it springs back.
  mutating func move(by offset: Vector, at time: Timestamp) {
    stop(at: time)
    pose.center += offset
  }

  /// The pose at `time` after a further `motion`, within the limits of the picture.
  func pose(at time: Timestamp, after motion: PictureMotion) -> PicturePose {
    guard !motion.isNone else { return pose(at: time) }
    var moved = self
    moved.stop(at: time)
    moved.move(motion.map, about: motion.center)
    return moved.pose
  }

  /// Stops in another pose.
  mutating func stop(in pose: PicturePose) {
    self.pose = pose
    returning = nil
  }

  /// Stops in its present pose.
  mutating func stop(at time: Timestamp) {
    pose = pose(at: time)
    returning = nil
  }

  /// Springs back to its first pose.
  mutating func reset(at time: Timestamp) { go(to: home, at: time) }

  /// Goes to `magnification` times its first scale about `focus`; to its first pose if it is nearer to that size already.
  mutating func toggle(about focus: Point, by magnification: Double, at time: Timestamp) {
    var target = pose(at: time)
    guard target.scale < home.scale * magnification.squareRoot() else { return reset(at: time) }
    let step = Similarity(scale: home.scale * magnification / target.scale, rotation: .zero, about: focus)
    target.follow(step, about: focus, limits: 0...home.scale * FittedPicture.magnification)
    go(to: target, at: time)
  }

  /// Comes to rest after touches with the centroid `focus` have left: straight where it nearly is, about `focus`, and as large as the
  /// surface where it is smaller.
  mutating func settle(about focus: Point, at time: Timestamp) {
    stop(at: time)
    var rest = pose
    let quarter = Angle(degrees: (pose.rotation.degrees / 90).rounded() * 90)
    if abs((pose.rotation - quarter).degrees) <= FittedPicture.snapAngle {
      rest.rotation = quarter
      let turn = Similarity(scale: 1, rotation: quarter - pose.rotation, about: focus)
      rest.center = turn.apply(rest.center)
    }
    let turned = Similarity(scale: 1, rotation: rest.rotation).bounds(of: Rect(origin: .origin, size: size))
    let fit = PicturePose(fitting: turned.size, into: frame)
    if rest.scale < fit.scale * 0.999 { (rest.scale, rest.center) = (fit.scale, fit.center) }
    if rest != pose { go(to: rest, at: time) }
  }

  private mutating func go(to target: PicturePose, at time: Timestamp) {
    stop(at: time)
    // The spring goes from 1 to 0; a thousandth of the distance is below a pixel.
    let seconds = FittedPicture.spring.settlingTime(from: 1, tolerance: 0.001)
    returning = Return(origin: pose, start: time, end: time + .seconds(seconds))
    pose = target
  }

  /// Whether the picture is springing back.
  func isAnimating(at time: Timestamp) -> Bool { returning.map { time < $0.end } ?? false }

  /// The pose at `time`.
  func pose(at time: Timestamp) -> PicturePose {
    guard let returning, time < returning.end else { return pose }
    let remainder = FittedPicture.spring.offset(from: 1, after: max(0, time.seconds(since: returning.start)))
    return returning.origin.interpolated(to: pose, remainder: remainder)
  }

  /// Whether `point` is on the picture.
  func contains(_ point: Point, at time: Timestamp) -> Bool {
    let inside = pose(at: time).transform(of: size).inverse.apply(point)
    return Rect(origin: .origin, size: size).contains(inside)
  }

  /// Keeps enough of the picture on the surface to touch it again.
  private mutating func keepInReach() {
    let box = pose.transform(of: size).bounds(of: Rect(origin: .origin, size: size))
    let grip = FittedPicture.smallestSide
    let reach = bounds.inset(by: Insets(all: min(grip, bounds.width / 2, bounds.height / 2)))
    if box.maxX < reach.minX { pose.center.x += reach.minX - box.maxX }
    if box.minX > reach.maxX { pose.center.x += reach.maxX - box.minX }
    if box.maxY < reach.minY { pose.center.y += reach.minY - box.maxY }
    if box.minY > reach.maxY { pose.center.y += reach.maxY - box.minY }
  }
}
