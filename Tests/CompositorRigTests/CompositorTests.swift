import CompositorRig
import Glibc
import Testing

@Suite(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
struct WestonTests {
  @Test(arguments: [Weston.Shell.desktop, .kiosk])
  func `rig weston shows what a client draws`(shell: Weston.Shell) throws {
    let weston = try Weston(shell: shell, width: 400, height: 300)
    let client = try weston.run(["weston-simple-shm"])
    let screen = try weston.waitForScreen("the client's picture") { $0.count { $0.red > 0 || $0.green > 0 } > 1_000 }
    #expect(screen.width == 400)
    #expect(screen.height == 300)
    #expect(client.poll() == nil)
  }

  @Test func `rig weston has the size of its scale`() throws {
    let screen = try Weston(width: 200, height: 100, scale: 2).screenshot()
    #expect(screen.width == 400)
    #expect(screen.height == 200)
  }

  @Test func `rig weston passes touches on to its client`() throws {
    let weston = try Weston(shell: .kiosk, width: 600, height: 500)
    let client = try weston.run(["weston-simple-touch"], environment: ["WAYLAND_DEBUG": "client"])
    try client.waitForOutput("get_touch")
    _ = try weston.waitForScreen("the client's window") { $0[300, 250] != Pixel(red: 0, green: 0, blue: 0) }
    let stamp: Int64 = 5_000_000_000
    try weston.touch(.down(id: 3, x: 120, y: 80, at: stamp), .frame)
    try client.waitForOutput("120.0")
    try weston.touch(.motion(id: 3, x: 130.5, y: 90, at: stamp + 8_000_000), .frame)
    try weston.touch(.up(id: 3, at: stamp + 16_000_000), .frame)
    try client.waitForOutput(".up(")
    let events = client.standardError.split(separator: "\n").filter { $0.contains("wl_touch@") && !$0.contains("->") }
    #expect(events.contains { $0.contains(".down(") && $0.contains(", 5000, ") && $0.contains(", 3, 120.0") })
    #expect(events.contains { $0.contains(".motion(5008, 3, 130.5") })
    #expect(events.contains { $0.contains(".up(") && $0.contains(", 5016, 3)") })
  }

  @Test func `rig weston unplugs its touch screen`() throws {
    let weston = try Weston(shell: .kiosk, width: 600, height: 500)
    let client = try weston.run(["weston-simple-touch"], environment: ["WAYLAND_DEBUG": "client"])
    try client.waitForOutput("get_touch")
    try weston.touch(.touchRemove)
    try Waiting.until("the seat without touch") { client.standardError.contains("capabilities(3)") }
    try weston.touch(.touchAdd)
    try Waiting.until("the seat with touch again") {
      client.standardError.components(between: "capabilities(").filter { $0.hasPrefix("7)") }.count == 2
    }
  }

  @Test func `rig weston ends with its rig`() throws {
    var weston: Weston? = try Weston()
    let program = try #require(weston?.program)
    let directory = try #require(weston?.directory.path)
    weston = nil
    #expect(program.poll() == .exited(0))
    #expect(access(directory, F_OK) != 0)
  }
}

extension String {
  /// The parts after each occurrence of `separator`.
  fileprivate func components(between separator: String) -> [Substring] {
    Array(split(separator: separator).dropFirst())
  }
}

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
