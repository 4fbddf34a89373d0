package import Offhand

/// The touches that the compositor sends to one surface (`wl_touch`), its pointers as fingers (`wl_pointer`), or its pens
/// (`zwp_tablet_v2`).
///
/// Its events come through the connection, so it has no descriptor of its own: after `Connection.dispatch` the `deadline` says
/// whether events are waiting. Each seat counts as one touch screen as large as the surface. The frame assembler corrects what
/// compositors do differently: give it `TouchFrameAssembler.Habits.wayland`, or `.pointer`.
package final class WaylandTouchSource: TouchSource {
  /// The devices of a source.
  package enum Input: Sendable, Hashable {
    /// The touch screens of all seats.
    case touchScreens
    /// The pointers of all seats. The left button down is a finger on the glass; pressed with Control it is two, which mirror each
    /// other about the pressed point.
    case pointers
    /// The tips of the pens of all seats.
    case pens

    /// The number of the first device, beside those of any other source.
    fileprivate var firstDevice: UInt32 {
      switch self {
      case .touchScreens: 1
      case .pointers: 1 << 31
      case .pens: 3 << 30
      }
    }

    fileprivate var tool: Touch.Tool {
      switch self {
      case .touchScreens: .finger
      case .pointers: .pointer
      case .pens: .pen
      }
    }

    fileprivate var interface: String {
      switch self {
      case .touchScreens: "wl_touch"
      case .pointers: "wl_pointer"
      case .pens: "zwp_tablet_v2"
      }
    }
  }

  private let connection: Connection
  private let input: Input
  private let silence: SilenceLimit?
  private let currentGeometry: () -> SurfaceGeometry?
  private let inbox: TouchInbox
  private var panels: [TouchScreen] = []
  private var nextDevice: UInt32
  private var geometry: SurfaceGeometry?
  /// Another after every dispatch: what begins to wait during one is due in the next round, and no deadline that is stuck.
  private var turn: Int64 = 0

  /// Collects the touches of `surface` from now on. Where the compositor passes no cancels on, touches that it no longer reports end as
  /// `silence` says. `geometry` is the size of the surface where it is not what its output says.
  package init(
    surface: Surface, input: Input = .touchScreens, silence: SilenceLimit = .surface,
    geometry: (() -> SurfaceGeometry?)? = nil
  ) {
    connection = surface.connection
    self.input = input
    var limit = silence
    limit.time = connection.lostAfter ?? limit.time
    self.silence = input == .touchScreens && connection.losesCancels ? limit : nil
    currentGeometry = geometry ?? { surface.layout?.geometry }
    nextDevice = input.firstDevice
    inbox = TouchInbox(surface: surface.object.proxy)
    connection.registry.open(inbox, for: input)
  }

  deinit { connection.registry.close(inbox) }

  /// Always `nil`: there is nothing to wait for besides the connection.
  package var descriptor: Int32? { nil }

  /// The distant past while events are waiting, else when a touch that is not reported counts as lost.
  package var deadline: Timestamp? {
    guard let current = currentGeometry() else { return nil }
    guard inbox.isEmpty && current == geometry else { return Timestamp(nanoseconds: turn) }
    return silence.flatMap { limit in panels.lazy.compactMap { $0.deadline(limit) }.min() }
  }

  /// Delivers the waiting events; none before the surface has a size.
  package func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(ConnectionError) {
    guard let current = currentGeometry() else { return }
    turn ^= 1
    follow(current, at: now, body)
    for item in inbox.take() {
      switch item {
      case .seatAdded(let seat, let name): add(seat, name: name, body)
      case .seatRemoved(let seat): remove(seat, at: now, body)
      case .report(let report, let seat):
        guard let index = panels.firstIndex(where: { $0.seat == seat }) else { continue }
        panels[index].take(report, at: now, body)
      }
    }
    guard let silence else { return }
    for index in panels.indices { panels[index].cancelLost(silence, at: now, body) }
  }

  /// Reports a new size of the surface. All touches are cancelled, since their positions would jump.
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
    let interface = input.interface
    let device = TouchDevice(
      id: DeviceID(rawValue: nextDevice), name: name.isEmpty ? interface : "\(interface) of \(name)", surface: geometry)
    nextDevice += 1
    panels.append(TouchScreen(seat: seat, device: device, tool: input.tool))
    body(.deviceAdded(device))
  }

  private func remove(_ seat: UInt32, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let index = panels.firstIndex(where: { $0.seat == seat }) else { return }
    body(.deviceRemoved(panels[index].device.id, panels[index].present(at: now)))
    panels.remove(at: index)
  }
}

/// The touches on one seat, and the conversion of its reports into those of a touch source.
struct TouchScreen {
  let seat: UInt32
  var device: TouchDevice
  private let tool: Touch.Tool

  private var clock = TouchClock()
  private var latest: Timestamp?
  private var active: [ActiveTouch] = []
  private var hasFramed = false

  /// A touch that is down.
  private struct ActiveTouch {
    var id: Int32
    /// Where the compositor last said it is, in pixels.
    var pixel: Point
    /// When its last report arrived.
    var reported: Timestamp
    /// When the first other finger landed since; `nil` if none did.
    var overtaken: Timestamp?
    var shape: ContactShape?
    /// Whether we have cancelled it, while the compositor still counts it as down; its events are dropped until it lifts.
    var isDismissed = false
  }

  init(seat: UInt32, device: TouchDevice, tool: Touch.Tool = .finger) {
    self.seat = seat
    self.device = device
    self.tool = tool
  }

  /// The present moment on the touches' clock, never before the last delivered stamp.
  func present(at now: Timestamp) -> Timestamp { latest.map { max($0, now) } ?? now }

  /// Delivers one report.
  mutating func take(_ report: TouchReport, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    switch report {
    case .down(let id, _, let x, let y, let stamp):
      let time = note(stamp, now)
      land(id, at: Point(x: x, y: y), now)
      send(.down(position(x, y)), of: id, time, body)
    case .motion(let id, let x, let y, let stamp):
      let time = note(stamp, now)
      noteReport(of: id, at: now)
      if let index = index(of: id) { active[index].pixel = Point(x: x, y: y) }
      send(.motion(position(x, y)), of: id, time, body)
    case .up(let id, let stamp):
      let time = note(stamp, now)
      send(.up, of: id, time, body)
      active.removeAll { $0.id == id }
    case .elsewhere(let id, let stamp):
      overtake(now)
      guard index(of: id) != nil else { return }
      let time = note(stamp, now)
      // Its lift was lost, since its number lands again.
      send(.cancel, of: id, time, body)
      active.removeAll { $0.id == id }
    case .shape(let id, let major, let minor): reshape(id, major, minor, at: now, body)
    case .orientation(let id, let degrees): turn(id, degrees, at: now, body)
    case .frame:
      hasFramed = true
      body(.frame(device.id, latest ?? now))
    case .cancel:
      active.removeAll()
      body(.cancelled(device.id, present(at: now)))
    }
  }

  /// Notes a landing. One elsewhere of a touch that is down is another finger, for the lift of the old one was lost: it has neither the
  /// shape of that nor was it cancelled with it.
  private mutating func land(_ id: Int32, at pixel: Point, _ now: Timestamp) {
    overtake(now)
    let touch = ActiveTouch(id: id, pixel: pixel, reported: now)
    guard let index = index(of: id) else { return active.append(touch) }
    if active[index].pixel != pixel { active[index] = touch }
    noteReport(of: id, at: now)
  }

  private mutating func overtake(_ now: Timestamp) {
    for index in active.indices where active[index].overtaken == nil { active[index].overtaken = now }
  }

  private mutating func noteReport(of id: Int32, at now: Timestamp) {
    guard let index = index(of: id) else { return }
    active[index].reported = now
    active[index].overtaken = nil
  }

  /// When the first of the touches that are down counts as lost; `nil` if none does as things are.
  func deadline(_ limit: SilenceLimit) -> Timestamp? {
    active.lazy.compactMap { end(of: $0, limit) }.min()
  }

  /// When a touch counts as lost; `nil` if it does not as things are.
  private func end(of touch: ActiveTouch, _ limit: SilenceLimit) -> Timestamp? {
    guard !touch.isDismissed, let start = limit.needsOthers ? touch.overtaken : touch.reported else { return nil }
    return start + limit.time + limit.hold
  }

  /// Cancels the touches that were not reported for longer than `limit`; the compositor's further events of them are dropped.
  mutating func cancelLost(_ limit: SilenceLimit, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    var isAny = false
    for index in active.indices {
      guard let end = end(of: active[index], limit), end <= now else { continue }
      send(.cancel, of: active[index].id, present(at: now), body)
      active[index].isDismissed = true
      isAny = true
    }
    // To a compositor without frame events the end of the batch is the frame.
    if isAny && hasFramed { body(.frame(device.id, present(at: now))) }
  }

  /// Cancels every touch that is down; the compositor's further events of them are dropped.
  mutating func cancelAll(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for index in active.indices { active[index].isDismissed = true }
    body(.cancelled(device.id, present(at: now)))
  }

  private mutating func note(_ stamp: TouchStamp, _ now: Timestamp) -> Timestamp {
    let time = clock.time(of: stamp, now: now)
    latest = latest.map { max($0, time) } ?? time
    return time
  }

  private func position(_ x: Double, _ y: Double) -> Point { device.surface.point(pixelX: x, pixelY: y) }

  private func index(of id: Int32) -> Int? { active.firstIndex { $0.id == id } }

  private func send(_ kind: TouchEvent.Kind, of id: Int32, _ time: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    if let index = index(of: id), active[index].isDismissed { return }
    body(.touch(TouchEvent(device: device.id, slot: id, timestamp: time, kind: kind, tool: tool)))
  }

  private mutating func reshape(
    _ id: Int32, _ major: Double, _ minor: Double, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    noteReport(of: id, at: now)
    guard let index = index(of: id) else { return }
    let surface = device.surface
    // Logical pixels are square on almost every panel; where they are not, the mean serves.
    let density = (surface.pixelsPerMillimetreX + surface.pixelsPerMillimetreY) / 2
    guard density > 0 else { return }
    let shape = ContactShape(
      major: Float(major / density), minor: Float(minor / density),
      orientationRadians: active[index].shape?.orientationRadians)
    active[index].shape = shape
    send(.shape(shape), of: id, latest ?? now, body)
  }

  private mutating func turn(
    _ id: Int32, _ degrees: Double, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    noteReport(of: id, at: now)
    // Without axes an orientation means nothing; the shape that follows will carry it.
    guard let index = index(of: id) else { return }
    var shape = active[index].shape ?? ContactShape(major: 0, minor: 0)
    shape.orientationRadians = Float(Angle(degrees: degrees).radians)
    active[index].shape = shape
    if shape.major > 0 { send(.shape(shape), of: id, latest ?? now, body) }
  }
}

/// The events for one surface that its touch source has not taken yet.
final class TouchInbox {
  /// A touch event, or the coming or going of a seat.
  enum Item {
    case seatAdded(UInt32, name: String)
    case seatRemoved(UInt32)
    case report(TouchReport, seat: UInt32)
  }

  /// A touch by the compositor's number for it.
  private struct TouchKey: Hashable {
    var seat: UInt32
    var id: Int32
  }

  private let surface: OpaquePointer
  private var items: [Item] = []
  private var seats: Set<UInt32> = []
  /// Touches that landed on another surface of this program.
  private var foreign: Set<TouchKey> = []

  /// Collects what lands on `surface`.
  init(surface: OpaquePointer) { self.surface = surface }

  /// Whether nothing is waiting.
  var isEmpty: Bool { items.isEmpty }

  /// Takes everything that arrived since the last call.
  func take() -> [Item] {
    defer { items.removeAll(keepingCapacity: true) }
    return items
  }

  /// Adds a seat whose touches `down` landed before, and so on no surface that is new.
  func add(seat: UInt32, name: String, down: Set<Int32>) {
    guard seats.insert(seat).inserted else { return }
    items.append(.seatAdded(seat, name: name))
    for id in down { foreign.insert(TouchKey(seat: seat, id: id)) }
  }

  func remove(seat: UInt32) {
    if seats.remove(seat) != nil { items.append(.seatRemoved(seat)) }
    foreign = foreign.filter { $0.seat != seat }
  }

  func add(_ report: TouchReport, from seat: UInt32) {
    switch report {
    case .down(let id, let surface, _, _, let stamp):
      if surface == self.surface {
        foreign.remove(TouchKey(seat: seat, id: id))
      } else {
        if foreign.insert(TouchKey(seat: seat, id: id)).inserted {
          items.append(.report(.elsewhere(id, stamp), seat: seat))
        }
        return
      }
    case .up(let id, _):
      if foreign.remove(TouchKey(seat: seat, id: id)) != nil { return }
    case .motion(let id, _, _, _), .shape(let id, _, _), .orientation(let id, _):
      if foreign.contains(TouchKey(seat: seat, id: id)) { return }
    case .cancel: foreign = foreign.filter { $0.seat != seat }
    case .frame, .elsewhere: break
    }
    items.append(.report(report, seat: seat))
  }
}

/// When a touch that the compositor no longer reports counts as lost.
///
/// labwc 0.8, weston 14, cage 0.2, phoc 0.46 and Mutter 48 do not pass cancels on: a finger whose panel is unplugged, or that becomes a palm,
/// sends neither a lift nor anything else, and stays down for ever unless its number lands again. A finger that rests sends nothing either on some
/// panels, so silence alone proves nothing: only where other fingers have landed since does the panel work while this touch does not. A
/// pull from an edge is seen on a strip that no other finger touches, so silence is enough there: a drawer that closes below a resting
/// finger is a smaller loss than one that stays half open. What was cancelled by mistake does not come back before it has lifted.
package struct SilenceLimit: Sendable, Hashable {
  /// The time without a report after which a touch is cancelled.
  package var time: Duration
  /// Whether the time begins only when another finger lands.
  package var needsOthers: Bool
  /// The time more for which a finger may rest, because it makes a gesture that way.
  package var hold = Duration.zero

  /// A limit; by default only touches are lost during which others land.
  package init(_ time: Duration, needsOthers: Bool = true) { (self.time, self.needsOthers) = (time, needsOthers) }

  /// For the touches on a window or an overlay.
  package static let surface = SilenceLimit(.seconds(10))
  /// For a strip at an edge.
  package static let strip = SilenceLimit(surface.time, needsOthers: false)

  /// The programs of the compositors of which it is known that they do not pass cancels on; `gala` and `gnome-kiosk` are Mutter too.
  private static let compositors = ["cage", "gala", "gnome-kiosk", "gnome-shell", "labwc", "mutter", "phoc", "weston"]

  /// Whether the compositor with this name (`/proc/PID/comm`) is one of those. NixOS starts `NAME` as `.NAME-wrapped`, of which the kernel
  /// keeps 15 characters.
  static func isNeeded(by program: String) -> Bool {
    compositors.contains { program == $0 || program == ".\($0)-wrapped".prefix(15) }
  }
}
