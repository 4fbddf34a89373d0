/// Fingers that are measured together: their middle, and the path of their common motion.
///
/// The path is continuous whatever fingers land, lift or change over (recognizers.md §3.0.6): a landing or a lift adds
/// nothing to it. Between two changes of the set it is measured from where the fingers were at the last change, so
/// that a long gesture gathers no rounding errors.
///
/// Recognizers with the same fingers share one group, so the work is done once a frame.
public struct FingerGroup: Sendable {
  /// The fingers on the glass after this frame, in the places of the `ContactTable`.
  public internal(set) var fingers = FingerSet.none
  /// Those that landed in this frame.
  public internal(set) var landed = FingerSet.none
  /// Those that lifted in this frame.
  public internal(set) var lifted = FingerSet.none
  /// Those that were taken away in this frame.
  public internal(set) var cancelled = FingerSet.none
  /// The middle of the fingers in millimetres; stays where it was when none is down.
  public internal(set) var centroid = Point.origin
  /// How far the fingers went together, how much they spread and turned, since the group came to be.
  public internal(set) var path = MotionPath.start
  /// The speed along the path, as of the newest report of motion.
  public internal(set) var velocity = MotionVelocity.zero
  /// When the newest report of motion came.
  public private(set) var sampleTime = Timestamp(nanoseconds: .min)
  /// The speed with which a finger lifted in this frame: zero for fingers that had stopped by then, and where none did.
  public internal(set) var liftVelocity = MotionVelocity.zero

  private var sample = MotionPath.start
  private var earlierSample = MotionPath.start
  private var earlierTime = Timestamp(nanoseconds: .min)

  /// The speed from the report before the newest to the newest.
  public var stepVelocity: MotionVelocity {
    let seconds = sampleTime.seconds(since: earlierTime)
    guard seconds > 0, seconds <= VelocityTracker.longestGap.inSeconds else { return .zero }
    return MotionVelocity(
      translation: (sample.translation - earlierSample.translation) / seconds,
      scale: (sample.scale - earlierSample.scale) / seconds,
      rotation: (sample.rotation - earlierSample.rotation) / seconds, sampleCount: 2)
  }

  /// Remembers where the path is at a report of motion.
  mutating func note(_ time: Timestamp) {
    if time != sampleTime {
      earlierSample = sample
      earlierTime = sampleTime
    }
    sample = path
    sampleTime = time
  }

  /// How many fingers are down.
  public var count: Int { fingers.count }

  /// Twice the mean distance of the fingers from their middle, in millimetres.
  public func span(in contacts: borrowing ContactTable) -> Double {
    var sum = 0.0
    var rest = fingers
    while let place = rest.popFirst() { sum += contacts.touches[place].position.distance(to: centroid) }
    return fingers.isEmpty ? 0 : 2 * sum / Double(count)
  }
}
