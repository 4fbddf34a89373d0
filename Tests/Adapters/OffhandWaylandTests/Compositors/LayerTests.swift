import CompositorRig
import Glibc
import Offhand
import Testing

@testable import OffhandWayland

@Suite(.enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
struct LayerTests {
  private let below = TestPattern()
  private let above = TestPattern(
    background: Pixel(red: 0, green: 0, blue: 0), square: Pixel(red: 250, green: 20, blue: 20),
    place: PixelRect(x: 100, y: 100, width: 50, height: 50))

  /// Draws the square of the pattern on nothing at all.
  private func showSquare(on surface: Surface) throws {
    guard surface.opportunity(at: monotonicNow()) == .now else { return }
    _ = try surface.draw { buffer in
      for y in 0..<buffer.height {
        let row = (buffer.memory + Int(y) * buffer.stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<buffer.width {
          row[Int(x)] = above.place.contains(PixelRect(x: x, y: y, width: 1, height: 1)) ? 0xffFA_1414 : 0
        }
      }
      return Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
  }

  @Test func `a layer is shown above a window on the whole screen`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.pump(until: "both") {
      try window.surface.show(below)
      try showSquare(on: layer.surface)
    } _: {
      window.surface.commitCount >= 3 && layer.surface.commitCount >= 2
    }
    #expect(layer.surface.layout?.width == 640)
    let screen = try sway.waitForScreen("the square of the layer") { $0[125, 125].isNear(above.square) }
    #expect(screen.bounds { $0.isNear(above.square) } == PixelBounds(left: 100, top: 100, right: 150, bottom: 150))
    #expect(screen[300, 300].isNear(below.background))
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
  func `24 of 24 touches go through offhand touches to the window below`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let sway = try Sway(inside: weston)
    let connection = try Connection(to: .named(sway.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    let source = WaylandTouchSource(surface: window.surface)
    var touches = 0
    func turn() throws {
      try window.surface.show(below)
      try source.dispatch(at: monotonicNow()) { if case .touch = $0 { touches += 1 } }
    }
    try connection.pump(until: "the window on the screen, and a touch screen", turn: turn) {
      window.surface.commitCount >= 5 && connection.seats.contains(where: \.hasTouch)
    }
    let recording = RepositoryFile.path("scripts/recordings/pinch-right.jsonl")
    let monitor = try sway.run(
      [Program.built("offhand"), "touches", "--role", "overlay", "--source", "recording:\(recording)", "--log", "info"])
    try monitor.waitForOutput("first frame")
    // Its panel is dark, translucent, and has white words; the window shows at the other end of the screen.
    let screen = try sway.waitForScreen("the panel of the monitor") { screenshot in
      screenshot.bounds(within: PixelBounds(left: 0, top: 0, right: 320, bottom: 240)) {
        min($0.red, $0.green, $0.blue) > 150
      } != nil
    }
    #expect(screen[620, 460].isNear(below.background))
    for finger in 0..<8 {
      let x = 60 + Double(finger) * 60
      try weston.touch(
        .down(id: finger, x: x, y: 200), .frame, .motion(id: finger, x: x + 5, y: 205), .frame, .up(id: finger), .frame)
    }
    try connection.pump(until: "24 touches", turn: turn) { touches >= 24 }
    #expect(touches == 24)
    monitor.signal(SIGTERM)
    #expect(try monitor.wait() == .exited(0))
  }
}
