import Glibc
import Offhand

/// The pointer of a seat as a finger: translates the events of `wl_pointer` to those of `wl_touch` for every inbox.
///
/// While the button is held the compositor sends all motions to the surface on which it was pressed, also beyond its edges; if the
/// pointer leaves nevertheless, the touch is cancelled. Wheels and other buttons do nothing.
final class SeatPointer {
  /// `BTN_LEFT` of `linux/input-event-codes.h`; also what the tap of a touchpad arrives as.
  private static let leftButton: UInt32 = 0x110

  /// The fingers on the glass.
  private enum Fingers {
    case none
    case one
    /// Control was held at the press; two land once the direction of the drag is known.
    case undecided
    case two(MirroredFingers)
  }

  private let object: WlPointer
  private let display: Display
  private unowned let seat: Seat
  private unowned let registry: Registry
  private let cursor: PointerCursor?
  /// The surface below the pointer; `nil` if it is none of this program.
  private var surface: OpaquePointer?
  private var position = Point.origin
  private var pressed = Point.origin
  private var fingers = Fingers.none

  init(_ object: WlPointer, of seat: Seat, registry: Registry, _ display: Display) {
    self.object = object
    self.seat = seat
    self.registry = registry
    self.display = display
    cursor = PointerCursor(object, registry: registry, display)
    object.listen { [unowned self] in receive($0) }
  }

  deinit { object.destroy() }

  /// Hides the cursor until the pointer moves.
  func hide() { cursor?.hide() }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      self.surface = surface?.proxy
      position = Point(x: x, y: y)
      cursor?.enter(serial)
    case .leave:
      surface = nil
      if case .none = fingers { return }
      fingers = .none
      send(.cancel)
    case .motion(let time, let x, let y): move(to: Point(x: x, y: y), stamp(time))
    case .button(_, let time, SeatPointer.leftButton, .pressed): press(stamp(time))
    case .button(_, let time, SeatPointer.leftButton, _): release(stamp(time))
    case .button, .frame: break
    }
  }

  private func press(_ stamp: TouchStamp) {
    guard surface != nil, case .none = fingers else { return }
    pressed = position
    if seat.isControlHeld {
      fingers = .undecided
    } else {
      fingers = .one
      land(0, at: position, stamp)
    }
    cursor?.show(isPressed: true)
  }

  private func move(to position: Point, _ stamp: TouchStamp) {
    self.position = position
    switch fingers {
    case .none: cursor?.show(isPressed: false)
    case .one: send(.motion(0, x: position.x, y: position.y, stamp))
    case .undecided:
      guard let pair = MirroredFingers(pressed, movedTo: position) else { return }
      fingers = .two(pair)
      for finger in 0..<2 { land(finger, at: pair.positions(at: position)[finger], stamp) }
    case .two(let pair):
      let positions = pair.positions(at: position)
      for finger in 0..<2 {
        send(.motion(Int32(finger), x: positions[finger].x, y: positions[finger].y, stamp))
      }
    }
  }

  private func release(_ stamp: TouchStamp) {
    switch fingers {
    case .none, .undecided: break
    case .one: send(.up(0, stamp))
    case .two: for finger in 0..<2 { send(.up(Int32(finger), stamp)) }
    }
    fingers = .none
    cursor?.show(isPressed: false)
  }

  private func land(_ finger: Int, at position: Point, _ stamp: TouchStamp) {
    send(.down(Int32(finger), surface: surface, x: position.x, y: position.y, stamp))
  }

  private func stamp(_ milliseconds: UInt32) -> TouchStamp { TouchStamp(milliseconds: milliseconds, nanoseconds: nil) }

  private func send(_ report: TouchReport) {
    for inbox in registry.inboxes(of: .pointers) { inbox.add(report, from: seat.id) }
  }
}

/// Two fingers that mirror each other about a point, led by a drag from there: dragging on parts them, back closes them, sideways turns
/// them. In logical pixels.
struct MirroredFingers: Sendable, Hashable {
  /// From the middle to the upper finger when they land: 12 mm at 96 pixels to the inch, so that a pinch may close, and a small picture
  /// has both; index above thumb, as a right hand from below pinches, so that the hand that is assumed behind them is a likely one.
  private static let arm = Vector(dx: 34.5, dy: -28.9)
  /// The length of a drag whose direction is known: the slop of a mouse's click in most toolkits.
  private static let slop = 8.0
  /// The drag that parts the fingers e-fold, or turns them by one radian. With an exponential they never meet, which would turn them
  /// round.
  private static let rate = 90.0

  private let middle: Point
  private let start: Point
  private let direction: Vector

  /// Fingers about `middle` for a drag that has come to `position`; `nil` if it is too short for a direction.
  init?(_ middle: Point, movedTo position: Point) {
    let drag = position - middle
    guard drag.length >= MirroredFingers.slop else { return nil }
    self.middle = middle
    start = position
    direction = drag / drag.length
  }

  /// The fingers when the drag has come to `position`.
  func positions(at position: Point) -> [2 of Point] {
    let drag = position - start
    let map = Similarity(
      scale: exp(min(max(drag.dot(direction) / MirroredFingers.rate, -3), 3)),
      rotation: Angle(radians: direction.cross(drag) / MirroredFingers.rate), about: middle)
    return [map.apply(middle + MirroredFingers.arm), map.apply(middle - MirroredFingers.arm)]
  }
}
