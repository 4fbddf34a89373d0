public import Offhand

/// A picture under touches: its pose, its motion by itself, and how it is drawn.
///
/// It follows a gesture and stays under its touches, goes back from what a touch only seemed to do, and springs or slides by itself. Its
/// owner says which events move it, and where it comes to rest.
///
/// ```swift
/// let shown = prediction.shownFrame(at: frame.timestamp)
/// picture.noteDrawn(for: shown, by: prediction)
/// prediction.record(frame)
/// gestures.process(frame)
/// for event in gestures.events where event.state == .began || event.state == .changed {
///   picture.follow(event.gesture, of: HeldPicture.Touches(of: event, in: gestures), state: event.state, at: event.timestamp)
/// }
/// picture.settle(for: shown, by: prediction)
/// ```
public struct HeldPicture: Sendable {
  /// The motion of a picture by itself: a function of time, so that a touch can stop it anywhere.
  private enum Motion: Sendable {
    case none
    case spring(from: PicturePose, start: Timestamp, end: Timestamp)
    case slide(PictureSlide)
  }

  /// The least length on the surface, in mm: a fingertip can still hit it.
  static let smallestSide = 10.0

  /// The size at scale 1, in mm.
  public var size: Size
  /// The scales that touches can give it.
  public var limits: ClosedRange<Double>
  /// The surface on which enough of it stays to be touched again, in mm; `nil` if it may leave.
  public var surface: Rect?
  /// Its pose, or its pose at the end of its motion.
  public private(set) var pose: PicturePose
  private var motion = Motion.none
  /// The transform of the active gesture that has already been applied; `nil` while none is followed.
  private var followed: Similarity?
  /// Whether the touches that hold it are still.
  private var rest = PoseRest()
  /// Its motion with a finger of which it is not known yet what it does.
  private var provisional = ProvisionalMotion()
  /// The touches that hold it.
  private var grip = PictureGrip()
  /// The pose in which it was drawn before the frame of touches that is processed.
  private var drawn: PicturePose?

  /// A picture of `size`, in mm at scale 1, that lies in `pose`.
  public init(_ size: Size, in pose: PicturePose, limits: ClosedRange<Double>, on surface: Rect? = nil) {
    (self.size, self.pose, self.limits, self.surface) = (size, pose, limits, surface)
  }

  // MARK: Pose

  /// The pose at `time`.
  public func pose(at time: Timestamp) -> PicturePose {
    switch motion {
    case .none: return pose
    case .slide(let slide): return slide.pose(at: time)
    case .spring(let origin, let start, let end):
      guard time < end else { return pose }
      let remainder = Spring.settle.offset(from: 1, after: max(0, time.seconds(since: start)))
      return origin.interpolated(to: pose, remainder: remainder)
    }
  }

  /// The pose at `time` after a further `motion`, within its limits.
  func pose(at time: Timestamp, after motion: PictureMotion) -> PicturePose {
    var pose = pose(at: time)
    if !motion.isNone { move(&pose, by: motion.map, about: motion.center) }
    return pose
  }

  /// The pose at `time`; the one in which it came to rest, while touches only tremble.
  func shownPose(at time: Timestamp) -> PicturePose { rest.shown(pose(at: time), of: size, on: surface) }

  /// The pose in which it is drawn in `frame`, and whether it moves, and so is drawn fast.
  public func look(for frame: FrameTime, by prediction: ViewPrediction) -> (pose: PicturePose, isMoving: Bool) {
    let (time, motion) = (frame.presentation, grip.motion(for: frame, by: prediction))
    var pose = motion.isNone ? shownPose(at: time) : pose(at: time, after: motion)
    pose.center += provisional.offset(at: time)
    return (pose, isMoving(at: time) || !motion.isNone)
  }

  /// Whether `point` is on it.
  public func contains(_ point: Point, at time: Timestamp) -> Bool {
    let inside = pose(at: time).transform(of: size).inverse.apply(point)
    return Rect(origin: .origin, size: size).contains(inside)
  }

  /// Moves `pose` by `step`, so that it stays under touches with the centroid `focus`, within the limits.
  private func move(_ pose: inout PicturePose, by step: Similarity, about focus: Point) {
    pose.follow(step, about: focus, limits: limits)
    guard let surface else { return }
    let box = pose.transform(of: size).bounds(of: Rect(origin: .origin, size: size))
    let reach = surface.inset(by: Insets(all: min(HeldPicture.smallestSide, surface.width / 2, surface.height / 2)))
    if box.maxX < reach.minX { pose.center.x += reach.minX - box.maxX }
    if box.minX > reach.maxX { pose.center.x += reach.maxX - box.minX }
    if box.maxY < reach.minY { pose.center.y += reach.minY - box.maxY }
    if box.minY > reach.maxY { pose.center.y += reach.maxY - box.minY }
  }

  // MARK: Touches

  /// Whether touches move it.
  public var isHeld: Bool { grip.isHeld }

  /// Notes how it is drawn, before the frame of touches at `frame.now` is processed.
  public mutating func noteDrawn(for frame: FrameTime, by prediction: ViewPrediction) {
    drawn = drawnPose(at: frame.presentation, after: grip.motion(for: frame, by: prediction))
  }

  /// Lets the difference to how it was drawn settle if its touches have changed, after their frame was processed.
  public mutating func settle(for frame: FrameTime, by prediction: ViewPrediction) {
    guard let drawn else { return }
    self.drawn = nil
    let picture = self
    grip.settle(from: drawn, of: size, for: frame, by: prediction) {
      picture.drawnPose(at: frame.presentation, after: $0)
    }
  }

  private func drawnPose(at time: Timestamp, after motion: PictureMotion) -> PicturePose {
    var pose = pose(at: time, after: motion)
    pose.center += provisional.offset(at: time)
    return pose
  }

  /// Moves with the touches on it, before it is known what they do.
  public mutating func follow(_ frame: borrowing TouchFrame, where belongs: (Touch) -> Bool) {
    provisional.follow(frame, where: belongs)
  }

  /// Goes back to where it was before the touches moved it: they do something else.
  public mutating func withdraw(at time: Timestamp) { provisional.withdraw(at: time) }

  /// Follows a gesture of `touches`; one that it did not follow before, from its next change.
  public mutating func follow(
    _ gesture: Gesture, of touches: HeldPicture.Touches = HeldPicture.Touches(), state: GestureState,
    at time: Timestamp
  ) {
    grip.hold(touches, gesture.components)
    stop(at: time)
    if state == .began {
      followed = .identity
      pose.center += provisional.begin(gesture.translation)
    }
    let map = gesture.similarity
    move((followed ?? map).inverse.followed(by: map), about: gesture.location, at: time)
    followed = map
    rest.note(pose, of: size, on: surface, at: time)
  }

  /// Moves by `step`, about touches with the centroid `focus`.
  mutating func move(_ step: Similarity, about focus: Point, at time: Timestamp) {
    stop(at: time)
    move(&pose, by: step, about: focus)
  }

  /// Lets go of it: the gesture that it followed has ended.
  mutating func release() {
    grip.release()
    followed = nil
  }

  /// Lets go of it: it slides on from where it is drawn with `velocity` in mm/s and `spin` in rad/s, or settles inside `bounds`.
  public mutating func release(_ velocity: Vector, spin: Double, within bounds: Rect, for frame: FrameTime) {
    let isThrow = velocity != .zero || spin != 0
    release()
    if isThrow, let drawn { stop(in: drawn) }
    slide(velocity, spin: spin, within: bounds, at: isThrow ? frame.presentation : frame.now)
  }

  // MARK: Motion by itself

  /// Lies in `pose`, held by nothing: it was laid out.
  public mutating func lie(in pose: PicturePose) {
    stop(in: pose)
    grip = PictureGrip()
    provisional = ProvisionalMotion()
  }

  /// Stops in the pose in which it is drawn in `frame`.
  public mutating func stop(for frame: FrameTime, by prediction: ViewPrediction) {
    stop(in: pose(at: frame.presentation, after: grip.motion(for: frame, by: prediction)))
    grip.forget()
  }

  /// Stops in its present pose.
  public mutating func stop(at time: Timestamp) { stop(in: pose(at: time)) }

  private mutating func stop(in pose: PicturePose) {
    self.pose = pose
    motion = .none
  }

  /// Moves to another pose on a spring.
  public mutating func go(to target: PicturePose, at time: Timestamp) {
    stop(at: time)
    rest = PoseRest()
    guard target != pose else { return }
    // The spring goes from 1 to 0; a thousandth of the distance is below a pixel.
    let seconds = Spring.settle.settlingTime(from: 1, tolerance: 0.001)
    motion = .spring(from: pose, start: time, end: time + .seconds(seconds))
    pose = target
  }

  /// Slides on with `velocity` in mm/s and `spin` in rad/s, and stops inside `bounds`.
  public mutating func slide(_ velocity: Vector, spin: Double, within bounds: Rect, at time: Timestamp) {
    stop(at: time)
    let slide = PictureSlide(from: pose, size: size, velocity: velocity, spin: spin, within: bounds, at: time)
    guard slide.end > time else { return }
    pose = slide.pose(at: slide.end)
    rest = PoseRest()
    motion = .slide(slide)
  }

  /// Whether it was stopped, and nothing has set it in motion since.
  public var isStopped: Bool { if case .none = motion { true } else { false } }

  /// Whether it springs or slides.
  func isFlying(at time: Timestamp) -> Bool {
    switch motion {
    case .none: false
    case .slide(let slide): time < slide.end
    case .spring(_, _, let end): time < end
    }
  }

  /// Whether it moves, or did a moment ago, and so is drawn fast.
  public func isMoving(at time: Timestamp) -> Bool {
    rest.deadline != nil || isFlying(at: time) || provisional.isFollowing || provisional.isAnimating(at: time)
  }

  /// Whether its look changes by time alone, without prediction.
  public func isAnimating(at time: Timestamp) -> Bool {
    isFlying(at: time) || provisional.isAnimating(at: time) || grip.isSettling(at: time)
  }

  /// When it counts as still.
  public var deadline: Timestamp? { rest.deadline }

  /// Serves the deadline.
  public mutating func advance(to time: Timestamp) { rest.advance(to: time) }
}

/// A throw: the picture slides and rotates, slows down and comes to rest inside the edges.
private struct PictureSlide: Sendable {
  /// The deceleration of a thrown picture: paper on a table, so faster than a scroll view.
  private static let friction = Decay(rate: 3.5)

  private let origin: PicturePose
  private let start: Timestamp
  private let x: Glide
  private let y: Glide
  private let spin: Double

  /// A throw of a picture of `size` from `pose` with `velocity` in mm/s and `spin` in rad/s.
  init(
    from pose: PicturePose, size: Size, velocity: Vector, spin: Double, within bounds: Rect, at start: Timestamp
  ) {
    origin = pose
    self.start = start
    self.spin = spin
    var rest = pose
    rest.rotation = pose.rotation + Angle(radians: spin / PictureSlide.friction.rate)
    let box = rest.transform(of: size).bounds(of: Rect(origin: .origin, size: size))
    x = Glide(
      from: pose.center.x, velocity: velocity.dx,
      within: PictureSlide.room(bounds.minX, bounds.maxX, for: box.width), decay: PictureSlide.friction)
    y = Glide(
      from: pose.center.y, velocity: velocity.dy,
      within: PictureSlide.room(bounds.minY, bounds.maxY, for: box.height), decay: PictureSlide.friction)
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
    let turning = abs(spin) > 0 ? _log(max(1, abs(spin) / 0.01)) / PictureSlide.friction.rate : 0
    return start + .seconds(max(x.duration, y.duration, turning))
  }

  /// The pose at `time`.
  func pose(at time: Timestamp) -> PicturePose {
    let isOver = time >= end
    // A throw starts when the last frame before it is seen, which may be later than the lift.
    let seconds = max(0, min(time, end).seconds(since: start))
    var pose = origin
    pose.center =
      isOver ? Point(x: x.rest, y: y.rest) : Point(x: x.position(after: seconds), y: y.position(after: seconds))
    pose.rotation = origin.rotation + Angle(radians: spin * PictureSlide.friction.reach(after: seconds))
    return pose
  }
}
