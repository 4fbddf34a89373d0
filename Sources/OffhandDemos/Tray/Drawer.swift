import Offhand

/// Something that slides in from an edge: it follows the finger, resists past its ends, and goes open or shut on a spring that
/// takes the finger's velocity over.
///
/// Positions are millimetres, from 0 (shut) to `extent` (open); whoever draws it knows the direction.
struct Drawer: Sendable {
  /// Quick, and swinging over a little, so that a throw is felt.
  private static let spring = Spring(frequency: 22, dampingRatio: 0.82)
  /// The distance from its end, in millimetres, at which it rests: a tenth of a pixel at 160 dpi.
  private static let tolerance = 0.016

  private struct Slide: Sendable {
    var target: Double
    var offset: Double
    var velocity: Double
    var start: Timestamp
    var end: Timestamp
  }

  /// How far it opens.
  private(set) var extent: Double
  private var place = 0.0
  private var slide: Slide?

  /// Something shut that opens by `extent` millimetres.
  init(extent: Double) { self.extent = extent }

  /// Whether it is open, or on its way there.
  var isOpen: Bool { (slide?.target ?? place) > extent / 2 }

  /// Whether it slides by itself.
  func isAnimating(at time: Timestamp) -> Bool { slide.map { time < $0.end } ?? false }

  /// How far it is open at `time`, in millimetres.
  func position(at time: Timestamp) -> Double {
    guard let slide else { return place }
    guard time < slide.end else { return slide.target }
    return slide.target
      + Drawer.spring.offset(from: slide.offset, velocity: slide.velocity, after: time.seconds(since: slide.start))
  }

  /// How far it is open at `time`, 0 to 1.
  func part(at time: Timestamp) -> Double { extent > 0 ? min(max(position(at: time) / extent, 0), 1) : 0 }

  /// A finger catches it: it stops where it is.
  mutating func grab(at time: Timestamp) {
    place = position(at: time)
    slide = nil
  }

  /// Goes along with a finger by `distance`; past its ends less and less.
  mutating func drag(by distance: Double, at time: Timestamp) {
    grab(at: time)
    let band = RubberBand(extent: extent)
    place = band.position(for: band.finger(at: place, within: 0...extent) + distance, within: 0...extent)
  }

  /// The finger lets go at `velocity` millimetres a second: it opens or shuts by the direction, or, if it is slow, by what is
  /// nearer.
  mutating func release(velocity: Double, at time: Timestamp) {
    let opens = Snap().opens(from: position(at: time), velocity: velocity, extent: extent)
    slide(toOpen: opens ? 1 : 0, velocity: velocity, at: time)
  }

  /// Opens if it is shut, and shuts if it is open.
  mutating func toggle(at time: Timestamp) { slide(toOpen: isOpen ? 0 : 1, velocity: 0, at: time) }

  /// Shuts.
  mutating func shut(at time: Timestamp) { slide(toOpen: 0, velocity: 0, at: time) }

  /// Gets another extent; stays open or shut.
  mutating func resize(extent: Double) {
    place = isOpen ? extent : 0
    slide = nil
    self.extent = extent
  }

  private mutating func slide(toOpen part: Double, velocity: Double, at time: Timestamp) {
    grab(at: time)
    let target = part * extent
    let seconds = Drawer.spring.settlingTime(
      from: place - target, velocity: velocity, tolerance: Drawer.tolerance)
    slide = Slide(
      target: target, offset: place - target, velocity: velocity, start: time, end: time + .seconds(seconds))
  }
}
