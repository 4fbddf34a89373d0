import CompositorRig
import Testing

@Suite(.enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
struct SwayTests {
  @Test func `rig sway shows what a client draws`() throws {
    let sway = try Sway(width: 400, height: 300)
    let client = try sway.run(["weston-simple-touch"])
    let screen = try sway.waitForScreen("the client's window") { $0[200, 150] != Pixel(red: 0, green: 0, blue: 0) }
    #expect(screen.width == 400)
    #expect(screen.height == 300)
    #expect(client.poll() == nil)
  }

  @Test func `rig sway changes its output`() throws {
    let sway = try Sway(width: 400, height: 300)
    try sway.message(["output", "HEADLESS-1", "mode", "300x200@60Hz"])
    let screen = try sway.waitForScreen("the new mode") { $0.width == 300 }
    #expect(screen.height == 200)
    #expect(throws: RigError.self) { try sway.message(["no", "such", "command"]) }
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
  func `rig sway in weston passes touches on to its client`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 560, touchScreen: .later)
    let sway = try Sway(inside: weston)
    let client = try sway.run(["weston-simple-touch"], environment: ["WAYLAND_DEBUG": "client"])
    try client.waitForOutput("get_touch")
    _ = try sway.waitForScreen("the client's window") {
      $0[200, 150] != Pixel(red: 0, green: 0, blue: 0)
    }
    try weston.touch(.down(id: 0, x: 250, y: 200), .frame, .motion(id: 0, x: 260, y: 210), .frame, .up(id: 0))
    try client.waitForOutput(".up(")
    #expect(client.standardError.contains(".frame()"))
  }
}
