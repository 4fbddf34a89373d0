/// Fingers that are measured together: their middle, and the path of their common motion.
///
/// The path is continuous whatever fingers land, lift or change over (recognizers.md §3.0.6): a landing or a lift adds
/// nothing to it. Between two changes of the set it is measured from where the fingers were at the last change, so
/// that a long gesture gathers no rounding errors.
///
/// Recognizers with the same fingers share one group, so the work is done once a frame. A group is lent for a frame: it only
/// points at what was measured, because lending all of it copied 300 bytes at every call, and it cannot be kept.
public struct FingerGroup: ~Copyable {
  private let gauge: UnsafeMutablePointer<FingerGauge>

  init(_ gauge: UnsafeMutablePointer<FingerGauge>) { self.gauge = gauge }

  /// The fingers on the glass after this frame, in the places of the `ContactTable`.
  public var fingers: FingerSet { gauge.pointee.fingers }
  /// Those that landed in this frame.
  public var landed: FingerSet { gauge.pointee.landed }
  /// Those that lifted in this frame.
  public var lifted: FingerSet { gauge.pointee.lifted }
  /// Those that were taken away in this frame.
  public var cancelled: FingerSet { gauge.pointee.cancelled }
  /// The middle of the fingers in millimetres; stays where it was when none is down.
  public var centroid: Point { gauge.pointee.centroid }
  /// The middle of the fingers that there were before the last change of their set, in the frame before it.
  public var formerCentroid: Point { gauge.pointee.formerCentroid }
  /// How far the fingers went together, how much they spread and turned, since the group came to be.
  public var path: MotionPath { gauge.pointee.path }
  /// The speed along the path, as of the newest report of motion.
  public var velocity: MotionVelocity { gauge.pointee.velocity }
  /// The speed of the common motion, for those who want no more: half the work.
  public var translationVelocity: Vector { gauge.pointee.translationVelocity }
  /// How fast the scale of the path changes and how fast the fingers turn, for those who want no more: half the work.
  public var shapeVelocity: (scale: Double, rotation: Double) { gauge.pointee.shapeVelocity }
  /// When the newest report of motion came.
  public var sampleTime: Timestamp { gauge.pointee.sampleTime }
  /// The speed with which a finger lifted in this frame: zero for fingers that had stopped by then, and where none did.
  public var liftVelocity: MotionVelocity { gauge.pointee.liftVelocity }
  /// The speed from the report before the newest to the newest.
  public var stepVelocity: MotionVelocity { gauge.pointee.stepVelocity }
  /// How many fingers are down.
  public var count: Int { gauge.pointee.count }

  /// Whether fingers landed, lifted or were taken away in this frame.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// Twice the mean distance of the fingers from their middle, in millimetres.
  public func span(in contacts: borrowing ContactTable) -> Double {
    let centroid = centroid
    var sum = 0.0
    var rest = fingers
    while let place = rest.popFirst() { sum += contacts[place].position.distance(to: centroid) }
    return fingers.isEmpty ? 0 : 2 * sum / Double(count)
  }
}
