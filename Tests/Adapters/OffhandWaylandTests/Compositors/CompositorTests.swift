import CompositorRig
import Offhand
import Testing
@testable import OffhandWayland

@Suite(
  .enabled(if: Cage.isAvailable && Weston.isAvailable, "needs cage, grim, setpriv, weston: scripts/setup compositors"))
struct CageTests {
  /// Its touches, which come without frame events, are those of `SourceContractTests`.
  @Test func `windows need neither viewports nor feedback`() throws {
    let cage = try Cage(inside: Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later))
    let window = try PatternWindow(at: cage.socketPath, frames: 5)
    _ = try cage.waitForScreen("the pattern") { $0[300, 300].isNear(TestPattern().background) }
    #expect(window.surface.feedbackCounts == (0, 0))
    #expect(window.connection.unavailable.map(\.interface).contains("wp_viewporter"))
  }
}

@Suite(
  .serialized, .ownThreads,
  .enabled(if: Mutter.isAvailable, "needs Mutter, dbus-run-session and setpriv: apt-get install mutter"))
struct MutterTests {
  private let pattern = TestPattern()

  @Test func `a window fills the screen, and learns when its frames are presented`() throws {
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
    let window = try PatternWindow(at: mutter.socketPath, .window(width: 300, height: 200), frames: 2)
    #expect(!window.window.isFramed)
    let missing = window.connection.unavailable.map(\.interface)
    #expect(missing.contains("zxdg_decoration_manager_v1"))
    #expect(missing.contains("zwlr_layer_shell_v1"))
  }
}

@Suite(
  .serialized, .ownThreads, .enabled(if: Phoc.isAvailable, "needs phoc, grim and setpriv: scripts/setup compositors"))
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
