import CompositorRig
import Testing

@testable import OffhandWayland

@Suite(.serialized, .enabled(if: Phoc.isAvailable, "needs phoc, grim and setpriv: apt-get install phoc"))
struct PhocTests {
  private let pattern = TestPattern()

  @Test func `frames a window, and shows a layer above it`() throws {
    let phoc = try Phoc()
    let connection = try Connection(to: .named(phoc.socketPath))
    let window = ToplevelSurface(
      connection, title: "Test", applicationID: "test", extent: .window(width: 300, height: 200))
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.pump(until: "both") {
      try window.surface.show(pattern)
      try layer.surface.show(pattern)
    } _: {
      window.surface.commitCount >= 2 && layer.surface.commitCount >= 2 && !layer.surface.needsFrame
    }
    #expect(window.isFramed)
    let layout = try #require(layer.surface.layout)
    let screen = try phoc.waitForScreen("the layer") { $0.bounds { $0.isNear(pattern.square) } != nil }
    #expect([Int(layout.width), Int(layout.height)] == [screen.width, screen.height])
  }
}
