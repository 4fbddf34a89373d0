import CompositorRig
import Glibc
import Testing

/// What a program is shown as: by choice, and by what the compositor offers.
@Suite(.serialized, .ownThreads) struct RoleTests {
  /// The light ground of the tray's panel: seen wherever the tray demo is.
  private func tray(_ screenshot: Screenshot) -> PixelBounds? {
    screenshot.bounds { $0.isNear(Pixel(red: 0x2D, green: 0x2F, blue: 0x34), tolerance: 1) }
  }

  private func start(_ words: [String], on compositor: some Compositor) throws -> Program {
    let program = try compositor.run([Program.built("offhand")] + words + ["--log", "info"])
    try program.waitForOutput("first frame")
    return program
  }

  @Test(.enabled(if: Sway.isAvailable)) func `a window has its size, takes another, and ends when it is closed`() throws
  {
    let sway = try Sway(
      width: 1000, height: 700, configuration: "for_window [app_id=\"offhand\"] floating enable, move position 50 40")
    let program = try start(["tray", "--source", "wayland", "--role", "window:600x400"], on: sway)
    let small = try sway.waitForScreen("the window") { tray($0)?.isNear(RoleTests.panel(50, 40, 600, 400)) ?? false }
    #expect(small[640, 400] != Pixel(red: 0, green: 0, blue: 0))
    #expect(small[660, 400] == Pixel(red: 0, green: 0, blue: 0))
    try sway.message(["[app_id=\"offhand\"]", "resize", "set", "800", "500"])
    try sway.message(["[app_id=\"offhand\"]", "move", "position", "50", "40"])
    _ = try sway.waitForScreen("the larger window") { tray($0)?.isNear(RoleTests.panel(50, 40, 800, 500)) ?? false }
    try sway.message(["[app_id=\"offhand\"]", "kill"])
    #expect(try program.wait() == .exited(0))
  }

  /// Where the grip of the shut tray lies in a window at (x, y), at 96 dpi: 16 mm narrower than it, at most 190, and 13 high.
  private static func panel(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelBounds {
    let margin = (Double(width) - min(Double(width) - 16 * 96 / 25.4, 190 * 96 / 25.4)) / 2
    return PixelBounds(
      left: x + Int(margin), top: y + height - Int(13 * 96 / 25.4), right: x + width - Int(margin), bottom: y + height)
  }

  @Test(.enabled(if: Sway.isAvailable))
  func `fullscreen continues at another output when its own goes, also after the last`() throws {
    let outer = try Sway(width: 1280, height: 480)
    let sway = try Sway(in: outer)
    try sway.message(["create_output"])
    let program = try start(["tray", "--source", "wayland", "--output", "WL-1"], on: sway)
    _ = try sway.waitForScreen("the tray on the first output") { (tray($0)?.right ?? .max) < $0.width / 2 }
    // The windows of the outer sway are the outputs of the inner one; the other then has all the room.
    try outer.message(["[title=\"wlroots - WL-1\"]", "kill"])
    _ = try sway.waitForScreen("the tray in the middle of the other output") { isInTheMiddle($0) }
    try outer.message(["[title=\"wlroots - WL-2\"]", "kill"])
    try sway.message(["create_output"])
    _ = try sway.waitForScreen("the tray on the output that came") { isInTheMiddle($0) }
    try program.end()
  }

  private func isInTheMiddle(_ screen: Screenshot) -> Bool {
    tray(screen).map { screen.width == 1280 && abs($0.midX - 640) <= 2 && $0.bottom == screen.height } ?? false
  }

  @Test func `an overlay with touches from the compositor is refused before there is one`() throws {
    let (end, lines) = try ErrorTests.run(["touches", "--role", "overlay", "--source", "wayland"])
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains("--source") == true)
  }

  @Test(.enabled(if: Weston.isAvailable), arguments: ["automatic", "immediate", "frame-callback", "late-latch"])
  func `every policy shows what the fingers do`(policy: String) throws {
    let weston = try Weston()
    let program = try start(["touches", "--source", "wayland", "--commit", policy], on: weston)
    _ = try weston.waitForScreen("the monitor") {
      $0.count { $0.isNear(Pixel(red: 0x16, green: 0x18, blue: 0x1D)) } > 9
    }
    try weston.touch(.down(id: 0, x: 700, y: 400), .frame)
    func ring(_ screenshot: Screenshot) -> PixelBounds? {
      screenshot.bounds(within: PixelBounds(left: 600, top: 300, right: 800, bottom: 500)) {
        // The colour of the ring; the text beside it is paler.
        max($0.red, $0.green, $0.blue) > 235 && min($0.red, $0.green, $0.blue) < 90
      }
    }
    _ = try weston.waitForScreen("the ring") { ring($0).map { abs($0.midX - 700) < 3 } ?? false }
    try program.end()
  }
}
