import CompositorRig
import Testing

@Suite(.enabled(if: Cage.isAvailable, "needs cage, grim and setpriv: scripts/setup compositors"))
struct CageTests {
  @Test func `rig cage shows what a client draws`() throws {
    let cage = try Cage()
    let client = try cage.run(["weston-simple-touch"])
    _ = try cage.waitForScreen("the client's window") {
      $0[200, 150] != Pixel(red: 0, green: 0, blue: 0)
    }
    #expect(client.poll() == nil)
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
  func `rig cage in weston passes touches on without frames`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 560, touchScreen: .later)
    let cage = try Cage(inside: weston)
    let client = try cage.run(["weston-simple-touch"], environment: ["WAYLAND_DEBUG": "client"])
    try client.waitForOutput("get_touch")
    _ = try cage.waitForScreen("the client's window") {
      $0[200, 150] != Pixel(red: 0, green: 0, blue: 0)
    }
    try weston.touch(.down(id: 0, x: 250, y: 200), .frame, .motion(id: 0, x: 260, y: 210), .frame, .up(id: 0))
    try client.waitForOutput(".up(")
    // The reason for this rig: cage 0.1.4 never sends a frame (platform fact 2).
    #expect(!client.standardError.contains(".frame()"))
  }
}
