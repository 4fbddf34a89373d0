import DesignCases
import Offhand
import Testing

@testable import OffhandWayland

struct OutputTests {
  @Test func `an output is known when it has said everything`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    let state = try #require(connection.outputs.first?.state)
    #expect(state.description.name == "FAKE-1")
    #expect(state.description.plausibleSize == Size(width: 200, height: 150))
    #expect(state.refreshRate == 60)
    #expect(connection.outputs.first?.state?.geometry(width: 320, height: 240).size == Size(width: 100, height: 75))
    let revision = connection.revision
    try server.send(WlOutput.self, "scale", 2)
    try server.send(WlOutput.self, "geometry", 0, 0, 200, 150, 0, "Fake", "One", 1)
    try connection.roundTrip()
    #expect(connection.outputs.first?.state?.scale == 1)
    #expect(connection.revision == revision)
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    let turned = try #require(connection.outputs.first?.state)
    #expect(turned.scale == 2)
    #expect(turned.description.logicalWidth == 240)
    #expect(turned.description.logicalHeight == 320)
    #expect(turned.geometry(width: 240, height: 320).size == Size(width: 150, height: 200))
    #expect(connection.revision > revision)
    let known = connection.revision
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    #expect(connection.revision == known, "nothing changed")
    #expect(connection.takeChange() && !connection.takeChange())
  }

  @Test func `a stated size counts in place of the output's own, also for one that is known already`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    let revision = connection.revision
    connection.stated.sizes = ["FAKE-1": Size(width: 320, height: 180)]
    let geometry = try #require(connection.outputs.first?.state?.geometry)
    #expect(geometry.size == Size(width: 320, height: 180) && geometry.provenance == .configured)
    #expect(connection.revision > revision)
    // Stated as the picture is seen, however the panel is turned.
    try server.send(WlOutput.self, "geometry", 0, 0, 200, 150, 0, "Fake", "One", 1)
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    #expect(connection.outputs.first?.state?.geometry.size == Size(width: 320, height: 180))
    connection.stated = MappingPreferences(defaultSize: Size(width: 100, height: 80))
    #expect(connection.outputs.first?.state?.geometry.size == Size(width: 100, height: 80))
  }

  @Test func `a logical size of nothing is none`() throws {
    let server = try FakeServer.withWindows()
    server.answer(ZxdgOutputManagerV1.self, "get_xdg_output", ZxdgOutputV1.self, "logical_size", 0, 0)
    server.offer(ZxdgOutputManagerV1.self, version: 3)
    let connection = try server.connect()
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    let description = try #require(connection.outputs.first?.state?.description)
    #expect(description.logicalWidth == 640 && description.logicalHeight == 480)
  }

  @Test func `an output that comes later is none before it has described itself`() throws {
    let server = try FakeServer()
    server.offer(WlCompositor.self, version: 5)
    server.offer(WlShm.self, version: 1)
    server.offer(XdgWmBase.self, version: 5)
    let connection = try server.connect()
    server.offer(WlOutput.self, version: 4)
    try connection.roundTrip()
    try connection.roundTrip()
    #expect(connection.outputs.isEmpty)
    try server.send(WlOutput.self, "mode", 1, 640, 480, 60_000)
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    #expect(connection.outputs.count == 1)
  }

  @Test func `before it is shown a window is on the output that it was made for, or on the only one`() throws {
    let server = try FakeServer.withWindows()
    let single = try server.connect()
    let alone = ToplevelSurface(single, title: "", applicationID: "", extent: .window(width: 300, height: 200))
    #expect(alone.surface.output === single.outputs.first)
    let pair = try FakeServer.withWindows()
    pair.offer(WlOutput.self, version: 4)
    let connection = try pair.connect()
    let second = try #require(connection.outputs.last)
    #expect(connection.outputs.count == 2)
    let fullscreen = ToplevelSurface(connection, title: "", applicationID: "", extent: .fullscreen(on: second))
    #expect(fullscreen.surface.output === second)
    let window = ToplevelSurface(connection, title: "", applicationID: "", extent: .window(width: 300, height: 200))
    #expect(window.surface.output == nil)
  }

  @Test func `of several modes the present one counts, and a scale that cannot be is one`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    // 1 is the present mode, 2 the preferred one.
    try server.send(WlOutput.self, "mode", 2, 1920, 1080, 75_000)
    try server.send(WlOutput.self, "mode", 1, 800, 600, 50_000)
    try server.send(WlOutput.self, "mode", 0, 1024, 768, 85_000)
    try server.send(WlOutput.self, "scale", 0)
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    let state = try #require(connection.outputs.first?.state)
    #expect(state.description.modeWidth == 800 && state.description.modeHeight == 600)
    #expect(state.refreshRate == 50 && state.scale == 1)
  }

  @Test(.recognition("A16")) func `millimetres are right on an output with a fractional scale`() throws {
    let server = try FakeServer.withWindows(scale: 2)
    // 640×480 device pixels at 1.5, of which the output itself can only say that it is more than 1.
    server.answer(ZxdgOutputManagerV1.self, "get_xdg_output", ZxdgOutputV1.self, "logical_size", 427, 320)
    server.offer(ZxdgOutputManagerV1.self, version: 3)
    let connection = try server.connect()
    try server.send(WlOutput.self, "done")
    try connection.roundTrip()
    let state = try #require(connection.outputs.first?.state)
    #expect(state.scale == 2)
    #expect(state.description.logicalWidth == 427)
    #expect(state.geometry(width: 427, height: 320).size == Size(width: 200, height: 150))
  }

  @Test func `a removed output belongs to no surface`() throws {
    let server = try FakeServer.withWindows()
    server.answer(WlOutput.self, "bind", WlOutput.self, "done")
    let second = server.offer(WlOutput.self, version: 4)
    let window = try FakeWindow(server)
    #expect(window.connection.outputs.count == 2)
    let gone = window.connection.outputs[1]
    let id = try #require(server.object(WlOutput.self, 1))
    try server.send(WlSurface.self, "enter", .object(id))
    try window.connection.roundTrip()
    #expect(window.surface.output === gone)
    try server.send(WlOutput.self, number: 1, "scale", 3)
    try server.send(WlOutput.self, number: 1, "done")
    try window.connection.roundTrip()
    #expect(window.surface.layout?.scale == SurfaceScale(whole: 3))
    server.withdraw(second)
    try window.connection.roundTrip()
    #expect(window.connection.outputs.count == 1)
    #expect(gone.state == nil)
    #expect(window.surface.output === window.connection.outputs.first)
    #expect(window.surface.layout?.scale == .one)
    #expect(try window.draw() == .committed(1))
  }

  @Test func `an output of version 1 needs no done`() throws {
    let server = try FakeServer()
    server.offer(WlCompositor.self, version: 4)
    server.offer(WlShm.self, version: 1)
    server.offer(XdgWmBase.self, version: 1)
    server.answer(WlOutput.self, "bind", WlOutput.self, "mode", 1, 800, 600, 0)
    server.offer(WlOutput.self, version: 1)
    let connection = try server.connect()
    #expect(connection.outputs.first?.state?.description.logicalWidth == 800)
    #expect(connection.outputs.first?.state?.refreshRate == nil)
  }
}
