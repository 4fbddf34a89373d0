import Offhand

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
