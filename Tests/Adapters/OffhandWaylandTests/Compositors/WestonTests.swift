import CompositorRig
import Offhand
import Testing

@testable import OffhandWayland

@Suite(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
struct WestonTests {
  private let pattern = TestPattern()

  @Test(arguments: [Weston.Shell.kiosk, .desktop])
  func `a fullscreen window fills the output with what was drawn`(shell: Weston.Shell) throws {
    let weston = try Weston(shell: shell, width: 640, height: 480)
    let window = try PatternWindow(at: weston.socketPath, frames: 3)
    #expect(window.surface.layout?.grid == PixelGrid(of: try #require(window.surface.layout).geometry))
    #expect(window.surface.layout?.width == 640)
    #expect(window.surface.layout?.height == 480)
    #expect(window.connection.losesCancels, "weston is known by its name")
    let screen = try weston.waitForScreen("the pattern") { $0[300, 300].isNear(pattern.background) }
    #expect(screen.bounds { $0.isNear(pattern.square) } == PixelBounds(left: 10, top: 20, right: 50, bottom: 50))
    #expect(window.surface.bufferCount <= 3)
    #expect(window.surface.feedbackCounts.presented > 0)
  }

  @Test(arguments: [
    (1, "normal", PixelBounds(left: 10, top: 20, right: 50, bottom: 50)),
    (2, "normal", PixelBounds(left: 10, top: 20, right: 50, bottom: 50)),
    // The panel stands on its side: the top left corner of the picture is at its top right or its bottom left.
    (1, "rotate-90", PixelBounds(left: 20, top: 430, right: 50, bottom: 470)),
  ])
  func `pixels are the panel's at any scale and turn`(scale: Int, turn: String, square: PixelBounds) throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, scale: scale, transform: turn)
    let window = try PatternWindow(at: weston.socketPath, frames: 5) { !$0.surface.needsFrame }
    let layout = try #require(window.surface.layout)
    #expect(layout.scale == SurfaceScale(whole: Int32(scale)))
    #expect(window.connection.outputs.first?.state?.description.transform.swapsAxes == (turn != "normal"))
    let screen = try weston.waitForScreen("the pattern") { $0[300, 300].isNear(pattern.background) }
    #expect(screen.bounds { $0.isNear(pattern.square) } == square, "on \(screen.width)×\(screen.height)")
  }

  @Test func `a compositor that is killed ends in an error and not in a loop`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let connection = try PatternWindow(at: weston.socketPath, frames: 1).connection
    weston.program.stop()
    let error = #expect(throws: ConnectionError.self) {
      try connection.pump(until: "the end") { false }
    }
    #expect(error?.isWorthRetrying == true)
    #expect(throws: ConnectionError.self) { try connection.dispatch() }
    #expect(throws: ConnectionError.self) { try connection.roundTrip() }
  }

  @Test func `a protocol error says what weston objects to`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let connection = try Connection(to: .named(weston.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    window.surface.object.setBufferTransform(transform: WlOutput.Transform(rawValue: 99))
    let error = #expect(throws: ConnectionError.self) { try connection.roundTrip() }
    guard case .protocolError(let fault) = error else { throw RigError("not the expected error: \(error as Any)") }
    #expect(fault.interface == "wl_surface")
    #expect(fault.object == WlIdentity.id(of: window.surface.object))
    #expect(fault.code == WlSurface.Error.invalidTransform.rawValue)
    #expect(fault.message.contains("transform"))
  }
}
