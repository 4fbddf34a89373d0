import Offhand

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
