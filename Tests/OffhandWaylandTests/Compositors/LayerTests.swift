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
    #expect(
      screen.bounds { $0.isNear(above.square) } == PixelBounds(left: 100, top: 100, right: 150, bottom: 150))
    #expect(screen[300, 300].isNear(below.background))
  }

  @Test func `a popover of a window is shown where it was put, and gone when it goes`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    var popover: Subsurface? = try Subsurface(of: window.surface, width: 80, height: 60, content: .opaque)
    popover?.move(toX: 200, y: 150)
    let plain = TestPattern(background: above.square, square: above.square)
    try connection.pump(until: "both") {
      try popover?.surface.show(plain)
      try window.surface.show(below)
    } _: {
      window.surface.commitCount >= 5
    }
    let screen = try sway.waitForScreen("the popover") { $0[240, 180].isNear(above.square) }
    #expect(
      screen.bounds { $0.isNear(above.square) } == PixelBounds(left: 200, top: 150, right: 280, bottom: 210))
    popover = nil
    try connection.pump(until: "another frame") {
      try window.surface.show(below)
    } _: {
      window.surface.commitCount >= 8
    }
    _ = try sway.waitForScreen("no popover") { $0[240, 180].isNear(below.background) }
  }

  @Test func `a popup that does not fit is slid onto the screen`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    try connection.pump(until: "the window") {
      try window.surface.show(below)
    } _: {
      window.isFullscreen && window.surface.commitCount >= 3 && !window.surface.needsFrame
    }
    let popup = PopupSurface(of: window, at: PopupAnchor(x: 600, y: 120, width: 100, height: 40))
    let plain = TestPattern(background: above.square, square: above.square)
    try connection.pump(until: "the popup") {
      try window.surface.show(below)
      try popup.surface.show(plain)
    } _: {
      popup.surface.commitCount >= 2
    }
    #expect(popup.geometry == PopupAnchor(x: 540, y: 120, width: 100, height: 40))
    let screen = try sway.waitForScreen("the popup") { $0[600, 140].isNear(above.square) }
    #expect(
      screen.bounds { $0.isNear(above.square) } == PixelBounds(left: 540, top: 120, right: 640, bottom: 160))
    // placement 67: a compositor of an older version (wlroots before 0.16 speaks 2) is not asked, and the popup stays.
    #expect(popup.canBeRepositioned == (popup.version >= 3))
    let slid = popup.geometry
    popup.reposition(to: PopupAnchor(x: 40, y: 300, width: 100, height: 40))
    let expected = popup.canBeRepositioned ? PopupAnchor(x: 40, y: 300, width: 100, height: 40) : slid
    try connection.pump(until: "the popup where it is to be") {
      try window.surface.show(below)
      try popup.surface.show(plain)
    } _: {
      popup.geometry == expected
    }
    #expect(!popup.isClosed)
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
