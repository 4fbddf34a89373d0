import Offhand

/// A panel that slides in from an edge: it follows a touch, resists past its ends, and opens or closes on a spring that starts
/// with the velocity of the touch.
///
/// It has two pages: closed at 0 mm, and open at its extent, in the direction that the view chooses.
extension ScrollMotion {
  /// A closed drawer that opens by `extent` mm.
  static func drawer(extent: Double) -> ScrollMotion {
    // The spring is fast, with a slight overshoot, so that a throw is felt.
    ScrollMotion(
      extent: extent, give: extent, page: extent, spring: Spring(frequency: 22, dampingRatio: 0.82))
  }

  /// Whether it is open, or opening.
  var isOpen: Bool { target > extent / 2 }

  /// A position as a share of the extent, 0 to 1.
  func share(of position: Double) -> Double { extent > 0 ? min(max(position / extent, 0), 1) : 0 }

  /// Opens if it is closed, and closes if it is open.
  mutating func toggle(at time: Timestamp) { scroll(to: isOpen ? 0 : extent, at: time) }
}
