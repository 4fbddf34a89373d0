import Offhand
import Testing

@testable import OffhandWayland

struct LayerSurfaceTests {
  private func serverWithLayers() throws -> FakeServer {
    let server = try FakeServer.withWindows()
    server.answer(ZwlrLayerShellV1.self, "get_layer_surface", ZwlrLayerSurfaceV1.self, "configure", 9, 640, 480)
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
    #expect(server.last(ZwlrLayerShellV1.self, "get_layer_surface", 3..<4) == [3])
    // Something shows through.
    #expect(server.last(WlShmPool.self, "create_buffer", 5..<6) == [Int64(WlShm.Format.argb8888.rawValue)])
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
