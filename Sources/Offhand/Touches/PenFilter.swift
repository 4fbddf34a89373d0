/// Removes the touches of the hand that holds a pen: it rests on the glass beside the tip.
///
/// A touch that lands near the tip of a pen, while it is down or shortly after, never begins; one that is down there when the tip lands
/// is cancelled, since the hand usually lands first. Touches farther away are another hand's. Frames without a pen are unchanged.
public struct PenFilter: TouchFilter {
  /// The distance from the tip in millimetres within which touches belong to the hand that holds it: its edge and the heel lie 40 to
  /// 140 mm away.
  public var reach: Double
  /// How long after it was lifted a pen still counts: it leaves the glass for a fifth of a second between two words.
  public var memory = Duration.milliseconds(500)

  /// The tip of a pen, and when it was last on the glass.
  private var tip: (position: Point, time: Timestamp)?
  private var ignored = RemovedTouches()

  /// A filter for touches within `reach` millimetres of a pen.
  public init(reach: Double = 150) { self.reach = reach }

  /// Removes touches near a pen from `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    var hasLanded = false
    for index in frame.indices where frame[index].tool == .pen {
      hasLanded = hasLanded || frame[index].phase == .began
      tip = (frame[index].position, frame.timestamp)
    }
    if let tip, frame.timestamp - tip.time > memory { self.tip = nil }
    guard let tip else { return ignored.remove(from: &frame) { _ in false } }
    ignored.remove(from: &frame) { [reach] touch in
      // A touch that lands, or is down when a pen lands, near the tip.
      touch.tool == .finger && (touch.phase == .began || hasLanded)
        && touch.position.distance(to: tip.position) <= reach
    }
  }

  /// Forgets the touches and the pen.
  public mutating func reset() {
    tip = nil
    ignored.removeAll()
  }
}
