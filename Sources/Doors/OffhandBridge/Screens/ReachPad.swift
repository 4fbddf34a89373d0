import Offhand

/// Makes a part of a touch screen a touch pad for the rest, which a visitor cannot reach: a finger on the pad moves a pointer, and its tap
/// is a touch where the pointer is. Programs get nothing else from it.
///
/// The last filter: a touch pad is for touches that count. Replacing the pad changes nothing for fingers that are down.
struct ReachPad: TouchFilter {
  /// The way of the pointer for that of the finger: a third of the height reaches the rest.
  private static let gain = 2.0
  /// The distance in millimetres up to which a finger taps that drifts, as `TapGestureRecognizer` has it.
  private static let slop = 3.4

  /// The pad, on which touches count that land from now on; `nil` for none.
  var area: Rect? {
    didSet {
      guard let area, area != oldValue else { return }
      pointer = ReachPad.rest(of: glass, beside: area).center
    }
  }
  /// Where the pointer is.
  private(set) var pointer: Point

  private let glass: Rect
  /// The fingers on the pad: the first moves the pointer.
  private var fingers: [(id: Touch.ID, last: Point, start: Point, isTap: Bool)] = []
  /// The taps that were shown, whose lifts follow, and when.
  private var taps: [Touch] = []
  private var shown = TouchFrame()

  /// No pad yet, on a touch screen of these bounds.
  init(on glass: Rect) { (self.glass, pointer) = (glass, glass.center) }

  /// Whether it changes nothing, now and for fingers that are down.
  var isEmpty: Bool { area == nil && fingers.isEmpty && taps.isEmpty }

  /// The part of `glass` that the pointer reaches: what is on the larger side of the pad.
  private static func rest(of glass: Rect, beside pad: Rect) -> Rect {
    let parts = [
      Rect(x: glass.minX, y: glass.minY, width: glass.width, height: pad.minY - glass.minY),
      Rect(x: glass.minX, y: pad.maxY, width: glass.width, height: glass.maxY - pad.maxY),
      Rect(x: glass.minX, y: glass.minY, width: pad.minX - glass.minX, height: glass.height),
      Rect(x: pad.maxX, y: glass.minY, width: glass.maxX - pad.maxX, height: glass.height),
    ]
    return parts.filter { $0.width > 0 && $0.height > 0 }.max { $0.area < $1.area } ?? glass
  }

  mutating func filter(_ frame: inout TouchFrame) {
    if isEmpty { return }
    for tap in taps { frame.append(ReachPad.lift(tap)) }
    taps = []
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if touch.phase == .began, area?.contains(touch.position) == true {
        fingers.append((touch.id, touch.position, pointer, fingers.isEmpty))
      }
      guard let known = fingers.firstIndex(where: { $0.id == touch.id }) else {
        index += 1
        continue
      }
      follow(touch, at: known)
      let (start, isTap) = (fingers[known].start, fingers[known].isTap && touch.phase == .ended)
      if !touch.isDown { fingers.remove(at: known) }
      guard isTap else {
        frame.remove(at: index)
        continue
      }
      // A finger that taps moves nothing.
      pointer = start
      var tap = touch
      (tap.phase, tap.landingTime) = (.began, frame.timestamp)
      (tap.position, tap.previousPosition, tap.landingPosition) = (start, start, start)
      frame[index] = tap
      taps.append(tap)
      index += 1
    }
    shown.assume(frame)
  }

  /// Moves the pointer with the first finger.
  private mutating func follow(_ touch: Touch, at index: Int) {
    let way = touch.position - fingers[index].last
    fingers[index].last = touch.position
    if touch.position.distance(to: touch.landingPosition) > ReachPad.slop { fingers[index].isTap = false }
    guard index == 0, let area else { return }
    let (rest, place) = (ReachPad.rest(of: glass, beside: area), pointer + way * ReachPad.gain)
    pointer = Point(
      x: min(max(place.x, rest.minX), rest.maxX), y: min(max(place.y, rest.minY), rest.maxY))
  }

  private static func lift(_ tap: Touch) -> Touch {
    var tap = tap
    tap.phase = .ended
    return tap
  }

  /// The lifts of taps: since ever, as nothing is to wait for them.
  var withheld: WithheldTouches? {
    taps.isEmpty ? nil : WithheldTouches(since: Timestamp(nanoseconds: .min), until: shown.timestamp)
  }

  mutating func release(into frame: inout TouchFrame) {
    frame.assume(shown)
    frame.settle()
    for tap in taps {
      for index in frame.indices where frame[index].id == tap.id { frame[index] = ReachPad.lift(tap) }
    }
    taps = []
    shown.assume(frame)
  }

  mutating func reset() {
    fingers = []
    taps = []
  }
}
