import Offhand

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
