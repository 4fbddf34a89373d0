import Offhand

/// The picture under the fingers: follows them, and springs back to where it began.
struct ZoomPicture: Sendable {
  /// The distance from the surface's edges at the beginning, as a part of its shorter side: enough to see that it is a
  /// picture on a ground, and to take it by its edge.
  static let margin = 0.06
  /// How long the longer side of the picture is at least, in millimetres: a fingertip can still hit it.
  static let smallestSide = 10.0
  /// How much larger than at the beginning the picture can get: a pixel of a 12 megapixel photo then fills a fingertip.
  static let largestMagnification = 64.0

  /// The springing back: from where, since when, until when.
  private struct Return: Sendable {
    var origin: PicturePose
    var start: Timestamp
    var end: Timestamp
  }

  private static let spring = Spring.settle

  /// The size at the enlargement 1, in millimetres.
  private(set) var size = Size.zero
  private var home = PicturePose(fitting: .zero, into: Rect(origin: .origin, size: .zero))
  private var pose = PicturePose(fitting: .zero, into: Rect(origin: .origin, size: .zero))
  /// The surface.
  private(set) var bounds = Rect(origin: .origin, size: .zero)
  private var returning: Return?

  /// Lies in `bounds`, `size` millimetres large at the enlargement 1. What the fingers had done stays in proportion.
  mutating func layout(size: Size, in bounds: Rect) {
    let inset = min(bounds.width, bounds.height) * ZoomPicture.margin
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
    home = newHome
  }

  /// Goes along with fingers, whose middle is `focus`: `step` takes what is under them with them. A picture that is springing
  /// back is caught where it is.
  mutating func follow(_ step: Similarity, about focus: Point, at time: Timestamp) {
    stop(at: time)
    let longer = max(size.width, size.height)
    guard longer > 0 else { return }
    let smallest = min(ZoomPicture.smallestSide / longer, home.scale)
    pose.follow(step, about: focus, limits: smallest...home.scale * ZoomPicture.largestMagnification)
    keepInReach()
  }

  /// Stops where it is.
  mutating func stop(at time: Timestamp) {
    pose = pose(at: time)
    returning = nil
  }

  /// Springs back to where it began.
  mutating func reset(at time: Timestamp) {
    stop(at: time)
    // The spring is let go at 1 and rests at 0; a thousandth of the way is below a pixel.
    let seconds = ZoomPicture.spring.settlingTime(from: 1, tolerance: 0.001)
    returning = Return(origin: pose, start: time, end: time + .seconds(seconds))
    pose = home
  }

  /// Whether the picture is springing back.
  func isAnimating(at time: Timestamp) -> Bool { returning.map { time < $0.end } ?? false }

  /// Where the picture is at `time`.
  func pose(at time: Timestamp) -> PicturePose {
    guard let returning, time < returning.end else { return pose }
    let remainder = ZoomPicture.spring.offset(from: 1, after: time.seconds(since: returning.start))
    return returning.origin.onTheWay(to: pose, remainder: remainder)
  }

  /// Whether `point` is on the picture.
  func contains(_ point: Point, at time: Timestamp) -> Bool {
    let inside = pose(at: time).transform(of: size).inverse.apply(point)
    return Rect(origin: .origin, size: size).contains(inside)
  }

  /// Keeps enough of the picture on the surface to take hold of it again.
  private mutating func keepInReach() {
    let box = pose.transform(of: size).bounds(of: Rect(origin: .origin, size: size))
    let grip = ZoomPicture.smallestSide
    let reach = bounds.inset(by: Insets(all: min(grip, bounds.width / 2, bounds.height / 2)))
    if box.maxX < reach.minX { pose.center.x += reach.minX - box.maxX }
    if box.minX > reach.maxX { pose.center.x += reach.maxX - box.minX }
    if box.maxY < reach.minY { pose.center.y += reach.minY - box.maxY }
    if box.minY > reach.maxY { pose.center.y += reach.maxY - box.minY }
  }
}
