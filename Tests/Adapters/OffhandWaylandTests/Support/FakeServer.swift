import CPlatform
import CompositorRig
import FakeCompositor
import Offhand
@testable import OffhandWayland

/// A compositor that does what a test tells it to, on a thread of its own, with one client in this process.
final class FakeServer {
  /// One argument of an event: a number, or text.
  enum Argument: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral {
    case number(Int64)
    case text(String)

    init(integerLiteral value: Int64) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    /// Wayland's 24.8 fixed point.
    init(floatLiteral value: Double) { self = .number(Int64(value * 256)) }
    /// The object with this number.
    static func object(_ id: UInt32) -> Argument { .number(Int64(id)) }
  }

  private let fake: OpaquePointer
  private var isRunning = true
  /// The client's end of the socket.
  let descriptor: Int32

  init() throws {
    var descriptor: Int32 = -1
    guard let fake = fake_compositor_start(&descriptor) else { throw RigError("no socket pair for a fake compositor") }
    self.fake = fake
    self.descriptor = descriptor
  }

  deinit { close() }

  /// Ends it, as if it had crashed; nothing may be asked of it afterwards.
  func close() {
    if isRunning { fake_compositor_stop(fake) }
    isRunning = false
  }

  /// One with everything that a window needs, a seat with a touch screen, and an output of 640×480 pixels, 200×150 mm; `transform` as
  /// the protocol numbers it.
  static func withWindows(scale: Int64 = 1, transform: Int64 = 0) throws -> FakeServer {
    let server = try FakeServer()
    server.offer(WlCompositor.self, version: 5)
    server.offer(WlShm.self, version: 1)
    server.offer(XdgWmBase.self, version: 5)
    server.answer(WlSeat.self, "bind", WlSeat.self, "capabilities", 4)
    server.answer(WlSeat.self, "bind", WlSeat.self, "name", "seat0")
    server.offer(WlSeat.self, version: 8)
    server.answer(
      WlOutput.self, "bind", WlOutput.self, "geometry", 0, 0, 200, 150, 0, "Fake", "One", .number(transform))
    server.answer(WlOutput.self, "bind", WlOutput.self, "mode", 1, 640, 480, 60_000)
    server.answer(WlOutput.self, "bind", WlOutput.self, "scale", .number(scale))
    server.answer(WlOutput.self, "bind", WlOutput.self, "name", "FAKE-1")
    server.answer(WlOutput.self, "bind", WlOutput.self, "done")
    server.offer(WlOutput.self, version: 4)
    return server
  }

  /// A connection to it.
  func connect() throws -> Connection { try Connection(to: .descriptor(descriptor)) }

  /// Offers a global, and answers the key to withdraw it by.
  @discardableResult func offer<Object: ProtocolObject>(_: Object.Type, version: UInt32) -> Int32 {
    fake_compositor_offer(fake, Object.table.pointer, version)
  }

  func withdraw(_ key: Int32) { fake_compositor_withdraw(fake, key) }

  /// Sends `event` whenever the client sends `request` to an object of `Object`: to the object it makes, else to itself.
  func answer<Object: ProtocolObject, Target: EventfulObject>(
    _: Object.Type, _ request: String, _: Target.Type, _ event: String, _ arguments: Argument...
  ) {
    with(arguments) {
      fake_compositor_answer(fake, "\(Object.description.name)", request, opcode(Target.self, event), $0, $1)
    }
  }

  /// Sends `event` to the `index`th object of `Object`, counted in the order in which they were made.
  func send<Object: EventfulObject>(
    _: Object.Type, number index: Int32 = 0, _ event: String, _ arguments: Argument...
  ) throws {
    guard let id = object(Object.self, index) else { throw RigError("no \(Object.description.name) number \(index)") }
    _ = with(arguments) { fake_compositor_send(fake, id, opcode(Object.self, event), $0, $1) }
  }

  /// Sends any event of an object, with as many arguments as are given; nothing if there is no such object.
  func send<Object: EventfulObject>(_: Object.Type, number index: Int32, any event: String, _ arguments: [Argument]) {
    guard let id = object(Object.self, index) else { return }
    _ = with(arguments) { fake_compositor_send(fake, id, opcode(Object.self, event), $0, $1) }
  }

  /// Ends the connection with a protocol error.
  func fail<Object: ProtocolObject>(_: Object.Type, code: UInt32, message: String) throws {
    guard let id = object(Object.self) else { throw RigError("no \(Object.description.name)") }
    _ = fake_compositor_fail(fake, id, code, message)
  }

  /// The number of a living object.
  func object<Object: ProtocolObject>(_: Object.Type, _ index: Int32 = 0) -> UInt32? {
    let id = fake_compositor_object(fake, "\(Object.description.name)", index)
    return id == 0 ? nil : id
  }

  /// How many living objects of the kind there are.
  func objects<Object: ProtocolObject>(_ type: Object.Type) -> Int {
    var count: Int32 = 0
    while object(type, count) != nil { count += 1 }
    return Int(count)
  }

  /// How often the request came.
  func count<Object: ProtocolObject>(_: Object.Type, _ request: String) -> Int {
    Int(fake_compositor_count(fake, "\(Object.description.name)", request))
  }

  /// The numbers in the last such request.
  func last<Object: ProtocolObject>(_: Object.Type, _ request: String, _ places: Range<Int32>) -> [Int64] {
    places.map { fake_compositor_last(fake, "\(Object.description.name)", request, $0) }
  }

  /// While it hangs it reads nothing.
  func hang(_ hangs: Bool) { fake_compositor_hang(fake, hangs) }

  private func opcode<Object: ProtocolObject>(_: Object.Type, _ event: String) -> UInt32 {
    guard let index = Object.description.events.firstIndex(where: { "\($0.name)" == event }) else {
      preconditionFailure("\(Object.description.name) has no event \(event)")
    }
    return UInt32(index)
  }

  private func with<Result>(_ arguments: [Argument], _ body: ([fake_argument], Int32) -> Result) -> Result {
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { texts.forEach { $0?.deallocate() } }
    let list = arguments.map { argument -> fake_argument in
      switch argument {
      case .number(let number): return fake_argument(number: number, text: nil)
      case .text(let text):
        let bytes = Array(text.utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        texts.append(copy)
        return fake_argument(number: 0, text: copy)
      }
    }
    return body(list, Int32(list.count))
  }
}

/// The numbers of objects as both sides know them.
enum WlIdentity {
  static func id(of object: some ProtocolObject) -> UInt32 { wl_proxy_get_id(object.proxy) }
}

/// A window on a fake compositor that has told it a size.
final class FakeWindow {
  let server: FakeServer
  let connection: Connection
  let window: ToplevelSurface
  private var serial: Int64 = 0

  init(
    _ server: FakeServer? = nil, policy: PresentationPolicy = .immediate, width: Int64 = 640, height: Int64 = 480
  ) throws {
    self.server = try server ?? .withWindows()
    connection = try self.server.connect()
    window = ToplevelSurface(
      connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil), policy: policy)
    try connection.roundTrip()
    try configure(width: width, height: height)
    try connection.roundTrip()
  }

  var surface: Surface { window.surface }

  /// Asks for a size; the client hears it at its next round trip.
  func configure(width: Int64, height: Int64) throws {
    serial += 1
    try server.send(XdgToplevel.self, "configure", .number(width), .number(height))
    try server.send(XdgSurface.self, "configure", .number(serial))
  }

  /// Draws a frame whose `damage` changed, or all of it, and waits until the compositor has it.
  @discardableResult
  func draw(_ damage: Damage? = nil, _ look: (PixelBuffer) -> Void = { _ in }) throws -> DrawOutcome {
    let outcome = try surface.draw { buffer in
      look(buffer)
      return damage ?? Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
    try connection.roundTrip()
    return outcome
  }
}
