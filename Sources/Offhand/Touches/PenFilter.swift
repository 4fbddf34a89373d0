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
  private var ignored = TouchMemory<Ignored>()

  private struct Ignored: RememberedTouch {
    var id = Touch.ID(rawValue: 0)
  }

  /// A filter for touches within `reach` millimetres of a pen.
  public init(reach: Double = 150) {
    self.reach = reach
  }

  /// Removes touches near a pen from `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    ignored.keep(idsOf: frame)
    var hasLanded = false
    for index in frame.indices where frame[index].tool == .pen {
      hasLanded = hasLanded || frame[index].phase == .began
      tip = (frame[index].position, frame.timestamp)
    }
    if let tip, frame.timestamp - tip.time > memory { self.tip = nil }
    var index = 0
    while index < frame.count {
      if ignored.index(of: frame[index].id) != nil {
        frame.remove(at: index)
      } else if isOfWritingHand(frame[index], hasLanded: hasLanded) {
        ignored.append(Ignored(id: frame[index].id))
        if frame[index].phase == .began {
          frame.remove(at: index)
        } else {
          frame[index].phase = .cancelled
          index += 1
        }
      } else {
        index += 1
      }
    }
  }

  /// Forgets the touches and the pen.
  public mutating func reset() {
    tip = nil
    ignored.removeAll()
  }

  /// Whether a touch that lands, or is down when a pen lands, is near the tip.
  private func isOfWritingHand(_ touch: Touch, hasLanded: Bool) -> Bool {
    guard let tip, touch.tool == .finger, touch.isDown, touch.phase == .began || hasLanded else { return false }
    return touch.position.distance(to: tip.position) <= reach
  }
}
