import DesignCases
import Offhand
import Testing
@testable import OffhandWayland

struct ToplevelSurfaceTests {
  /// A window of 300×200 on a fake compositor that has not told it a size.
  private struct Rig {
    let server: FakeServer
    let connection: Connection
    let window: ToplevelSurface

    init() throws {
      server = try .withWindows()
      connection = try server.connect()
      window = ToplevelSurface(
        connection, title: "Test", applicationID: "test", extent: .window(width: 300, height: 200), policy: .immediate)
      try connection.roundTrip()
    }

    func configure(_ width: Int64, _ height: Int64, serial: Int64) throws {
      try server.send(XdgToplevel.self, "configure", .number(width), .number(height))
      try server.send(XdgSurface.self, "configure", .number(serial))
      try connection.roundTrip()
    }

    var size: [Int32?] { [window.surface.layout?.width, window.surface.layout?.height] }
  }

  @Test func `a window asks to fill the screen only if it is to`() throws {
    let rig = try Rig()
    #expect(rig.server.count(XdgToplevel.self, "set_fullscreen") == 0)
    let fullscreen = try FakeWindow()
    #expect(fullscreen.server.count(XdgToplevel.self, "set_fullscreen") == 1)
  }

  @Test func `a window takes the size it was made with where the compositor leaves that to it`() throws {
    let rig = try Rig()
    try rig.configure(0, 0, serial: 1)
    #expect(rig.size == [300, 200])
  }

  @Test func `a window takes the compositor's size, and keeps it where the next word leaves it open`() throws {
    let rig = try Rig()
    try rig.configure(500, 400, serial: 1)
    #expect(rig.size == [500, 400])
    try rig.configure(0, 0, serial: 2)
    #expect(rig.size == [500, 400])
  }

  @Test func `a window is no larger than the room there is`() throws {
    let rig = try Rig()
    try rig.server.send(XdgToplevel.self, "configure_bounds", .number(250), .number(0))
    try rig.configure(0, 0, serial: 1)
    #expect(rig.size == [250, 200])
  }
}

struct LayerSurfaceTests {
  private func serverWithLayers(width: Int64 = 640, height: Int64 = 480) throws -> FakeServer {
    let server = try FakeServer.withWindows()
    server.answer(
      ZwlrLayerShellV1.self, "get_layer_surface", ZwlrLayerSurfaceV1.self, "configure", 9, .number(width),
      .number(height))
    server.offer(ZwlrLayerShellV1.self, version: 4)
    return server
  }

  @Test func `touches go through every layer that is made, not only the first`() throws {
    let server = try serverWithLayers()
    let connection = try server.connect()
    for count in 1...3 {
      let layer = try LayerSurface(connection, namespace: "offhand")
      try connection.roundTrip()
      #expect(server.count(WlSurface.self, "set_input_region") == count)
      #expect(server.last(WlSurface.self, "set_input_region", 0..<1) != [0])
      #expect(server.count(WlRegion.self, "add") == 0)
      #expect(layer.surface.layout?.width == 640)
      #expect(try layer.surface.draw { _ in Damage() } == .committed(1))
      try connection.roundTrip()
      #expect(server.last(ZwlrLayerSurfaceV1.self, "ack_configure", 0..<1) == [9])
    }
    #expect(server.last(ZwlrLayerSurfaceV1.self, "set_exclusive_zone", 0..<1) == [-1])
    #expect(server.count(ZwlrLayerSurfaceV1.self, "set_exclusive_zone") == 3)
    #expect(server.last(ZwlrLayerShellV1.self, "get_layer_surface", 3..<4) == [3])
    // Something shows through.
    #expect(server.last(WlShmPool.self, "create_buffer", 5..<6) == [Int64(WlShm.Format.argb8888.rawValue)])
  }

  @Test func `a layer whose size the compositor leaves open is as large as the output`() throws {
    let server = try serverWithLayers(width: 0, height: 0)
    let connection = try server.connect()
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.roundTrip()
    #expect(layer.surface.layout?.width == 640)
    #expect(layer.surface.layout?.height == 480)
    #expect(try layer.surface.draw { _ in Damage() } == .committed(1))
  }

  @Test func `a layer over a rectangle has its size and place, and takes touches where it is told to`() throws {
    let server = try serverWithLayers(width: 0, height: 0)
    let connection = try server.connect()
    let strip = try LayerSurface(
      connection, namespace: "offhand", over: PixelRect(x: 7, y: 464, width: 300, height: 12),
      input: .within([PixelRect(x: 0, y: 2, width: 300, height: 10)]))
    try connection.roundTrip()
    #expect(server.last(ZwlrLayerSurfaceV1.self, "set_size", 0..<2) == [300, 12])
    #expect(server.last(ZwlrLayerSurfaceV1.self, "set_anchor", 0..<1) == [1 | 4])
    #expect(server.last(ZwlrLayerSurfaceV1.self, "set_margin", 0..<4) == [464, 0, 0, 7])
    #expect(server.last(WlRegion.self, "add", 0..<4) == [0, 2, 300, 10])
    #expect(strip.surface.layout?.width == 300)
    #expect(strip.surface.layout?.height == 12)
  }

  @Test func `a layer that the compositor closes is closed`() throws {
    let server = try serverWithLayers()
    let connection = try server.connect()
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.roundTrip()
    try server.send(ZwlrLayerSurfaceV1.self, "closed")
    try connection.roundTrip()
    #expect(layer.isClosed)
  }

  @Test func `without layers there is an error that says so`() throws {
    let connection = try FakeServer.withWindows().connect()
    let error = #expect(throws: SurfaceError.self) { try LayerSurface(connection, namespace: "offhand") }
    #expect(
      error?.description
        == "zwlr_layer_shell_v1 is missing: nothing can be shown above other programs; use another kind of surface")
  }
}
