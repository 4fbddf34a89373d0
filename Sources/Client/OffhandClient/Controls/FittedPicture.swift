import Offhand

/// A picture that fits into its region at first, springs back to that, and turns straight where it nearly is.
struct FittedPicture: Sendable {
  /// The first distance from the region's edges as a share of its shorter side: enough to see the ground, and to touch the
  /// picture at its edge.
  private static let margin = 0.06
  /// The greatest scale relative to the first one: a pixel of a 12 megapixel photo then fills a fingertip.
  static let magnification = 64.0
  /// The greatest angle in degrees from a quarter turn from which a released picture turns to it.
  private static let snapAngle = 5.0

  /// The picture; of no size until it is laid out.
  var held = HeldPicture(.zero, in: PicturePose(center: .origin, scale: 1), limits: 1...1)
  /// The part of the surface into which the picture fits at first.
  private var frame = Rect(origin: .origin, size: .zero)
  private var home = PicturePose(center: .origin, scale: 1)

  /// Lays out a picture that is `size` mm large at scale 1; what gestures have done stays in proportion.
  mutating func layout(size: Size, in bounds: Rect) {
    frame = bounds.inset(by: Insets(all: min(bounds.width, bounds.height) * FittedPicture.margin))
    let newHome = PicturePose(fitting: size, into: frame)
    var pose = newHome
    if let old = held.surface, held.size.area > 0, old.area > 0 {
      pose = held.pose
      pose.scale *= newHome.scale / home.scale
      pose.center = Point(
        x: bounds.minX + (pose.center.x - old.minX) * bounds.width / old.width,
        y: bounds.minY + (pose.center.y - old.minY) * bounds.height / old.height)
    }
    home = newHome
    (held.size, held.surface) = (size, bounds)
    let longer = max(size.width, size.height)
    held.limits =
      min(longer > 0 ? HeldPicture.smallestSide / longer : .infinity, home.scale)...home.scale
      * FittedPicture.magnification
    held.lie(in: pose)
  }

  /// Springs back to its first pose.
  mutating func reset(at time: Timestamp) { held.go(to: home, at: time) }

  /// Goes to `magnification` times its first scale about `focus`; to its first pose if it is nearer to that size already.
  mutating func toggle(about focus: Point, by magnification: Double, at time: Timestamp) {
    var target = held.pose(at: time)
    guard target.scale < home.scale * magnification.squareRoot() else { return reset(at: time) }
    let step = Similarity(scale: home.scale * magnification / target.scale, rotation: .zero, about: focus)
    target.follow(step, about: focus, limits: 0...home.scale * FittedPicture.magnification)
    held.go(to: target, at: time)
  }

  /// Comes to rest after touches with the centroid `focus` have left: straight where it nearly is, about `focus`, and as large as the
  /// surface where it is smaller.
  mutating func settle(about focus: Point, at time: Timestamp) {
    let pose = held.pose(at: time)
    var rest = pose
    let quarter = Angle(degrees: (pose.rotation.degrees / 90).rounded() * 90)
    if abs((pose.rotation - quarter).degrees) <= FittedPicture.snapAngle {
      rest.rotation = quarter
      let turn = Similarity(scale: 1, rotation: quarter - pose.rotation, about: focus)
      rest.center = turn.apply(rest.center)
    }
    let turned = Similarity(scale: 1, rotation: rest.rotation).bounds(of: Rect(origin: .origin, size: held.size))
    let fit = PicturePose(fitting: turned.size, into: frame)
    if rest.scale < fit.scale * 0.999 { (rest.scale, rest.center) = (fit.scale, fit.center) }
    held.go(to: rest, at: time)
  }
}
