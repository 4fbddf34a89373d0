/// The position of something that a finger moves along one axis: a list, a page, a drawer. It follows the finger, resists past its ends,
/// and after the release slides on, or to a page, as a pure function of time.
///
/// Positions are millimetres from 0, where the beginning is seen, to ``extent``.
public struct ScrollMotion: Sendable, Hashable {
  /// The speed in mm/s needed to leave a page that is near (Design/Recognizing.md "Velocity").
  package static let leavingSpeed = 50.0

  /// The position at the end, in mm: the length of the content less what is seen of it.
  public private(set) var extent: Double
  /// The distance in mm of the positions at which it may rest; `nil` if it may rest anywhere.
  public private(set) var page: Double?
  /// The largest displacement past an end, in mm: usually the size of what is seen.
  public private(set) var give: Double
  private let decay: Decay
  private let spring: Spring

  private var resting = 0.0
  private var slide: Slide?

  private struct Slide: Sendable, Hashable {
    /// A throw, or a spring to `target` from an offset.
    enum Course: Sendable, Hashable {
      case glide(Glide)
      case spring(offset: Double, velocity: Double)
    }
    var course: Course
    var target: Double
    var start: Timestamp
    var end: Timestamp
  }

  /// A motion over `extent` mm that shows at most `give` mm beyond an end.
  ///
  /// Released, content without pages slides by `decay`; with a `page` length in mm it goes to one of the two pages around it: in the
  /// direction of its velocity, or to the nearer one below 50 mm/s. The `spring` brings it there, and back from beyond an end.
  public init(
    extent: Double = 0, give: Double = 0, page: Double? = nil, decay: Decay = .normal, spring: Spring = .settle
  ) {
    self.extent = max(0, extent)
    self.give = max(0, give)
    self.page = page.flatMap { $0 > 0 ? $0 : nil }
    self.decay = decay
    self.spring = spring
  }

  /// The position at which it rests, or will.
  public var target: Double { slide?.target ?? resting }

  /// Whether it slides by itself.
  public func isAnimating(at time: Timestamp) -> Bool { slide.map { time < $0.end } ?? false }

  /// The position at `time`; outside of 0 to `extent` while a finger, or a throw, takes it past an end.
  public func position(at time: Timestamp) -> Double {
    guard let slide else { return resting }
    guard time < slide.end else { return slide.target }
    let seconds = max(0, time.seconds(since: slide.start))
    switch slide.course {
    case .glide(let glide): return glide.position(after: seconds)
    case .spring(let offset, let velocity):
      return slide.target + spring.offset(from: offset, velocity: velocity, after: seconds)
    }
  }

  /// The position at `time` after a further drag by `distance` mm.
  public func position(at time: Timestamp, draggedBy distance: Double) -> Double {
    let position = position(at: time)
    guard distance != 0 else { return position }
    return band.position(for: band.finger(at: position, within: range) + distance, within: range)
  }

  /// The distance in mm of the drag that moves it from the position `start` to `end`.
  public func drag(from start: Double, to end: Double) -> Double {
    band.finger(at: end, within: range) - band.finger(at: start, within: range)
  }

  /// Whether a drag by `distance` mm would move it within its ends: where it would not, what contains it may move instead.
  public func canMove(by distance: Double, at time: Timestamp) -> Bool {
    let position = position(at: time)
    return distance < 0 ? position > ScrollMotion.tolerance : position < extent - ScrollMotion.tolerance
  }

  /// Stops where it is.
  public mutating func grab(at time: Timestamp) {
    resting = position(at: time)
    slide = nil
  }

  /// Follows a finger by `distance` mm, with resistance past the ends.
  public mutating func drag(by distance: Double, at time: Timestamp) {
    resting = position(at: time, draggedBy: distance)
    slide = nil
  }

  /// Lets go with `velocity` in mm/s. It slides from the position `drawn`, if that is given, because a picture is drawn ahead of the
  /// finger.
  public mutating func release(velocity: Double, drawn: Double? = nil, at time: Timestamp) {
    grab(at: time)
    let place = resting
    resting = drawn ?? resting
    guard let page else {
      let glide = Glide(from: resting, velocity: velocity, within: range, decay: decay, spring: spring)
      slide = Slide(course: .glide(glide), target: glide.rest, start: time, end: time + .seconds(glide.duration))
      return
    }
    let low = min(max((place / page).rounded(.down) * page, 0), extent)
    let high = min(low + page, extent)
    let isNext = abs(velocity) >= ScrollMotion.leavingSpeed ? velocity > 0 : place - low > (high - low) / 2
    spring(to: isNext ? high : low, velocity: velocity, at: time)
  }

  /// Moves to `position` on the spring.
  public mutating func scroll(to position: Double, at time: Timestamp) {
    grab(at: time)
    spring(to: min(max(position, 0), extent), velocity: 0, at: time)
  }

  /// Changes the extent: a position between its ends stays, another goes to the nearer end, and one on a page stays on the same page.
  /// What only grows goes on moving.
  public mutating func resize(extent: Double, give: Double, page: Double? = nil) {
    if give == self.give, page == self.page, extent >= self.extent { return self.extent = extent }
    let index = self.page.map { (target / $0).rounded() }
    self.extent = max(0, extent)
    self.give = max(0, give)
    self.page = page.flatMap { $0 > 0 ? $0 : nil }
    let place = if let index, let page = self.page { index * page } else { target }
    resting = min(max(place, 0), self.extent)
    slide = nil
  }

  private mutating func spring(to target: Double, velocity: Double, at time: Timestamp) {
    let offset = resting - target
    let seconds = spring.settlingTime(from: offset, velocity: velocity, tolerance: ScrollMotion.tolerance)
    slide = Slide(
      course: .spring(offset: offset, velocity: velocity), target: target, start: time, end: time + .seconds(seconds))
    resting = target
  }

  /// The distance in mm from its goal at which it stops: a tenth of a pixel at 160 dpi.
  private static var tolerance: Double { Glide.tolerance }
  private var range: ClosedRange<Double> { 0...extent }
  private var band: RubberBand { RubberBand(extent: give) }
}
