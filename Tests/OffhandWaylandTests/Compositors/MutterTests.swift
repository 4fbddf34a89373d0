import CompositorRig
import Testing

@testable import OffhandWayland

@Suite(
  .serialized, .enabled(if: Mutter.isAvailable, "needs Mutter, dbus-run-session and setpriv: apt-get install mutter"))
struct MutterTests {
  private let pattern = TestPattern()

  @Test func `fills the screen, and is told when its frames are seen`() throws {
    let mutter = try Mutter(width: 800, height: 500)
    let connection = try Connection(to: .named(mutter.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    var seen = 0
    try connection.pump(until: "frames that are seen") {
      try window.surface.show(pattern)
      seen += window.surface.takePresentations().count
    } _: {
      window.isFullscreen && seen >= 3
    }
    let layout = try #require(window.surface.layout)
    #expect([layout.width, layout.height] == [800, 500])
  }

  @Test func `frames no window and has no layers, and says so`() throws {
    let mutter = try Mutter(width: 800, height: 500)
    let connection = try Connection(to: .named(mutter.socketPath))
    let window = ToplevelSurface(
      connection, title: "Test", applicationID: "test", extent: .window(width: 300, height: 200))
    try connection.pump(until: "a frame") {
      try window.surface.show(pattern)
    } _: {
      window.surface.commitCount >= 2
    }
    #expect(!window.isFramed)
    let missing = connection.unavailable.map(\.interface)
    #expect(missing.contains("zxdg_decoration_manager_v1"))
    #expect(missing.contains("zwlr_layer_shell_v1"))
  }
}
