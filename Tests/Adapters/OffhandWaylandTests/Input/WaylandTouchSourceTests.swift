import DesignCases
import Offhand
import Testing

@testable import OffhandWayland

struct WaylandTouchSourceTests {
  private final class Setup: TouchStage {
    init(_ server: FakeServer? = nil) throws {
      try super.init(server)
      try receive()
    }

    func down(_ id: Int64, _ x: Double, _ y: Double, at time: Int64) throws {
      try window.server.send(
        WlTouch.self, "down", 1, .number(time), surface, .number(id), .number(Int64(x * 256)), .number(Int64(y * 256)))
    }

    func motion(_ id: Int64, _ x: Double, _ y: Double, at time: Int64) throws {
      try window.server.send(
        WlTouch.self, "motion", .number(time), .number(id), .number(Int64(x * 256)), .number(Int64(y * 256)))
    }

    func up(_ id: Int64, at time: Int64) throws {
      try window.server.send(WlTouch.self, "up", 1, .number(time), .number(id))
    }

    func frame() throws { try window.server.send(WlTouch.self, "frame") }

    /// Ends the frame, and receives it.
    func deliver() throws {
      try frame()
      try receive()
    }
  }

  @Test func `a seat with a touch screen is a device as large as the surface`() throws {
    let setup = try Setup()
    let device = try #require(setup.events.first?.added)
    #expect(device.name == "wl_touch of seat0")
    #expect(device.surface.size == Size(width: 200, height: 150))
    #expect(setup.source.deadline == nil)
    try setup.down(0, 320, 240, at: 1)
    try setup.window.connection.roundTrip()
    #expect(setup.source.isDue)
    try setup.receive()
    #expect(setup.source.deadline == nil)
    try setup.deliver()
    #expect(setup.frames.flatMap { $0 }.first?.position == Point(x: 100, y: 75))
  }

  @Test func `shape and orientation are in millimetres and radians`() throws {
    let setup = try Setup()
    try setup.down(7, 320, 240, at: 1)
    try setup.window.server.send(WlTouch.self, "orientation", 7, 45.0)
    try setup.window.server.send(WlTouch.self, "shape", 7, 32.0, 16.0)
    try setup.deliver()
    let shape = try #require(setup.frames.last?.first?.shape)
    let shapes = setup.events.count { event in
      if case .touch(let touch) = event, case .shape = touch.kind { true } else { false }
    }
    #expect(shapes == 1, "an orientation alone is none")
    #expect(shape.major == 10)
    #expect(shape.minor == 5)
    #expect(abs((shape.orientationRadians ?? 0) - .pi / 4) < 1e-6)
  }

  @Test(.recognition("A8")) func `cancel takes all contacts away, and the next is a new one`() throws {
    let setup = try Setup()
    for id in 0..<3 { try setup.down(Int64(id), Double(id) * 100, 50, at: 1) }
    try setup.frame()
    try setup.window.server.send(WlTouch.self, "cancel")
    try setup.down(0, 10, 10, at: 30)
    try setup.deliver()
    #expect(
      setup.frames.map { $0.map(\.phase) } == [
        [.began, .began, .began], [.cancelled, .cancelled, .cancelled], [.began],
      ])
    #expect(Set(setup.frames.flatMap { $0 }.map(\.id)).count == 4)
  }

  @Test(.recognition("A8", "A17")) func `a cancel is no older than the touch before it`() throws {
    let setup = try Setup()
    try setup.down(0, 100, 50, at: 1)
    try setup.frame()
    // By the compositor's clock later than the program's turn.
    try setup.motion(0, 110, 50, at: 400)
    try setup.frame()
    try setup.window.server.send(WlTouch.self, "cancel")
    try setup.receive()
    let times = setup.events.compactMap { event -> Timestamp? in
      switch event {
      case .touch(let touch): touch.timestamp
      case .cancelled(_, let time): time
      default: nil
      }
    }
    #expect(times.count == 3 && times[1] - times[0] == .milliseconds(399))
    #expect(times[2] >= times[1])
  }

  @Test func `times are as precise as the compositor gives them, each for its own event`() throws {
    let server = try FakeServer.withWindows()
    server.offer(ZwpInputTimestampsManagerV1.self, version: 1)
    let setup = try Setup(server)
    try server.send(ZwpInputTimestampsV1.self, "timestamp", 0, 1000, 7_123_456)
    try setup.down(0, 100, 50, at: 1_000_007)
    try setup.frame()
    try setup.motion(0, 110, 50, at: 1_000_015)
    try setup.deliver()
    let times = setup.events.compactMap { if case .touch(let touch) = $0 { touch.timestamp.nanoseconds } else { nil } }
    #expect(times.first == 1_000_007_123_456)
    #expect(times.count == 2 && times[1] != times[0])
  }

  @Test(.recognition("A10")) func `a touch screen that goes cancels its contacts and is gone`() throws {
    let setup = try Setup()
    try setup.down(0, 100, 100, at: 1)
    try setup.deliver()
    try setup.window.server.send(WlSeat.self, "capabilities", 0)
    try setup.receive()
    #expect(setup.frames.map { $0.map(\.phase) } == [[.began], [.cancelled]])
    #expect(setup.events.last?.isRemoval == true)
    try setup.window.connection.roundTrip()
    #expect(setup.window.server.count(WlTouch.self, "release") == 1)
    try setup.window.server.send(WlSeat.self, "capabilities", 4)
    try setup.receive()
    let device = try #require(setup.events.last?.added)
    #expect(device.id == DeviceID(rawValue: 2))
    try setup.window.connection.roundTrip()
    try setup.down(0, 100, 100, at: 2)
    try setup.deliver()
    #expect(setup.frames.last?.map(\.phase) == [.began])
  }

  @Test(.recognition("A10")) func `a seat that vanishes takes its touch screen with it`() throws {
    let server = try FakeServer.withWindows()
    let second = server.offer(WlSeat.self, version: 8)
    let setup = try Setup(server)
    #expect(setup.window.connection.seats.count == 2)
    #expect(setup.events.count == 2)
    let surface = try #require(server.object(WlSurface.self))
    try server.send(WlTouch.self, number: 1, "down", 1, 5, .object(surface), 3, 10.0, 10.0)
    try server.send(WlTouch.self, number: 1, "frame")
    try setup.receive()
    server.withdraw(second)
    try setup.receive()
    #expect(setup.frames.map { $0.map(\.phase) } == [[.began], [.cancelled]])
    #expect(setup.window.connection.seats.count == 1)
    try setup.down(3, 10, 10, at: 30)
    try setup.deliver()
    #expect(setup.frames.last?.map(\.device) == [DeviceID(rawValue: 1)])
  }

  @Test func `a surface of another size cancels, and what the finger still does is not a landing`() throws {
    let setup = try Setup()
    try setup.down(0, 100, 100, at: 1)
    try setup.deliver()
    try setup.window.configure(width: 320, height: 240)
    try setup.window.connection.roundTrip()
    #expect(setup.source.isDue, "at once, not with the next touch")
    try setup.receive()
    try setup.motion(0, 110, 100, at: 9)
    try setup.frame()
    try setup.up(0, at: 20)
    try setup.down(0, 160, 120, at: 30)
    try setup.deliver()
    #expect(setup.frames.map { $0.map(\.phase) } == [[.began], [.cancelled], [.began]])
    let sizes = setup.events.compactMap { if case .deviceChanged(let device) = $0 { device.surface.size } else { nil } }
    #expect(sizes == [Size(width: 100, height: 75)])
    #expect(setup.frames.last?.first?.position == Point(x: 50, y: 37.5))
  }

  @Test func `a size that changes while events are delivered is due anew, since a deadline that stays counts as stuck`()
    throws
  {
    let window = try FakeWindow()
    var geometry = window.surface.layout?.geometry
    let source = WaylandTouchSource(surface: window.surface) { geometry }
    try source.dispatch(at: .zero) { _ in }
    for wide in [320, 400] {
      try window.configure(width: Int64(wide), height: 240)
      try window.connection.roundTrip()
      geometry = window.surface.layout?.geometry
      let first = try #require(source.deadline)
      try window.configure(width: Int64(wide) - 1, height: 240)
      try window.connection.roundTrip()
      try source.dispatch(at: .zero) { _ in geometry = window.surface.layout?.geometry }
      #expect(source.deadline != nil && source.deadline != first)
    }
  }

  @Test func `fingers on another surface of the program are not ours`() throws {
    let server = try FakeServer.withWindows()
    let setup = try Setup(server)
    let other = ToplevelSurface(
      setup.window.connection, title: "", applicationID: "", extent: .window(width: 10, height: 10))
    try setup.window.connection.roundTrip()
    let id = try #require(server.object(WlSurface.self, 1))
    try server.send(WlTouch.self, "down", 1, 5, .object(id), 0, 10.0, 10.0)
    try setup.motion(0, 12, 12, at: 9)
    try setup.up(0, at: 12)
    try setup.deliver()
    #expect(setup.frames.isEmpty)
    #expect(setup.assembler.diagnostics.unknownContacts == 0)
    try setup.down(0, 10, 10, at: 30)
    try setup.deliver()
    #expect(setup.frames.count == 1)
    try setup.up(0, at: 40)
    try setup.frame()
    // A lift elsewhere that never came does not keep its id from us.
    try server.send(WlTouch.self, "down", 1, 50, .object(id), 0, 10.0, 10.0)
    try setup.down(0, 10, 10, at: 60)
    try setup.motion(0, 20, 10, at: 68)
    try setup.deliver()
    #expect(setup.frames.last?.map(\.phase) == [.moved])
    // A lift here that never came does not keep a finger down for ever.
    try server.send(WlTouch.self, "down", 1, 900, .object(id), 0, 10.0, 10.0)
    try setup.deliver()
    #expect(setup.frames.last?.map(\.phase) == [.cancelled])
    withExtendedLifetime(other) {}
  }

  @Test func `a finger that is down when a surface appears is not on it`() throws {
    let setup = try Setup()
    try setup.down(0, 10, 10, at: 1)
    try setup.frame()
    try setup.window.server.send(WlTouch.self, "cancel")
    try setup.down(1, 10, 10, at: 2)
    try setup.up(1, at: 3)
    try setup.down(2, 10, 10, at: 4)
    // The landing of this one was lost.
    try setup.motion(3, 10, 10, at: 4)
    try setup.deliver()
    let menu = ToplevelSurface(
      setup.window.connection, title: "", applicationID: "", extent: .window(width: 10, height: 10))
    let source = WaylandTouchSource(surface: menu.surface) { setup.window.surface.layout?.geometry }
    try setup.window.connection.roundTrip()
    for id: Int64 in 0..<4 { try setup.motion(id, 12, 12, at: 12) }
    for id: Int64 in 2..<4 { try setup.up(id, at: 28) }
    let id = try #require(setup.window.server.object(WlSurface.self, 1))
    try setup.window.server.send(WlTouch.self, "down", 1, 36, .object(id), 2, 10.0, 10.0)
    try setup.deliver()
    var slots: [Int32] = []
    try source.dispatch(at: .zero) { if case .touch(let touch) = $0 { slots.append(touch.slot) } }
    #expect(slots == [0, 1, 2])
  }

  @Test func `without a source no touches are requested`() throws {
    let server = try FakeServer.withWindows()
    var setup: Setup? = try Setup(server)
    #expect(server.objects(WlTouch.self) == 1)
    let connection = setup?.window.connection
    setup = nil
    try connection?.roundTrip()
    #expect(server.objects(WlTouch.self) == 0)
  }
}

extension WaylandTouchSource {
  /// Whether it is due at once.
  fileprivate var isDue: Bool { deadline.map { $0.nanoseconds <= 1 } ?? false }
}
