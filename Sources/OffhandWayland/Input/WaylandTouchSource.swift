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

/// What one seat's `wl_touch` has said so far, and how it is told to the frame assembler.
struct TouchScreen {
  let seat: UInt32
  var device: TouchDevice

  private var clock = TouchClock()
  private var latest: Timestamp?
  private var contacts: [Contact] = []

  /// A contact that is down.
  private struct Contact {
    var id: Int32
    var shape: ContactShape?
    /// Whether it was cancelled while the compositor still counts it as down; it stays so until it lifts.
    var isDismissed = false
  }

  init(seat: UInt32, device: TouchDevice) {
    self.seat = seat
    self.device = device
  }

  /// The present moment on the touches' clock: never before a stamp that was passed on.
  func present(at now: Timestamp) -> Timestamp { latest.map { max($0, now) } ?? now }

  /// Passes one report on.
  mutating func take(_ report: TouchReport, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    switch report {
    case .down(let id, _, let x, let y, let stamp):
      let time = note(stamp, now)
      if index(of: id) == nil { contacts.append(Contact(id: id)) }
      send(.down(place(x, y)), of: id, time, body)
    case .motion(let id, let x, let y, let stamp):
      let time = note(stamp, now)
      send(.motion(place(x, y)), of: id, time, body)
    case .up(let id, let stamp):
      let time = note(stamp, now)
      send(.up, of: id, time, body)
      contacts.removeAll { $0.id == id }
    case .shape(let id, let major, let minor): reshape(id, major, minor, at: now, body)
    case .orientation(let id, let degrees): turn(id, degrees, at: now, body)
    case .frame: body(.frame(device.id, latest ?? now))
    case .cancel:
      contacts.removeAll()
      body(.cancelled(device.id, present(at: now)))
    }
  }

  /// Cancels every contact on our side; what the compositor still says about them is not passed on.
  mutating func cancelAll(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for index in contacts.indices { contacts[index].isDismissed = true }
    body(.cancelled(device.id, present(at: now)))
  }

  private mutating func note(_ stamp: TouchStamp, _ now: Timestamp) -> Timestamp {
    let time = clock.time(of: stamp, now: now)
    latest = latest.map { max($0, time) } ?? time
    return time
  }

  private func place(_ x: Double, _ y: Double) -> Point { device.surface.point(pixelX: x, pixelY: y) }

  private func index(of id: Int32) -> Int? { contacts.firstIndex { $0.id == id } }

  private func send(_ kind: TouchEvent.Kind, of id: Int32, _ time: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    if let index = index(of: id), contacts[index].isDismissed { return }
    body(.touch(TouchEvent(device: device.id, slot: id, timestamp: time, kind: kind)))
  }

  private mutating func reshape(
    _ id: Int32, _ major: Double, _ minor: Double, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    guard let index = index(of: id) else { return }
    let surface = device.surface
    // Logical pixels are square on every panel but an odd one; there the mean is as good as anything.
    let density = (surface.pixelsPerMillimetreX + surface.pixelsPerMillimetreY) / 2
    guard density > 0 else { return }
    let shape = ContactShape(
      major: Float(major / density), minor: Float(minor / density),
      orientationRadians: contacts[index].shape?.orientationRadians)
    contacts[index].shape = shape
    send(.shape(shape), of: id, latest ?? now, body)
  }

  private mutating func turn(
    _ id: Int32, _ degrees: Double, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    // Without axes an orientation says nothing yet; the shape that follows will carry it.
    guard let index = index(of: id) else { return }
    var shape = contacts[index].shape ?? ContactShape(major: 0, minor: 0)
    shape.orientationRadians = Float(Angle(degrees: degrees).radians)
    contacts[index].shape = shape
    if shape.major > 0 { send(.shape(shape), of: id, latest ?? now, body) }
  }
}

/// Where the touches of one surface lie until its touch source asks for them.
final class TouchInbox {
  /// Something that came in.
  enum Letter {
    case seatAdded(UInt32, name: String)
    case seatRemoved(UInt32)
    case report(TouchReport, seat: UInt32)
  }

  /// A contact, by the compositor's number.
  private struct Contact: Hashable {
    var seat: UInt32
    var id: Int32
  }

  private let surface: OpaquePointer
  private(set) var letters: [Letter] = []
  private var seats: Set<UInt32> = []
  /// Contacts that landed on another surface of this program.
  private var strangers: Set<Contact> = []

  /// Collects what lands on `surface`.
  init(surface: OpaquePointer) { self.surface = surface }

  /// Everything that came in since the last call.
  func take() -> [Letter] {
    defer { letters.removeAll(keepingCapacity: true) }
    return letters
  }

  func add(seat: UInt32, name: String) {
    if seats.insert(seat).inserted { letters.append(.seatAdded(seat, name: name)) }
  }

  func remove(seat: UInt32) {
    if seats.remove(seat) != nil { letters.append(.seatRemoved(seat)) }
    strangers = strangers.filter { $0.seat != seat }
  }

  func add(_ report: TouchReport, from seat: UInt32) {
    switch report {
    case .down(let id, let surface, _, _, _):
      if surface == self.surface {
        strangers.remove(Contact(seat: seat, id: id))
      } else {
        strangers.insert(Contact(seat: seat, id: id))
        return
      }
    case .up(let id, _):
      if strangers.remove(Contact(seat: seat, id: id)) != nil { return }
    case .motion(let id, _, _, _), .shape(let id, _, _), .orientation(let id, _):
      if strangers.contains(Contact(seat: seat, id: id)) { return }
    case .cancel: strangers = strangers.filter { $0.seat != seat }
    case .frame: break
    }
    letters.append(.report(report, seat: seat))
  }
}
