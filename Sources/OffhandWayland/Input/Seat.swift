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
