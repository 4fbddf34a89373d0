import CompositorRig
import Foundation
import Offhand
import Testing

private let python = "/usr/bin/python3"

/// Why the example cannot run on this machine; `nil` if it can.
private let obstacle: String? = {
  guard Sway.isAvailable, Weston.isAvailable, Program.isInstalled(python) else { return "needs sway, grim and weston" }
  let imports = "import cairo, gi; gi.require_version('GtkLayerShell', '0.1'); gi.require_foreign('cairo')"
  let trial = try? Program([python, "-c", imports])
  return (try? trial?.wait()) == .exited(0) ? nil : "needs python3-gi-cairo and gir1.2-gtklayershell-0.1"
}()

/// The example that a kiosk builder copies: a GTK panel that a finger pulls out of the left edge.
@Suite(.serialized, .ownThreads, .enabled(if: obstacle == nil, "\(obstacle ?? ""): scripts/setup compositors"))
struct DrawerExampleTests {
  /// The column of the drawer's border; 0 while it is not there. The program below has less red than all of it.
  private func border(_ rig: ServiceRig) throws -> Int { try rig.sway.screenshot().bounds { $0.red > 26 }?.right ?? 0 }

  private func wait(_ rig: ServiceRig, for column: Double) throws {
    var seen = 0
    do {
      try Waiting.until("the drawer at \(column)") {
        seen = try border(rig)
        return abs(Double(seen) - column) <= 2
      }
    } catch {
      throw RigError("\(error); it was at \(seen)")
    }
  }

  @Test func `the example drawer is where the finger is, stays open after a lift, and closes by its button`() throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let size = try #require((rig.client().hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double])
    let density = 640 / size[0]
    let drawer = try rig.sway.run(
      [python, RepositoryFile.path("Sources/Examples/python/drawer.py")],
      environment: ["PYTHONDONTWRITEBYTECODE": "1", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"])
    try drawer.waitForOutput("edges are exclusive")
    // It subscribes after that line.
    try Waiting.until("the drawer") {
      try rig.stroke(from: (2, 200), to: (122, 200), lifts: false)
      usleep(100_000)
      if try border(rig) > 0 { return true }
      try rig.touch([.up(id: 0), .frame])
      return false
    }

    // Less the 1.6 mm before a pull counts.
    try wait(rig, for: 120 - 1.6 * density)
    for step in 1...20 {
      usleep(8000)
      try rig.touch([.motion(id: 0, x: 122 + 3 * Double(step), y: 200), .frame])
    }
    try wait(rig, for: 180 - 1.6 * density)
    try rig.touch([.up(id: 0), .frame])
    try wait(rig, for: 60 * density)

    try rig.touch([.down(id: 0, x: 60, y: 440), .frame])
    usleep(60_000)
    try rig.touch([.up(id: 0), .frame])
    try wait(rig, for: 0)
    try rig.fence()
    #expect(rig.below.events.count == 2, "the program received only the touch in the middle")
    rig.service.signal(SIGTERM)
    #expect(try drawer.wait() == .exited(0))
    #expect(drawer.standardError.contains("the service ends"))
  }
}
