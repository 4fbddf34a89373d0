import Offhand
import Testing

@testable import OffhandWayland

struct SurfaceTests {
  @Test func `of many configures only the last is acknowledged`() throws {
    let window = try FakeWindow()
    try window.draw()
    #expect(window.server.last(XdgSurface.self, "ack_configure", 0..<1) == [1])
    for step in 1...100 { try window.configure(width: 640 + Int64(step), height: 480) }
    try window.connection.roundTrip()
    #expect(window.surface.needsFrame)
    #expect(window.surface.layout?.width == 740)
    #expect(try window.draw() == .committed(2))
    #expect(window.server.count(XdgSurface.self, "ack_configure") == 2)
    #expect(window.server.last(XdgSurface.self, "ack_configure", 0..<1) == [101])
    #expect(window.server.last(WlShmPool.self, "create_buffer", 2..<4) == [740, 480])
    #expect(!window.surface.needsFrame)
  }

  @Test func `a configure of the same size is acknowledged without drawing`() throws {
    let window = try FakeWindow()
    try window.draw()
    try window.configure(width: 640, height: 480)
    try window.connection.roundTrip()
    #expect(window.surface.needsFrame)
    #expect(try window.draw(Damage()) == .unchanged)
    #expect(window.server.last(XdgSurface.self, "ack_configure", 0..<1) == [2])
    #expect(window.server.count(WlSurface.self, "attach") == 1)
    #expect(!window.surface.needsFrame)
    let commits = window.server.count(WlSurface.self, "commit")
    #expect(try window.draw(Damage()) == .unchanged)
    #expect(window.server.count(WlSurface.self, "commit") == commits)
  }

  @Test func `without a size from the compositor a fullscreen window takes the output's`() throws {
    let window = try FakeWindow(width: 0, height: 0)
    #expect(window.surface.layout?.width == 640)
    #expect(window.surface.layout?.height == 480)
    #expect(window.surface.layout?.geometry.provenance == .output)
  }

  @Test func `nothing is drawn before the first configure`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    let window = ToplevelSurface(connection, title: "", applicationID: "", extent: .window(width: 9, height: 9))
    #expect(window.surface.layout == nil)
    #expect(window.surface.opportunity(at: .zero) == .later)
    #expect(try window.surface.draw { _ in Damage() } == .unconfigured)
  }

  /// The 120ths of the second no longer fit into 32 bits.
  @Test(arguments: [35_791_394, 35_791_395, Int64(Int32.max)])
  func `a scale that no buffer can have is an error and not an overflow`(scale: Int64) throws {
    let window = try FakeWindow(.withWindows(scale: scale), width: 320, height: 240)
    #expect(throws: SurfaceError.tooLarge(width: .max, height: .max)) { try window.draw() }
  }

  @Test func `closing is reported`() throws {
    let window = try FakeWindow()
    #expect(!window.window.isClosed)
    try window.server.send(XdgToplevel.self, "close")
    try window.connection.roundTrip()
    #expect(window.window.isClosed)
  }

  @Test func `a whole scale makes larger buffers`() throws {
    let window = try FakeWindow(.withWindows(scale: 2), width: 320, height: 240)
    #expect(window.surface.layout?.grid.width == 640)
    try window.draw()
    #expect(window.server.last(WlSurface.self, "set_buffer_scale", 0..<1) == [2])
    #expect(window.server.last(WlShmPool.self, "create_buffer", 2..<5) == [640, 480, 2560])
  }

  @Test func `the largest scale of the outputs that it is on counts, until it has left one`() throws {
    let server = try FakeServer.withWindows()
    server.offer(WlOutput.self, version: 4)
    let window = try FakeWindow(server, width: 320, height: 240)
    try server.send(WlOutput.self, number: 1, "name", "FAKE-2")
    try server.send(WlOutput.self, number: 1, "scale", 2)
    try server.send(WlOutput.self, number: 1, "done")
    let outputs = try (0..<2).map { try #require(server.object(WlOutput.self, $0)) }
    func enters(_ event: String, _ output: Int) throws -> Int32? {
      try server.send(WlSurface.self, event, .object(outputs[output]))
      try window.connection.roundTrip()
      return window.surface.layout?.grid.width
    }
    #expect(try enters("enter", 0) == 320)
    #expect(window.surface.output?.state?.description.name == "FAKE-1")
    #expect(try enters("enter", 1) == 640)
    #expect(window.surface.output?.state?.description.name == "FAKE-2")
    #expect(window.surface.needsFrame)
    try window.draw()
    #expect(try enters("leave", 1) == 320)
    #expect(window.surface.output?.state?.description.name == "FAKE-1")
    #expect(window.surface.needsFrame)
    try window.draw()
    #expect(server.last(WlSurface.self, "set_buffer_scale", 0..<1) == [1])
  }

  @Test func `a fractional scale overrules the output's and goes through a viewport`() throws {
    let server = try FakeServer.withWindows(scale: 2)
    server.offer(WpViewporter.self, version: 1)
    server.offer(WpFractionalScaleManagerV1.self, version: 1)
    let window = try FakeWindow(server, width: 427, height: 321)
    #expect(window.surface.layout?.scale == .one)
    try window.draw()
    try server.send(WpFractionalScaleV1.self, "preferred_scale", 180)
    try window.connection.roundTrip()
    #expect(window.surface.needsFrame)
    try window.draw()
    // 640.5 and 481.5 device pixels: halves away from zero.
    #expect(server.last(WlShmPool.self, "create_buffer", 2..<4) == [641, 482])
    #expect(server.last(WpViewport.self, "set_destination", 0..<2) == [427, 321])
    #expect(server.count(WlSurface.self, "set_buffer_scale") == 0)
    try server.send(WpFractionalScaleV1.self, "preferred_scale", 0)
    try window.connection.roundTrip()
    #expect(window.surface.layout?.scale.in120ths == 180, "at none nothing could be drawn")
  }

  @Test func `damage goes out in device pixels, cut at the edges, in at most four rectangles`() throws {
    let window = try FakeWindow()
    try window.draw()
    var damage = Damage(PixelRect(x: -5, y: 10, width: 20, height: 20))
    for step in 1...9 { damage.add(PixelRect(x: Int32(step) * 60, y: Int32(step) * 40, width: 10, height: 10)) }
    let before = window.server.count(WlSurface.self, "damage_buffer")
    try window.draw(damage)
    #expect(window.server.count(WlSurface.self, "damage_buffer") - before <= 4)
    try window.draw(Damage(PixelRect(x: 600, y: 470, width: 100, height: 100)))
    #expect(window.server.last(WlSurface.self, "damage_buffer", 0..<4) == [600, 470, 40, 10])
  }

  @Test func `a slow frame makes later ones early for a while, an eighth less with each`() throws {
    let window = try FakeWindow(policy: .immediate)
    try window.draw { _ in
      let end = monotonicNow() + .milliseconds(20)
      while monotonicNow() < end {}
    }
    var expected = window.surface.pacing.drawingTime
    #expect(expected >= .milliseconds(20))
    for _ in 0..<3 {
      try window.draw(Damage(PixelRect(x: 0, y: 0, width: 10, height: 10)))
      expected = .nanoseconds(expected.wholeNanoseconds / 8 * 7)
      // More where the machine halted while it drew.
      #expect(window.surface.pacing.drawingTime >= expected)
      expected = window.surface.pacing.drawingTime
    }
  }

  @Test func `frames wait for the compositor's word, or do not, as the policy says`() throws {
    let window = try FakeWindow(policy: .frameCallback)
    let now = monotonicNow()
    #expect(window.surface.opportunity(at: now) == .now)
    try window.draw()
    #expect(window.surface.opportunity(at: now) == .later)
    window.surface.policy = .immediate
    #expect(window.surface.opportunity(at: monotonicNow() + .milliseconds(2)) == .now)
    window.surface.policy = .frameCallback
    try window.server.send(WlCallback.self, "done", 5)
    try window.connection.roundTrip()
    #expect(window.surface.opportunity(at: now) == .now)
    window.surface.policy = .lateLatch
    let callback = try #require(window.surface.pacing.lastCallback)
    // 60 frames a second, 3 ms of margin, and the time that the drawing took.
    let latch = callback + .nanoseconds(16_666_666) - .milliseconds(3) - window.surface.pacing.drawingTime
    // A machine that halted while it drew has no time left to wait.
    #expect(window.surface.opportunity(at: callback) == (latch > callback ? .at(latch) : .now))
    #expect(window.surface.opportunity(at: latch) == .now)
  }
}
