/// The map that takes content with the fingers, through every change of the fingers.
///
/// While the set of fingers stays, the map is a turn and a scale about their middle as it was when the set came to be,
/// and a displacement; every change starts such a section anew, so that nothing gathers from frame to frame.
struct SimilarityPath: Sendable {
  /// The middle of the fingers when the gesture began.
  private(set) var start = Point.origin
  private var base = Similarity.identity
  private var center = Point.origin
  private var section = MotionPath.start

  /// The gesture begins with the fingers around `centroid`, which is `reported` away from where it is counted from.
  mutating func begin(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = start
    base = .identity
    section = .start
  }

  /// The values were set: the map is what they say about the middle of the fingers.
  mutating func restart(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = centroid
    base = Similarity(
      scale: reported.scale, rotation: Angle(radians: reported.rotation), about: start,
      translation: reported.translation)
    section = reported
  }

  /// The set of fingers changed: what comes turns and scales about `centroid`.
  mutating func turn(about centroid: Point, _ reported: MotionPath) {
    base = similarity(at: reported)
    section = reported
    center = centroid
  }

  /// The map, with the components as `reported`.
  func similarity(at reported: MotionPath) -> Similarity {
    base.followed(
      by: Similarity(
        scale: reported.scale / section.scale, rotation: Angle(radians: reported.rotation - section.rotation),
        about: center, translation: reported.translation - section.translation))
  }
}
