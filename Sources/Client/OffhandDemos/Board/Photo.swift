import Offhand
import OffhandClient

/// A photo on the table: its pose, its motion, whether a hand holds it.
struct Photo: Sendable {
  /// The width of the white border, in mm at scale 1.
  static let border = 2.0
  /// The longer side without the border, in mm at scale 1: a large print.
  static let longerSide = 78.0
  /// The scales a photo can have: from a thumb's width to the size of a poster.
  static let limits = 0.25...6.0
  /// The time in which a photo rises when it is touched, and sinks again.
  private static let rising = Duration.milliseconds(140)

  /// Its number among the photos that were put on the table.
  let id: Int
  /// The number of its picture, of which there may be several photos.
  let index: Int
  private(set) var picture: BoardPicture
  /// The size with the border, in mm at scale 1.
  let size: Size
  /// Its pose, or its pose at the end of its motion.
  private(set) var pose: PicturePose
  private var motion = PhotoMotion.rest
  private var lift = Fade(from: 0, to: 0, over: .zero, at: .zero)
  /// The transform of the active gesture that has already been applied to the photo.
  private var followed = Similarity.identity
  /// Whether the user took it off the table.
  var isRemoved = false
  /// Whether the touches that hold it are still.
  private(set) var rest = PoseRest()
  /// Its motion with a finger of which it is not known yet what it does.
  private var provisional = ProvisionalMotion()
  /// The touches that hold it.
  private var grip = PictureGrip()

  /// A photo that lies in `pose`.
  init(id: Int, of index: Int, picture: BoardPicture, at pose: PicturePose) {
    self.id = id
    self.index = index
    self.picture = picture
    let inner = picture.size(longerSide: Photo.longerSide)
    size = Size(width: inner.width + 2 * Photo.border, height: inner.height + 2 * Photo.border)
    self.pose = pose
  }

  /// The pose at `time`.
  func pose(at time: Timestamp) -> PicturePose { motion.pose(at: time, restingIn: pose) }

  /// Whether it moves, settles or rises by itself.
  func isAnimating(at time: Timestamp) -> Bool {
    motion.end.map { time < $0 } ?? false || !lift.isOver(at: time) || grip.isSettling(at: time)
      || provisional.isAnimating(at: time)
  }

  /// Whether touches move it.
  var isHeld: Bool { grip.isHeld }

  /// The pose in which it is drawn.
  func drawnPose(for frame: FrameTime, by prediction: ViewPrediction) -> PicturePose {
    drawnPose(at: frame.presentation, after: grip.motion(for: frame, by: prediction))
  }

  private func drawnPose(at time: Timestamp, after motion: PictureMotion) -> PicturePose {
    var pose = pose(at: time, after: motion)
    pose.center += provisional.offset(at: time)
    return pose
  }

  private func pose(at time: Timestamp, after motion: PictureMotion) -> PicturePose {
    var pose = pose(at: time)
    if !motion.isNone { pose.follow(motion.map, about: motion.center, limits: Photo.limits) }
    return pose
  }

  /// Lets the difference to the pose in which it was drawn settle, if its touches have changed.
  mutating func settle(from drawn: PicturePose, for frame: FrameTime, by prediction: ViewPrediction) {
    let photo = self
    grip.settle(from: drawn, of: size, for: frame, by: prediction) {
      photo.drawnPose(at: frame.presentation, after: $0)
    }
  }

  /// Whether it moves, or did a moment ago, and so is drawn fast.
  func isMoving(at time: Timestamp) -> Bool {
    rest.deadline.map { time < $0 } ?? false || motion.end.map { time < $0 } ?? false || provisional.isFollowing
      || provisional.isAnimating(at: time)
  }

  /// Whether `point` is on it.
  func contains(_ point: Point, at time: Timestamp) -> Bool {
    let inside = pose(at: time).transform(of: size).inverse.apply(point)
    return Rect(origin: .origin, size: size).contains(inside)
  }

  /// Stops its motion in the pose in which it is drawn, and raises it: a touch has landed on it.
  mutating func grab(for frame: FrameTime, by prediction: ViewPrediction) {
    if !grip.isHeld {
      pose = pose(at: frame.presentation, after: grip.motion(for: frame, by: prediction))
      motion = .rest
      grip.forget()
    }
    grab(at: frame.now)
  }

  /// Stops its motion and raises it.
  mutating func grab(at time: Timestamp) {
    stop(at: time)
    lift = Fade(from: lift.opacity(at: time), to: 1, over: Photo.rising, at: time)
  }

  /// Lowers it, and moves it back inside `bounds` unless it is already moving: its last touch has left.
  mutating func release(within bounds: Rect, at time: Timestamp) {
    lift = Fade(from: lift.opacity(at: time), to: 0, over: Photo.rising, at: time)
    if case .rest = motion { fly(.zero, spin: 0, within: bounds, at: time) }
  }

  /// Moves with the touches on it, before it is known what they do.
  mutating func follow(_ frame: borrowing TouchFrame, where belongs: (Touch) -> Bool) {
    provisional.follow(frame, where: belongs)
  }

  /// Goes back to where it was before the touches moved it: they do something else.
  mutating func withdraw(at time: Timestamp) { provisional.withdraw(at: time) }

  /// Follows a gesture of `touches`.
  mutating func follow(
    _ gesture: Gesture, of touches: PictureGrip.Touches = PictureGrip.Touches(), state: GestureState,
    at time: Timestamp
  ) {
    grip.hold(touches, gesture.components)
    stop(at: time)
    if state == .began {
      followed = .identity
      pose.center += provisional.begin(gesture.translation)
    }
    let map = gesture.similarity
    pose.follow(followed.inverse.followed(by: map), about: gesture.location, limits: Photo.limits)
    followed = map
    rest.note(pose, of: size, at: time)
  }

  /// Lets go of the photo, which is drawn in the pose `drawn`: it slides on from there with `velocity` in mm/s and `spin` in rad/s, or
  /// settles.
  mutating func letGo(
    _ velocity: Vector, spin: Double, drawn: PicturePose?, within bounds: Rect, for frame: FrameTime
  ) {
    let isThrow = velocity != .zero || spin != 0
    grip.release()
    if isThrow, let drawn {
      pose = drawn
      motion = .rest
    }
    fly(velocity, spin: spin, within: bounds, at: isThrow ? frame.presentation : frame.now)
  }

  /// Slides on with `velocity` in mm/s and `spin` in rad/s, and stops inside `bounds`.
  mutating func fly(_ velocity: Vector, spin: Double, within bounds: Rect, at time: Timestamp) {
    stop(at: time)
    let flight = PhotoFlight(from: pose, size: size, velocity: velocity, spin: spin, within: bounds, at: time)
    guard flight.end > time else { return }
    pose = flight.pose(at: flight.end)
    rest = PoseRest()
    motion = .flight(flight)
  }

  /// Moves to another pose on a spring.
  mutating func go(to target: PicturePose, at time: Timestamp) {
    stop(at: time)
    motion = .spring(from: pose, at: time)
    rest = PoseRest()
    pose = target
  }

  /// The scale of a photo that is dealt: it covers less than half of the table in each direction.
  static func scale(on table: Rect) -> Double { min(1, min(table.width, table.height) / (2.2 * longerSide)) }

  /// Keeps position and size in proportion when the table changes from `old` to `new`.
  mutating func move(from old: Rect, to new: Rect) {
    motion = .rest
    pose.scale = min(
      max(pose.scale * Photo.scale(on: new) / Photo.scale(on: old), Photo.limits.lowerBound), Photo.limits.upperBound)
    pose.center = Point(
      x: new.minX + (pose.center.x - old.minX) * new.width / old.width,
      y: new.minY + (pose.center.y - old.minY) * new.height / old.height)
  }

  /// Stops in its present pose.
  mutating func stop(at time: Timestamp) {
    pose = pose(at: time)
    motion = .rest
  }

  /// Shows another image: the same picture with more or fewer pixels.
  mutating func replace(_ image: ImageID) { picture.image = image }

  /// The longer side of the picture on the table, in mm.
  func shownSide(at time: Timestamp) -> Double { pose(at: time).scale * Photo.longerSide }

  /// Serves the deadlines that are due.
  mutating func advance(to time: Timestamp) {
    rest.advance(to: time)
  }

  /// Draws drop shadow, border and picture.
  func draw(for frame: FrameTime, by prediction: ViewPrediction, into list: inout DisplayList) {
    let time = frame.presentation
    let motion = grip.motion(for: frame, by: prediction)
    var pose = motion.isNone ? rest.shown(pose(at: time), of: size) : pose(at: time, after: motion)
    pose.center += provisional.offset(at: time)
    let transform = pose.transform(of: size)
    let paper = Rect(origin: .origin, size: size)
    let height = lift.opacity(at: time)
    let shadow = DropShadow(
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
    list.picture(
      picture.image, size: inner.size, transform: inside,
      quality: isMoving(at: time) || !motion.isNone ? .fast : .smooth)
  }
}

/// The motion of a photo by itself: a function of time, so that a touch can stop it anywhere.
private enum PhotoMotion: Sendable {
  /// It does not move.
  case rest
  /// It was thrown: it slides, slows down and stops inside the edges.
  case flight(PhotoFlight)
  /// It moves to a pose on a spring that starts without velocity.
  case spring(from: PicturePose, start: Timestamp, end: Timestamp)

  /// The pose at `time` of a photo that will come to rest in `pose`.
  func pose(at time: Timestamp, restingIn pose: PicturePose) -> PicturePose {
    switch self {
    case .rest: return pose
    case .flight(let flight): return flight.pose(at: time)
    case .spring(let origin, let start, let end):
      guard time < end else { return pose }
      return origin.interpolated(to: pose, remainder: Spring.settle.offset(from: 1, after: time.seconds(since: start)))
    }
  }

  /// The time at which it ends; `nil` if there is no motion.
  var end: Timestamp? {
    switch self {
    case .rest: nil
    case .flight(let flight): flight.end
    case .spring(_, _, let end): end
    }
  }

  /// A spring from `pose` that starts at `time`.
  static func spring(from pose: PicturePose, at time: Timestamp) -> PhotoMotion {
    // The spring goes from 1 to 0; a thousandth of the distance is below a pixel.
    let seconds = Spring.settle.settlingTime(from: 1, tolerance: 0.001)
    return .spring(from: pose, start: time, end: time + .seconds(seconds))
  }
}

/// A throw: the photo slides and rotates, slows down and comes to rest inside the table's edges.
private struct PhotoFlight: Sendable {
  /// The deceleration of a thrown photo: paper on a table, so faster than a scroll view.
  private static let friction = Decay(rate: 3.5)

  private let origin: PicturePose
  private let start: Timestamp
  private let x: Glide
  private let y: Glide
  private let spin: Double

  /// A throw of a photo of `size` from `pose` with `velocity` in mm/s and `spin` in rad/s.
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

  /// Where the middle of something `extent` long may lie between two edges: so that it is inside, or, if it is longer than
  /// their distance, so that it covers it.
  private static func room(_ low: Double, _ high: Double, for extent: Double) -> ClosedRange<Double> {
    let first = low + extent / 2
    let last = high - extent / 2
    return min(first, last)...max(first, last)
  }

  /// The time at which it comes to rest.
  var end: Timestamp {
    let turning = abs(spin) > 0 ? _log(max(1, abs(spin) / 0.01)) / PhotoFlight.friction.rate : 0
    return start + .seconds(max(x.duration, y.duration, turning))
  }

  /// The pose of the photo at `time`.
  func pose(at time: Timestamp) -> PicturePose {
    let isOver = time >= end
    // A throw starts when the last frame before it is seen, which may be later than the lift.
    let seconds = max(0, min(time, end).seconds(since: start))
    var pose = origin
    pose.center =
      isOver ? Point(x: x.rest, y: y.rest) : Point(x: x.position(after: seconds), y: y.position(after: seconds))
    pose.rotation = origin.rotation + Angle(radians: spin * PhotoFlight.friction.reach(after: seconds))
    return pose
  }
}
