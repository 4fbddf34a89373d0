/// A seat: the touch screens, pointers and keyboards of one user, for as long as the compositor offers it.
package final class Seat {
  /// The compositor's number for the seat, unique while it lasts.
  package let id: UInt32
  /// The compositor's name for it, such as `seat0`; empty until it is known.
  package private(set) var name = ""
  /// Whether the seat has a touch screen.
  package private(set) var hasTouch = false
  /// Whether the seat has a keyboard.
  package var hasKeyboard: Bool { keyboard != nil }

  let object: WlSeat
  private let display: Display
  private unowned let registry: Registry
  private var hasPointer = false
  private var isGone = false
  private var keyboard: Keyboard?
  private var touch: SeatTouch?
  private var pointer: SeatPointer?
  private var pens: SeatPen?

  init(_ object: WlSeat, name: UInt32, registry: Registry, _ display: Display) {
    self.object = object
    id = name
    self.registry = registry
    self.display = display
    object.listen { [unowned self] in receive($0) }
  }

  deinit {
    touch = nil
    pointer = nil
    pens = nil
    keyboard = nil
    object.destroy()
  }

  /// Takes the keys that were pressed since the last call.
  package func takeKeyPresses() -> [KeyPress] { keyboard?.takePresses() ?? [] }

  /// Whether Control is held.
  var isControlHeld: Bool { keyboard?.isControlHeld ?? false }

  /// Hides the pointer until it moves: a finger has landed.
  func hidePointer() { pointer?.hide() }

  /// Listens to the devices that exist and for which there is an inbox, no longer to others.
  func followDevices() {
    func isHeard(_ input: WaylandTouchSource.Input) -> Bool { !registry.inboxes(of: input).isEmpty }
    // Also for pointers: to a client without `wl_touch`, wlroots sends pointer events for touches.
    let down = touch?.down ?? []
    follow(&touch, .touchScreens, down, if: hasTouch && (isHeard(.touchScreens) || isHeard(.pointers))) {
      SeatTouch(object.getTouch(), of: self, registry: registry, display)
    }
    follow(&pointer, .pointers, if: hasPointer && isHeard(.pointers)) {
      SeatPointer(object.getPointer(), of: self, registry: registry, display)
    }
    // Pens are no capability of a seat: they are announced after the tablet seat is created.
    let tablets = isGone || !isHeard(.pens) ? nil : registry.tablets
    follow(&pens, .pens, if: tablets != nil) {
      tablets.map { SeatPen($0.getTabletSeat(seat: object), of: self, registry: registry, display) }
    }
  }

  private func follow<Device>(
    _ device: inout Device?, _ input: WaylandTouchSource.Input, _ down: Set<Int32> = [], if isWanted: Bool,
    _ make: () -> Device?
  ) {
    guard isWanted || device != nil else { return }
    device = isWanted ? device ?? make() : nil
    for inbox in registry.inboxes(of: input) {
      if isWanted { inbox.add(seat: id, name: name, down: down) } else { inbox.remove(seat: id) }
    }
  }

  /// Releases the devices of a seat that is gone.
  func withdraw() {
    hasTouch = false
    hasPointer = false
    isGone = true
    followDevices()
    keyboard = nil
  }

  private func receive(_ event: WlSeat.Event) {
    switch event {
    case .name(let name): self.name = name
    case .capabilities(let capabilities):
      hasTouch = capabilities.contains(.touch)
      hasPointer = capabilities.contains(.pointer)
      if !capabilities.contains(.keyboard) {
        keyboard = nil
      } else if keyboard == nil {
        keyboard = Keyboard(object.getKeyboard(), display)
      }
      followDevices()
    }
    registry.noteChange()
  }
}

/// One event of `wl_touch` as received, or of a pointer or pen translated to it; in surface coordinates.
enum TouchReport {
  case down(Int32, surface: OpaquePointer?, x: Double, y: Double, TouchStamp)
  case motion(Int32, x: Double, y: Double, TouchStamp)
  case up(Int32, TouchStamp)
  /// A finger landed on another surface of the program.
  case elsewhere(Int32, TouchStamp)
  case shape(Int32, major: Double, minor: Double)
  case orientation(Int32, degrees: Double)
  case frame
  case cancel
}

/// The touch screen of a seat: delivers the events of `wl_touch` to every inbox, with the most exact time there is.
private final class SeatTouch {
  private let object: WlTouch
  private let timestamps: ZwpInputTimestampsV1?
  private let display: Display
  private unowned let seat: Seat
  private unowned let registry: Registry
  /// The exact time of the next event, in nanoseconds, which the compositor sends ahead of it.
  private var nextStamp: Int64?
  /// The touches that are down on any surface of the program.
  private(set) var down: Set<Int32> = []

  init(_ object: WlTouch, of seat: Seat, registry: Registry, _ display: Display) {
    self.object = object
    self.seat = seat
    self.registry = registry
    self.display = display
    timestamps = registry.inputTimestamps?.getTouchTimestamps(touch: object)
    timestamps?.listen { [unowned self] event in
      guard case .timestamp(let high, let low, let nanoseconds) = event else { return }
      nextStamp = (Int64(high) << 32 | Int64(low)) &* 1_000_000_000 &+ Int64(nanoseconds)
    }
    object.listen { [unowned self] in receive($0) }
  }

  deinit {
    timestamps?.destroy()
    object.destroy()
  }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      seat.hidePointer()
      down.insert(id)
      send(.down(id, surface: surface?.proxy, x: x, y: y, stamp(time)))
    case .up(_, let time, let id):
      down.remove(id)
      send(.up(id, stamp(time)))
    case .motion(let time, let id, let x, let y):
      // Its landing may be lost.
      down.insert(id)
      send(.motion(id, x: x, y: y, stamp(time)))
    case .frame: send(.frame)
    case .cancel:
      down = []
      send(.cancel)
    case .shape(let id, let major, let minor): send(.shape(id, major: major, minor: minor))
    case .orientation(let id, let orientation): send(.orientation(id, degrees: orientation))
    }
  }

  private func stamp(_ milliseconds: UInt32) -> TouchStamp {
    defer { nextStamp = nil }
    return TouchStamp(milliseconds: milliseconds, nanoseconds: nextStamp)
  }

  private func send(_ report: TouchReport) {
    for inbox in registry.inboxes(of: .touchScreens) { inbox.add(report, from: seat.id) }
  }
}
