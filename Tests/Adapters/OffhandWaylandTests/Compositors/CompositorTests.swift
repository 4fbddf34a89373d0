import CompositorRig
import Offhand
import Testing
@testable import OffhandWayland

@Suite(
  .enabled(if: Cage.isAvailable && Weston.isAvailable, "needs cage, grim, setpriv, weston: scripts/setup compositors"))
struct CageTests {
  @Test func `touches without a single frame event make frames, and windows need neither viewports nor feedback`()
    throws
  {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let cage = try Cage(inside: weston)
    let connection = try Connection(to: .named(cage.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    let source = WaylandTouchSource(surface: window.surface)
    let pattern = TestPattern()
    var assembler = TouchFrameAssembler(habits: .wayland)
    var frames: [[Touch]] = []
    func turn() throws {
      try window.surface.show(pattern)
      try source.dispatch(at: monotonicNow()) { event in assembler.add(event) { frames.append($0.touches) } }
      assembler.endBatch { frames.append($0.touches) }
    }
    try connection.pump(until: "frames and a touch screen", turn: turn) {
      window.surface.commitCount >= 5 && connection.seats.contains(where: \.hasTouch)
    }
    _ = try cage.waitForScreen("the pattern") { $0[300, 300].isNear(pattern.background) }
    try weston.touch(.down(id: 0, x: 250, y: 200), .frame)
    try connection.pump(until: "the landing", turn: turn) { frames.count >= 1 }
    try weston.touch(.motion(id: 0, x: 260, y: 210), .frame)
    try connection.pump(until: "the motion", turn: turn) { frames.count >= 2 }
    try weston.touch(.up(id: 0), .frame)
    try connection.pump(until: "the lift", turn: turn) { frames.count >= 3 }
    #expect(frames.map { $0.map(\.phase) } == [[.began], [.moved], [.ended]])
    #expect(window.surface.feedbackCounts == (0, 0))
    #expect(connection.unavailable.map(\.interface).contains("wp_viewporter"))
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
