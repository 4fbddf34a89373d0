import Offhand

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
