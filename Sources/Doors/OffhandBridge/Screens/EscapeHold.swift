import Offhand

/// Four fingers that are held in a corner of a screen for five seconds: they end the bridge where there is no keyboard.
///
/// The fingers of a hand do not fit into a small square: the nearest lies within 25 mm of both edges, and four within a hand's length.
struct EscapeHold {
  private static let duration = Duration.seconds(5)
  private static let fingers = 4
  private static let corner = 25.0
  private static let reach = 90.0

  /// When they have been held for long enough; `nil` if they are not.
  private(set) var deadline: Timestamp?

  /// Notes the touches of a screen that takes up `bounds`.
  mutating func note(_ frame: borrowing TouchFrame, on bounds: Rect) {
    var isHeld = false
    for x in [bounds.minX, bounds.maxX] {
      for y in [bounds.minY, bounds.maxY] {
        var (count, isInCorner) = (0, false)
        for index in frame.indices where frame[index].isDown {
          let distance = frame[index].position - Point(x: x, y: y)
          if distance.length <= EscapeHold.reach { count += 1 }
          if max(abs(distance.dx), abs(distance.dy)) <= EscapeHold.corner { isInCorner = true }
        }
        if isInCorner, count >= EscapeHold.fingers { isHeld = true }
      }
    }
    deadline = isHeld ? deadline ?? frame.timestamp + EscapeHold.duration : nil
  }

  /// Forgets the fingers.
  mutating func reset() { deadline = nil }
}
