import Offhand
import Testing

@testable import OffhandWayland

struct SubsurfaceTests {
  @Test func `a popover moves with the next frame of what it lies on`() throws {
    let server = try FakeServer.withWindows()
    server.offer(WlSubcompositor.self, version: 1)
    let window = try FakeWindow(server)
    try window.draw()
    let popover = try Subsurface(of: window.surface, width: 100, height: 40)
    #expect(popover.surface.layout?.width == 100)
    #expect(popover.surface.layout?.geometry.size == Size(width: 31.25, height: 12.5))
    popover.move(toX: 50, y: 60)
    #expect(window.surface.needsFrame)
    _ = try popover.surface.draw { _ in Damage() }
    try window.connection.roundTrip()
    #expect(server.last(WlShmPool.self, "create_buffer", 2..<4) == [100, 40])
    try window.draw(Damage())
    #expect(!window.surface.needsFrame)
    #expect(server.last(WlSubsurface.self, "set_position", 0..<2) == [50, 60])
    #expect(server.count(WlSubsurface.self, "set_desync") == 1)
    #expect(server.last(WlSurface.self, "set_input_region", 0..<1) != [0])
    popover.hide()
    #expect(popover.surface.opportunity(at: .zero) == .later)
    popover.resize(width: 120, height: 40)
    #expect(popover.surface.opportunity(at: .zero) == .now)
  }

  @Test func `without subsurfaces there is an error that says so`() throws {
    let window = try FakeWindow()
    let error = #expect(throws: SurfaceError.self) { try Subsurface(of: window.surface, width: 1, height: 1) }
    #expect(error?.description.hasPrefix("wl_subcompositor is missing: ") == true)
  }
}
