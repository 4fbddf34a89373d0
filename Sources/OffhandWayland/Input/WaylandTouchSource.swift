public import Offhand

/// The touches that the compositor sends to one surface (`wl_touch`).
///
/// Its reports come through the connection, so there is no descriptor of its own: after `Connection.dispatch` the
/// `deadline` says whether something lies here. Each seat counts as one touch screen as large as the surface. The
/// compositors' habits are mended by the frame assembler: give it `TouchFrameAssembler.Habits.wayland`.
public final class WaylandTouchSource: TouchSource {
  private let connection: Connection
  private let surface: Surface
  private let inbox: TouchInbox
  private var panels: [TouchScreen] = []
  private var nextDevice: UInt32 = 1
  private var geometry: SurfaceGeometry?

  /// Takes the touches of `surface` from now on.
  public init(surface: Surface) {
    connection = surface.connection
    self.surface = surface
    inbox = TouchInbox(surface: surface.object.proxy)
    connection.registry.open(inbox)
  }

  deinit { connection.registry.close(inbox) }

  /// Nothing to wait for besides the connection.
  public var descriptor: Int32? { nil }

  /// The distant past while something lies here.
  public var deadline: Timestamp? {
    guard let layout = surface.layout else { return nil }
    return inbox.letters.isEmpty && layout.geometry == geometry ? nil : .zero
  }

  /// Hands over what has come in; nothing before the surface has got its size.
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(ConnectionError) {
    guard let layout = surface.layout else { return }
    follow(layout.geometry, at: now, body)
    for letter in inbox.take() {
      switch letter {
      case .seatAdded(let seat, let name): add(seat, name: name, body)
      case .seatRemoved(let seat): remove(seat, at: now, body)
      case .report(let report, let seat):
        guard let index = panels.firstIndex(where: { $0.seat == seat }) else { continue }
        panels[index].take(report, at: now, body)
      }
    }
  }

  /// Tells of another size of the surface. The contacts end: their places would jump.
  private func follow(_ geometry: SurfaceGeometry, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard geometry != self.geometry else { return }
    self.geometry = geometry
    for index in panels.indices {
      panels[index].cancelAll(at: now, body)
      panels[index].device.surface = geometry
      body(.deviceChanged(panels[index].device))
    }
  }

  private func add(_ seat: UInt32, name: String, _ body: (TouchSourceEvent) -> Void) {
    guard let geometry else { return }
    let device = TouchDevice(
      id: DeviceID(rawValue: nextDevice), name: name.isEmpty ? "wl_touch" : "wl_touch of \(name)", surface: geometry)
    nextDevice += 1
    panels.append(TouchScreen(seat: seat, device: device))
    body(.deviceAdded(device))
  }

  private func remove(_ seat: UInt32, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let index = panels.firstIndex(where: { $0.seat == seat }) else { return }
    body(.deviceRemoved(panels[index].device.id, panels[index].present(at: now)))
    panels.remove(at: index)
  }
}
