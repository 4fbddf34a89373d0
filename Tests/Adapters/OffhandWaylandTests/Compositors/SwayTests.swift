import CompositorRig
import Offhand
import Testing

@testable import OffhandWayland

@Suite(.enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
struct SwayTests {
  private let pattern = TestPattern()

  @Test func `a fullscreen window gets its real size after the first configure`() throws {
    let sway = try Sway(width: 640, height: 480)
    let window = try PatternWindow(at: sway.socketPath, frames: 3) { $0.isFullscreen && !$0.surface.needsFrame }
    #expect(window.surface.layout?.width == 640)
    let screen = try sway.waitForScreen("the pattern") { $0[300, 300].isNear(pattern.background) }
    #expect(screen.bounds { $0.isNear(pattern.square) } == PixelBounds(left: 10, top: 20, right: 50, bottom: 50))
  }

  @Test func `presentation feedback that never comes is given up`() throws {
    let sway = try Sway(width: 640, height: 480)
    let window = try PatternWindow(at: sway.socketPath, frames: 20)
    #expect(window.surface.takePresentations().isEmpty)
    #expect(window.surface.feedbackCounts.presented == 0)
  }

  @Test(arguments: [1, 1.5, 2]) func `the buffer has the pixels of the output's scale`(scale: Double) throws {
    let sway = try Sway(width: 960, height: 600, configuration: "output HEADLESS-1 scale \(scale)")
    let window = try PatternWindow(at: sway.socketPath, frames: 5) { $0.isFullscreen && !$0.surface.needsFrame }
    let layout = try #require(window.surface.layout)
    #expect(layout.width == Int32(960 / scale))
    #expect(window.surface.output?.state?.description.logicalWidth == 960 / scale)
    // Without wp_fractional_scale_v1 the next whole scale is what the compositor says.
    #expect(layout.scale == SurfaceScale(whole: Int32(scale.rounded(.up))))
    #expect(layout.grid.width == layout.width * Int32(scale.rounded(.up)))
    _ = try sway.waitForScreen("the pattern") { $0[500, 300].isNear(pattern.background) }
  }

  @Test func `outputs come and turn`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    #expect(connection.outputs.map { $0.state?.description.name } == ["HEADLESS-1"])
    try sway.message(["create_output"])
    try connection.pump(until: "a second output") { connection.outputs.count == 2 }
    try sway.message(["output", "HEADLESS-1", "transform", "90"])
    try connection.pump(until: "the turn") {
      connection.outputs.contains { $0.state?.description.transform.swapsAxes == true }
    }
    let turned = try #require(
      connection.outputs.first { $0.state?.description.name == "HEADLESS-1" }?.state?.description)
    #expect(turned.logicalWidth == 480)
    #expect(turned.logicalHeight == 640)
  }

  @Test func `a window is framed by the compositor, and the whole screen is not`() throws {
    let sway = try Sway(width: 640, height: 480)
    #expect(try PatternWindow(at: sway.socketPath, .window(width: 300, height: 200), frames: 2).window.isFramed)
    #expect(try !PatternWindow(at: sway.socketPath, frames: 2).window.isFramed)
  }

  @Test func `what is missing is named`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let missing = connection.unavailable.map(\.interface)
    #expect(missing.contains("wp_fractional_scale_manager_v1"))
    #expect(!missing.contains("zwlr_layer_shell_v1"))
    #expect(connection.unavailable.allSatisfy { $0.description.contains("is missing: ") })
  }
}
