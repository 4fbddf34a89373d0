import Offhand

/// How it is decided whether a drawer that is released opens or closes.
package enum DrawerRule: String, Sendable, CaseIterable {
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
  /// The spring: fast, with a slight overshoot, so that a throw is felt.
  private static let spring = Spring(frequency: 22, dampingRatio: 0.82)
  /// The distance from its end, in mm, at which it stops: a tenth of a pixel at 160 dpi.
  private static let tolerance = 0.016

  private struct Slide: Sendable {
    var target: Double
    var offset: Double
    var velocity: Double
    var start: Timestamp
    var end: Timestamp
  }

  /// Its position when open, in mm.
  private(set) var extent: Double
  private var restingPosition = 0.0
  private var slide: Slide?

  /// How it is decided whether it opens or closes.
  private let rule: DrawerRule

  /// A closed drawer that opens by `extent` mm.
  init(extent: Double, rule: DrawerRule = .nearer) {
    self.extent = extent
    self.rule = rule
  }

  /// Whether it is open, or opening.
  var isOpen: Bool { (slide?.target ?? restingPosition) > extent / 2 }

  /// Whether it slides by itself.
  func isAnimating(at time: Timestamp) -> Bool { slide.map { time < $0.end } ?? false }

  /// Its position at `time`, in mm.
  func position(at time: Timestamp) -> Double {
    guard let slide else { return restingPosition }
    guard time < slide.end else { return slide.target }
    return slide.target
      + Drawer.spring.offset(
        from: slide.offset, velocity: slide.velocity, after: max(0, time.seconds(since: slide.start)))
  }

  /// Its position at `time` after a further drag by `distance` mm.
  func position(at time: Timestamp, draggedBy distance: Double) -> Double {
    guard distance != 0 else { return position(at: time) }
    var dragged = self
    dragged.drag(by: distance, at: time)
    return dragged.restingPosition
  }

  /// The distance in mm of the drag that moves it from the position `start` to `end`.
  func drag(from start: Double, to end: Double) -> Double {
    let band = RubberBand(extent: extent)
    return band.finger(at: end, within: 0...extent) - band.finger(at: start, within: 0...extent)
  }

  /// A position as a share of `extent`, 0 to 1.
  func share(of position: Double) -> Double { extent > 0 ? min(max(position / extent, 0), 1) : 0 }

  /// Stops at its present position.
  mutating func grab(at time: Timestamp) {
    restingPosition = position(at: time)
    slide = nil
  }

  /// Follows a touch by `distance` mm, with a rubber band past its ends.
  mutating func drag(by distance: Double, at time: Timestamp) {
    grab(at: time)
    let band = RubberBand(extent: extent)
    restingPosition = band.position(
      for: band.finger(at: restingPosition, within: 0...extent) + distance, within: 0...extent)
  }

  /// Lets go with `velocity` in mm/s: it opens or closes by its rule. It slides from the position `drawn`, if that is given.
  mutating func release(velocity: Double, drawn: Double? = nil, at time: Timestamp) {
    let opens =
      switch rule {
      case .original where velocity != 0: velocity > 0
      case .nearer, .original: Snap().opens(from: position(at: time), velocity: velocity, extent: extent)
      }
    grab(at: time)
    restingPosition = drawn ?? restingPosition
    slide(toOpen: opens ? 1 : 0, velocity: velocity, at: time)
  }

  /// Opens if it is closed, and closes if it is open.
  mutating func toggle(at time: Timestamp) { slide(toOpen: isOpen ? 0 : 1, velocity: 0, at: time) }

  mutating func close(at time: Timestamp) { slide(toOpen: 0, velocity: 0, at: time) }

  /// Changes the extent; stays open or closed.
  mutating func resize(extent: Double) {
    restingPosition = isOpen ? extent : 0
    slide = nil
    self.extent = extent
  }

  private mutating func slide(toOpen share: Double, velocity: Double, at time: Timestamp) {
    grab(at: time)
    let target = share * extent
    let seconds = Drawer.spring.settlingTime(
      from: restingPosition - target, velocity: velocity, tolerance: Drawer.tolerance)
    slide = Slide(
      target: target, offset: restingPosition - target, velocity: velocity, start: time, end: time + .seconds(seconds))
  }
}
