import Offhand

/// A photo on the table: where it lies, how it moves, whether a hand holds it.
struct Photo: Sendable {
  /// The white border, in millimetres at the enlargement 1.
  static let border = 2.0
  /// The longer side without the border, in millimetres at the enlargement 1: a large print.
  static let longerSide = 78.0
  /// How small and large a photo can be made: a thumb's width to the size of a poster.
  static let limits = 0.25...6.0
  /// How long a photo takes to rise when it is touched and to lie down again.
  private static let rising = Duration.milliseconds(140)

  let id: Int
  private(set) var picture: BoardPicture
  /// The size with the border, in millimetres at the enlargement 1.
  let size: Size
  /// Where it lies, or will when it has come to rest.
  private(set) var pose: PicturePose
  private var motion = PhotoMotion.rest
  private var lift = Fade(from: 0, to: 0, over: .zero, at: .zero)
  /// How far the running gesture has taken the photo.
  private var followed = Similarity.identity
  /// Whether somebody has taken it off the table.
  var isRemoved = false
  /// Whether the fingers that hold it lie still.
  private(set) var rest = PoseRest()

  /// A photo that comes to lie at `center`, turned by `rotation`.
  init(id: Int, picture: BoardPicture, center: Point, rotation: Angle, scale: Double = 1) {
    self.id = id
    self.picture = picture
    let inner = picture.size(longerSide: Photo.longerSide)
    size = Size(width: inner.width + 2 * Photo.border, height: inner.height + 2 * Photo.border)
    pose = PicturePose(center: center, scale: scale, rotation: rotation)
  }

  /// Where it is at `time`.
  func pose(at time: Timestamp) -> PicturePose { motion.pose(at: time, restingIn: pose) }

  /// Whether it moves or rises by itself.
  func isAnimating(at time: Timestamp) -> Bool { motion.end.map { time < $0 } ?? false || !lift.isOver(at: time) }

  /// Whether it is drawn fast: it moves, or moved a moment ago.
  func isMoving(at time: Timestamp) -> Bool {
    rest.deadline.map { time < $0 } ?? false || motion.end.map { time < $0 } ?? false
  }

  /// Whether `point` is on it.
  func contains(_ point: Point, at time: Timestamp) -> Bool {
    let inside = pose(at: time).transform(of: size).inverse.apply(point)
    return Rect(origin: .origin, size: size).contains(inside)
  }

  /// A finger lands on it: it stops where it is and rises.
  mutating func grab(at time: Timestamp) {
    stop(at: time)
    lift = Fade(from: lift.opacity(at: time), to: 1, over: Photo.rising, at: time)
  }

  /// The last finger left it: it lies down, and goes back inside `bounds` if nothing has sent it elsewhere.
  mutating func release(within bounds: Rect, at time: Timestamp) {
    lift = Fade(from: lift.opacity(at: time), to: 0, over: Photo.rising, at: time)
    if case .rest = motion { fly(.zero, spin: 0, within: bounds, at: time) }
  }

  /// Goes along with fingers.
  mutating func follow(_ gesture: Gesture, state: GestureState, at time: Timestamp) {
    if state == .began { followed = .identity }
    stop(at: time)
    let map = gesture.similarity
    pose.follow(followed.inverse.followed(by: map), about: gesture.location, limits: Photo.limits)
    followed = map
    rest.note(pose, of: size, at: time)
  }

  /// The gesture ended with `velocity` in millimetres and `spin` in radians a second: it slides on and stops inside `bounds`.
  mutating func fly(_ velocity: Vector, spin: Double, within bounds: Rect, at time: Timestamp) {
    stop(at: time)
    let flight = PhotoFlight(from: pose, size: size, velocity: velocity, spin: spin, within: bounds, at: time)
    guard flight.end > time else { return }
    pose = flight.pose(at: flight.end)
    rest = PoseRest()
    motion = .flight(flight)
  }

  /// Goes to another pose on a spring.
  mutating func go(to target: PicturePose, at time: Timestamp) {
    stop(at: time)
    motion = .spring(from: pose, at: time)
    rest = PoseRest()
    pose = target
  }

  /// How much a photo is enlarged when it comes onto a table: so that one covers less than half of it either way.
  static func scale(on table: Rect) -> Double { min(1, min(table.width, table.height) / (2.2 * longerSide)) }

  /// The table got another size: place and size stay in proportion.
  mutating func move(from old: Rect, to new: Rect) {
    motion = .rest
    pose.scale = min(
      max(pose.scale * Photo.scale(on: new) / Photo.scale(on: old), Photo.limits.lowerBound), Photo.limits.upperBound)
    pose.center = Point(
      x: new.minX + (pose.center.x - old.minX) * new.width / old.width,
      y: new.minY + (pose.center.y - old.minY) * new.height / old.height)
  }

  /// Stops where it is.
  mutating func stop(at time: Timestamp) {
    pose = pose(at: time)
    motion = .rest
  }

  /// It is read with more pixels, or with fewer.
  mutating func replace(_ image: ImageID) { picture.image = image }

  /// How many millimetres the longer side of the picture has on the table.
  func shownSide(at time: Timestamp) -> Double { pose(at: time).scale * Photo.longerSide }

  /// Serves what is due.
  mutating func advance(to time: Timestamp) {
    rest.advance(to: time)
  }

  /// Draws shadow, border and picture.
  func draw(at time: Timestamp, into list: inout DisplayList) {
    let transform = rest.shown(pose(at: time), of: size).transform(of: size)
    let paper = Rect(origin: .origin, size: size)
    let height = lift.opacity(at: time)
    let shadow = Shadow(
      color: Color(white: 0, alpha: Float(0.42 - 0.1 * height)), offset: Vector(dx: 0, dy: 0.9 + 2.6 * height),
      blur: 2 + 4 * height)
    list.shadow(under: paper, cornerRadius: 0.3, shadow, transform: transform)
    list.polygon(
      [
        transform.apply(.origin), transform.apply(Point(x: size.width, y: 0)),
        transform.apply(Point(x: size.width, y: size.height)), transform.apply(Point(x: 0, y: size.height)),
      ], Color(rgb: 0xFBFAF7))
    let inner = paper.inset(by: Insets(all: Photo.border))
    let inside = Similarity(translation: inner.origin - .origin).followed(by: transform)
    list.picture(picture.image, size: inner.size, transform: inside, quality: isMoving(at: time) ? .fast : .smooth)
  }
}

/// How a photo moves by itself; always a function of time, so it can be caught anywhere.
enum PhotoMotion: Sendable {
  /// It lies.
  case rest
  /// It was thrown: it slides on, slows down and stops inside the edges.
  case flight(PhotoFlight)
  /// It goes where it was sent, on a spring that was let go at rest.
  case spring(from: PicturePose, start: Timestamp, end: Timestamp)

  /// Where a photo is at `time` that will come to rest in `pose`.
  func pose(at time: Timestamp, restingIn pose: PicturePose) -> PicturePose {
    switch self {
    case .rest: return pose
    case .flight(let flight): return flight.pose(at: time)
    case .spring(let origin, let start, let end):
      guard time < end else { return pose }
      return origin.onTheWay(to: pose, remainder: Spring.settle.offset(from: 1, after: time.seconds(since: start)))
    }
  }

  /// When it is over; `nil` for rest.
  var end: Timestamp? {
    switch self {
    case .rest: nil
    case .flight(let flight): flight.end
    case .spring(_, _, let end): end
    }
  }

  /// On a spring from `pose`, let go at `time`.
  static func spring(from pose: PicturePose, at time: Timestamp) -> PhotoMotion {
    // The spring is let go at 1 and rests at 0; a thousandth of the way is below a pixel.
    let seconds = Spring.settle.settlingTime(from: 1, tolerance: 0.001)
    return .spring(from: pose, start: time, end: time + .seconds(seconds))
  }
}

/// A throw of a photo: it slides and turns on, slows down and comes to rest inside the table's edges.
struct PhotoFlight: Sendable {
  /// How a thrown photo slows down: paper on a table, so faster than a scroll view.
  private static let friction = Decay(rate: 3.5)

  private let origin: PicturePose
  private let start: Timestamp
  private let x: Glide
  private let y: Glide
  private let spin: Double

  /// A throw of a photo of `size` from `pose`; `velocity` in millimetres, `spin` in radians a second.
  init(
    from pose: PicturePose, size: Size, velocity: Vector, spin: Double, within bounds: Rect, at start: Timestamp
  ) {
    origin = pose
    self.start = start
    self.spin = spin
    var rest = pose
    rest.rotation = pose.rotation + Angle(radians: spin / PhotoFlight.friction.rate)
    let box = rest.transform(of: size).bounds(of: Rect(origin: .origin, size: size))
    x = Glide(
      from: pose.center.x, velocity: velocity.dx,
      within: PhotoFlight.room(bounds.minX, bounds.maxX, for: box.width), decay: PhotoFlight.friction)
    y = Glide(
      from: pose.center.y, velocity: velocity.dy,
      within: PhotoFlight.room(bounds.minY, bounds.maxY, for: box.height), decay: PhotoFlight.friction)
  }

  /// Where the middle of something `extent` long may lie between two edges: inside, or, if it is longer than the room, so
  /// that it fills it.
  private static func room(_ low: Double, _ high: Double, for extent: Double) -> ClosedRange<Double> {
    let first = low + extent / 2
    let last = high - extent / 2
    return min(first, last)...max(first, last)
  }

  /// When it has come to rest.
  var end: Timestamp {
    let turning = abs(spin) > 0 ? _log(max(1, abs(spin) / 0.01)) / PhotoFlight.friction.rate : 0
    return start + .seconds(max(x.duration, y.duration, turning))
  }

  /// Where the photo is at `time`.
  func pose(at time: Timestamp) -> PicturePose {
    let isOver = time >= end
    let seconds = min(time, end).seconds(since: start)
    var pose = origin
    pose.center =
      isOver ? Point(x: x.rest, y: y.rest) : Point(x: x.position(after: seconds), y: y.position(after: seconds))
    pose.rotation = origin.rotation + Angle(radians: spin * PhotoFlight.friction.reach(after: seconds))
    return pose
  }
}
