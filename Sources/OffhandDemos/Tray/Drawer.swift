import Offhand

/// How it is decided whether a drawer that is released opens or closes.
public enum DrawerRule: String, Sendable, CaseIterable {
  /// By the end at which a throw would come to rest; a slow one goes to the nearer end.
  case nearer
  /// By the sign of the velocity, however slow, as in the original.
  case original
}

/// A panel that slides in from an edge: it follows a touch, resists past its ends, and opens or closes on a spring that starts
/// with the velocity of the touch.
///
/// Positions are mm, from 0 (closed) to `extent` (open), in the direction that the view chooses.
struct Drawer: Sendable {
  /// The motion, with two pages: closed and open.
  private var motion: ScrollMotion

  /// A closed drawer that opens by `extent` mm.
  init(extent: Double, rule: DrawerRule = .nearer) {
    // The spring is fast, with a slight overshoot, so that a throw is felt.
    motion = ScrollMotion(
      extent: extent, give: extent, page: extent, spring: Spring(frequency: 22, dampingRatio: 0.82),
      snap: Snap(minimumSpeed: rule == .original ? .leastNonzeroMagnitude : Snap.leavingSpeed))
  }

  /// Its position when open, in mm.
  var extent: Double { motion.extent }

  /// Whether it is open, or opening.
  var isOpen: Bool { motion.target > extent / 2 }

  /// Whether it slides by itself.
  func isAnimating(at time: Timestamp) -> Bool { motion.isAnimating(at: time) }

  /// Its position at `time`, in mm, after a further drag by `distance` mm.
  func position(at time: Timestamp, draggedBy distance: Double = 0) -> Double {
    motion.position(at: time, draggedBy: distance)
  }

  /// The distance in mm of the drag that moves it from the position `start` to `end`.
  func drag(from start: Double, to end: Double) -> Double { motion.drag(from: start, to: end) }

  /// A position as a share of `extent`, 0 to 1.
  func share(of position: Double) -> Double { extent > 0 ? min(max(position / extent, 0), 1) : 0 }

  /// Stops at its present position.
  mutating func grab(at time: Timestamp) { motion.grab(at: time) }

  /// Follows a touch by `distance` mm, with a rubber band past its ends.
  mutating func drag(by distance: Double, at time: Timestamp) { motion.drag(by: distance, at: time) }

  /// Lets go with `velocity` in mm/s: it opens or closes by its rule. It slides from the position `drawn`, if that is given.
  mutating func release(velocity: Double, drawn: Double? = nil, at time: Timestamp) {
    motion.release(velocity: velocity, drawn: drawn, at: time)
  }

  /// Opens if it is closed, and closes if it is open.
  mutating func toggle(at time: Timestamp) { motion.scroll(to: isOpen ? 0 : extent, at: time) }

  mutating func close(at time: Timestamp) { motion.scroll(to: 0, at: time) }

  /// Changes the extent; stays open or closed.
  mutating func resize(extent: Double) { motion.resize(extent: extent, give: extent, page: extent) }
}
