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
