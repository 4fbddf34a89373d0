import Glibc
import Offhand
import Testing

@testable import OffhandClient
@testable import OffhandWayland

/// A program's connection to a compositor: its role, its outputs, and the surfaces of its view.
struct DisplaySessionTests {
  private func session(
    _ server: FakeServer, _ role: ViewRole = .overlayWhereOffered, on output: String? = nil,
    touches: TouchOrigin = .elsewhere
  ) throws -> DisplaySession {
    DisplaySession(
      try server.connect(), title: "Test", display: ViewDisplay(role: role, output: output), touches: touches)
  }

  private func withLayers() throws -> FakeServer {
    let server = try FakeServer.withWindows()
    server.offer(ZwlrLayerShellV1.self, version: 4)
    return server
  }

  @Test func `an overlay is shown where the compositor has layers and touches come past it`() throws {
    #expect(try session(withLayers()).role == .overlay)
    #expect(try session(withLayers(), touches: .compositor).role == .fullscreen, "touches pass through an overlay")
    #expect(try session(FakeServer.withWindows()).role == .fullscreen)
    #expect(try session(withLayers(), .window(width: 10, height: 10)).role == .window(width: 10, height: 10))
  }

  @Test func `a view is shown on the output that was named, and one that is not there is an error`() throws {
    #expect(try session(FakeServer.withWindows()).outputs.map(\.name) == ["FAKE-1"])
    let named = try session(FakeServer.withWindows(), on: "FAKE-1")
    #expect(named.outputs.map(\.name) == ["FAKE-1"])
    try named.checkOutput()
    let missing = try session(FakeServer.withWindows(), on: "DP-7")
    #expect(missing.outputs.isEmpty)
    let error = #expect(throws: ViewDisplayError.self) { try missing.checkOutput() }
    #expect(error.map { "\($0)" }?.contains("FAKE-1") == true)
  }

  @Test func `Escape on any keyboard ends the program, and no other key does`() throws {
    let server = try FakeServer.withWindows()
    server.offer(WlSeat.self, version: 8)
    let session = try session(server)
    try server.send(WlSeat.self, number: 1, "capabilities", 2)
    try session.connection.roundTrip()
    try session.connection.roundTrip()
    let (file, size) = try Keymap.file(layout: "us")
    defer { close(file) }
    try server.send(WlKeyboard.self, "keymap", 1, .number(Int64(file)), .number(size))
    func press(_ key: Int64) throws -> Bool {
      try server.send(WlKeyboard.self, "key", 1, 1, .number(key), 1)
      try server.send(WlKeyboard.self, "key", 2, 2, .number(key), 0)
      try session.connection.roundTrip()
      return session.isEscapePressed
    }
    // The kernel's numbers of Y, of Enter and of Escape.
    #expect(try !press(21) && !press(28))
    #expect(try press(1))
    #expect(!session.isEscapePressed, "once")
  }

  // MARK: Surfaces

  /// A server of two outputs, `FAKE-1` and `FAKE-2`.
  private func withTwoOutputs() throws -> FakeServer {
    let server = try withLayers()
    server.offer(WlOutput.self, version: 4)
    return server
  }

  private func named(_ session: DisplaySession, _ server: FakeServer) throws -> Output {
    try server.send(WlOutput.self, number: 1, "name", "FAKE-2")
    try server.send(WlOutput.self, number: 1, "done")
    try session.connection.roundTrip()
    return try #require(session.outputs.last { $0.name == "FAKE-2" })
  }

  @Test func `fullscreen is on the output that was chosen`() throws {
    let server = try withTwoOutputs()
    let session = try session(server, .fullscreen)
    let role = try session.makeSurface(on: named(session, server))
    try session.connection.roundTrip()
    let second = try #require(server.object(WlOutput.self, 1))
    #expect(server.last(XdgToplevel.self, "set_fullscreen", 0..<1) == [Int64(second)])
    #expect(role.surface.output?.name == "FAKE-2")
  }

  @Test func `an overlay is on its own output`() throws {
    let server = try withTwoOutputs()
    let session = try session(server)
    let role = try session.makeSurface(on: named(session, server))
    try session.connection.roundTrip()
    let second = try #require(server.object(WlOutput.self, 1))
    #expect(server.last(ZwlrLayerShellV1.self, "get_layer_surface", 2..<3) == [Int64(second)])
    #expect(role is LayerSurface && role.surface.output?.name == "FAKE-2")
  }

  @Test func `a window is as large as it was asked for where the compositor leaves that open`() throws {
    let server = try FakeServer.withWindows()
    let session = try session(server, .window(width: 300, height: 200))
    let role = try session.makeSurface(on: nil)
    try session.connection.roundTrip()
    try server.send(XdgToplevel.self, "configure", 0, 0)
    try server.send(XdgSurface.self, "configure", 1)
    try session.connection.roundTrip()
    #expect(role.surface.layout?.width == 300 && role.surface.layout?.height == 200)
  }

  @Test(arguments: [ViewRole.fullscreen, .overlay]) func `frames are drawn by the policy that was chosen`(
    role: ViewRole
  ) throws {
    let session = DisplaySession(
      try withLayers().connect(), title: "Test", display: ViewDisplay(role: role, policy: .lateLatch),
      touches: .elsewhere)
    #expect(try session.makeSurface(on: nil).surface.policy == .lateLatch)
  }

  @Test(arguments: [Int64(0), 1, 2, 7]) func `the panel is as the user sees it, however the output is turned`(
    transform: Int64
  ) throws {
    let window = try FakeWindow(.withWindows(transform: transform))
    let isTurned = transform % 2 == 1
    let expected = isTurned ? Size(width: 150, height: 200) : Size(width: 200, height: 150)
    #expect(window.window.surface.geometry?.panel == expected)
    #expect(window.window.surface.geometry?.backdrop == ViewBackdrop.nothing)
  }

  @Test func `an overlay lies above other programs`() throws {
    let server = try FakeServer.withWindows()
    server.answer(ZwlrLayerShellV1.self, "get_layer_surface", ZwlrLayerSurfaceV1.self, "configure", 9, 640, 480)
    server.offer(ZwlrLayerShellV1.self, version: 4)
    let connection = try server.connect()
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.roundTrip()
    #expect(layer.surface.geometry?.backdrop == .programs)
  }
}
