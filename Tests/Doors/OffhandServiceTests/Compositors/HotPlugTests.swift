import CompositorRig
import Foundation
import Glibc
import Offhand
import Testing

@Suite(
  .serialized, .ownThreads,
  .enabled(if: Sway.isAvailable && Weston.isAvailable, "needs sway and weston: scripts/setup compositors"))
struct HotPlugTests {
  private static let edges = """
    theme = "light"
    [[edge]]
    edge = "left"
    emit = "left"
    [[edge]]
    edge = "bottom"
    part = [0.25, 0.75]
    emit = "bottom"
    [[corner]]
    corner = "top-right"
    emit = "corner"

    """

  /// Sway in a window of another sway, whose windows are its outputs, with a touch screen and the service.
  private struct Rig {
    let weston: Weston
    let outer: Sway
    let sway: Sway
    let service: Program
    let client: TestClient
    private let directory: TemporaryFolder

    init() throws {
      weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
      outer = try Sway(in: weston)
      sway = try Sway(in: outer)
      let sway = sway
      try weston.touch(.touchAdd)
      try Waiting.until("the touch screen") { try sway.message(["-t", "get_inputs", "--raw"]).contains("\"touch\"") }
      directory = try TemporaryFolder()
      let file = try directory.write(HotPlugTests.edges, to: "serve.toml")
      service = try sway.run([Program.built("offhand"), "serve", "--config", file, "--log", "info"])
      try service.waitForOutput("ready")
      client = try TestClient(sway.directory.file("offhand.sock"))
      try client.send(#"{"subscribe":"all"}"#)
      _ = try client.next()
    }

    /// Waits until the service says that there are these outputs. The windows share the outer screen: one alone has all of it.
    func wait(for outputs: [String]) throws {
      let whole = (client.hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double]
      _ = try client.lines("\(outputs)") { line in
        guard let panels = line["panels"] as? [[String: Any]] else { return false }
        return panels.map { $0.text("output") } == outputs
          && (panels.count != 1 || panels[0]["size_mm"] as? [Double] == whole)
      }
    }

    /// Closes the window that is `output`, as soon as it is there.
    func unplug(_ output: String) throws {
      try Waiting.until("the window of \(output)") {
        (try? outer.message(["[title=\"wlroots - \(output)\"]", "kill"])) != nil
      }
    }

    func stroke(from: (x: Double, y: Double), to: (x: Double, y: Double), lifts: Bool = true) throws {
      try weston.touch(.down(id: 0, x: from.x, y: from.y), .frame)
      for step in 1...20 {
        usleep(8000)
        let share = Double(step) / 20
        try weston.touch(
          .motion(id: 0, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share), .frame)
      }
      if lifts { try weston.touch(.up(id: 0), .frame) }
    }
  }

  /// What a process holds: open descriptors, and kilobytes of its own.
  private func holdings(_ id: Int32) throws -> (descriptors: Int, kilobytes: Int) {
    let kilobytes = try #require(ProcessFigures(id)).ownKilobytes
    return (try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count, Int(kilobytes))
  }

  @Test func `200 hot-plugs leave nothing behind, and the edges still work`() throws {
    let rig = try Rig()
    var before: (descriptors: Int, kilobytes: Int)?
    for cycle in 0..<200 {
      // The first cycles fill caches.
      if cycle == 20 { before = try holdings(rig.service.processID) }
      try rig.sway.message(["create_output"])
      try rig.wait(for: ["WL-1", "WL-\(cycle + 2)"])
      try rig.unplug("WL-\(cycle + 2)")
      try rig.wait(for: ["WL-1"])
    }
    let after = try holdings(rig.service.processID)
    // Buffers that the compositor has not released yet come and go.
    #expect(after.descriptors - (before?.descriptors ?? 0) < 20, "\(String(describing: before)) \(after)")
    #expect(after.kilobytes - (before?.kilobytes ?? 0) < 1024, "\(String(describing: before)) \(after)")
    #expect(!rig.service.standardError.contains("error"), "\(rig.service.standardError)")

    // A strip takes touches from the moment at which the compositor has shown it; sway reports their motions only above a surface.
    let below = try ProgramBelow(rig.sway)
    try below.settle()
    while try rig.client.poll() != nil {}
    for (edge, from, to) in [("left", (2.0, 200.0), (182.0, 200.0)), ("bottom", (300, 478), (300, 298))] {
      try rig.stroke(from: from, to: to)
      let lines = try rig.client.lines("a pull from the \(edge) edge") { $0.text("state") == "ended" }
      #expect(lines.allSatisfy { $0.text("event") == edge && $0.text("output") == "WL-1" })
    }
    #expect(below.events.isEmpty)
  }

  @Test func `an output that comes under the curtain is covered too, and one that goes leaves the others covered`()
    throws
  {
    let rig = try Rig()
    try rig.client.send(#"{"curtain":"up"}"#)
    _ = try rig.client.lines("the curtain") { $0["ok"] != nil }
    func wait(for outputs: [String]) throws {
      try rig.wait(for: outputs)
      // In the light theme; an output without it is dark.
      _ = try rig.sway.waitForScreen("the curtain") { $0[40, 40].blue > 200 && $0[$0.width - 40, 40].blue > 200 }
    }
    try rig.sway.message(["create_output"])
    try wait(for: ["WL-1", "WL-2"])
    try rig.unplug("WL-2")
    try wait(for: ["WL-1"])
  }

  @Test func `an output that goes under a finger cancels its gesture, and the next output works`() throws {
    let rig = try Rig()
    do {
      let below = try ProgramBelow(rig.sway)
      try below.settle()
      try rig.stroke(from: (2, 200), to: (182, 200), lifts: false)
      _ = try rig.client.lines("the beginning") { $0.text("state") == "changed" }
      try rig.unplug("WL-1")
      let lines = try rig.client.lines("the end") { $0.text("state") == "cancelled" }
      #expect(lines.last?["open"] as? Bool == false)
      try rig.weston.touch(.up(id: 0), .frame)
    }
    try rig.wait(for: [])
    try rig.sway.message(["create_output"])
    try rig.wait(for: ["WL-2"])
    let below = try ProgramBelow(rig.sway)
    try below.settle()
    try rig.stroke(from: (2, 200), to: (182, 200))
    let lines = try rig.client.lines("a whole gesture") { $0.text("state") == "ended" }
    #expect(lines.filter { $0.text("state") == "began" }.count == 1)
    #expect(below.events.isEmpty)
  }
}
