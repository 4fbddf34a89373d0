/// A seat: the touch screens and keyboards of one user, for as long as it is there.
public final class Seat {
  let object: WlSeat
  let globalName: UInt32
  private let display: Display
  private unowned let registry: Registry

  /// The compositor's name for it, such as `seat0`; empty until it has said so.
  public private(set) var name = ""
  /// Whether the compositor has a touch screen on it.
  public private(set) var hasTouch = false
  /// Whether the compositor has a keyboard on it.
  public var hasKeyboard: Bool { keyboard != nil }

  private var keyboard: Keyboard?
  private var touch: SeatTouch?

  init(_ object: WlSeat, name: UInt32, registry: Registry, _ display: Display) {
    self.object = object
    globalName = name
    self.registry = registry
    self.display = display
    object.listen { [unowned self] in receive($0) }
  }

  deinit {
    touch = nil
    keyboard = nil
    object.destroy()
  }

  /// The compositor's number for the seat, for as long as it lasts.
  public var id: UInt32 { globalName }

  /// The keys that went down since the last call.
  public func takeKeyPresses() -> [KeyPress] { keyboard?.takePresses() ?? [] }

  /// Listens to the touch screen if there is one and somebody wants to know, else no longer.
  func followTouch() {
    if hasTouch && !registry.touchInboxes.isEmpty {
      if touch == nil {
        touch = SeatTouch(object.getTouch(), seat: self, registry: registry, display)
      }
      for inbox in registry.touchInboxes { inbox.add(seat: globalName, name: name) }
    } else if touch != nil {
      touch = nil
      for inbox in registry.touchInboxes { inbox.remove(seat: globalName) }
    }
  }

  /// The seat is gone.
  func withdraw() {
    hasTouch = false
    followTouch()
    keyboard = nil
  }

  private func receive(_ event: WlSeat.Event) {
    switch event {
    case .name(let name): self.name = name
    case .capabilities(let capabilities):
      hasTouch = capabilities.contains(.touch)
      if !capabilities.contains(.keyboard) {
        keyboard = nil
      } else if keyboard == nil {
        keyboard = Keyboard(object.getKeyboard(), display)
      }
      followTouch()
    }
    registry.revision += 1
  }
}

/// The touch screen of a seat: passes on what the compositor says, stamped as well as it can be.
final class SeatTouch {
  private let object: WlTouch
  private let timestamps: ZwpInputTimestampsV1?
  private let display: Display
  private let seat: UInt32
  private unowned let registry: Registry
  /// The stamp that came ahead of the event it belongs to.
  private var announced: Int64?

  init(_ object: WlTouch, seat: Seat, registry: Registry, _ display: Display) {
    self.object = object
    self.seat = seat.globalName
    self.registry = registry
    self.display = display
    timestamps = registry.inputTimestamps?.getTouchTimestamps(touch: object)
    timestamps?.listen { [unowned self] event in
      guard case .timestamp(let high, let low, let nanoseconds) = event else { return }
      announced = (Int64(high) << 32 | Int64(low)) &* 1_000_000_000 &+ Int64(nanoseconds)
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
      send(.down(id, surface: surface?.proxy, x: x, y: y, stamp(time)))
    case .up(_, let time, let id): send(.up(id, stamp(time)))
    case .motion(let time, let id, let x, let y): send(.motion(id, x: x, y: y, stamp(time)))
    case .frame: send(.frame)
    case .cancel: send(.cancel)
    case .shape(let id, let major, let minor): send(.shape(id, major: major, minor: minor))
    case .orientation(let id, let orientation): send(.orientation(id, degrees: orientation))
    }
  }

  private func stamp(_ milliseconds: UInt32) -> TouchStamp {
    defer { announced = nil }
    return TouchStamp(milliseconds: milliseconds, nanoseconds: announced)
  }

  private func send(_ report: TouchReport) {
    for inbox in registry.touchInboxes { inbox.add(report, from: seat) }
  }
}

/// One event of `wl_touch` as it came, in surface coordinates.
enum TouchReport {
  case down(Int32, surface: OpaquePointer?, x: Double, y: Double, TouchStamp)
  case motion(Int32, x: Double, y: Double, TouchStamp)
  case up(Int32, TouchStamp)
  case shape(Int32, major: Double, minor: Double)
  case orientation(Int32, degrees: Double)
  case frame
  case cancel
}
