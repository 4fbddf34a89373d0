import CompositorRig
import Foundation
import Testing

/// The monitor over other programs: one overlay on every output, whatever outputs do.
@Suite(
  .serialized, .ownThreads, .enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
struct OverlayTests {
  private static let recording = RepositoryFile.path("scripts/recordings/pinch-right.jsonl")
  private static let command = [
    Program.built("offhand"), "touches", "--source", "recording:\(recording)", "--log", "info",
  ]

  private func start(on sway: Sway) throws -> Program {
    let program = try sway.run(OverlayTests.command)
    try program.waitForOutput("first frame")
    return program
  }

  /// Whether the monitor's panel, with its white words, is in the upper left corner of the output that begins in column `left`.
  private func panel(at left: Int, _ screenshot: Screenshot) -> Bool {
    guard screenshot.width >= left + 320 else { return false }
    return screenshot.bounds(within: PixelBounds(left: left, top: 0, right: left + 320, bottom: 240)) {
      min($0.red, $0.green, $0.blue) > 150
    } != nil
  }

  @Test func `it is an overlay by default, and one on every output that is added`() throws {
    let sway = try Sway(width: 640, height: 480, configuration: "output HEADLESS-2 mode 640x480@60Hz position 640 0")
    let program = try start(on: sway)
    _ = try sway.waitForScreen("the first overlay") { panel(at: 0, $0) }
    try sway.message(["create_output"])
    let both = try sway.waitForScreen("an overlay on each") { panel(at: 0, $0) && panel(at: 640, $0) }
    #expect(both.width == 1280)
    // The ground of the compositor is seen through it.
    #expect(both[600, 450] == Pixel(red: 0, green: 0, blue: 0))
    try program.end()
  }

  @Test func `it stays while outputs go, also the last, and is on those that come`() throws {
    let outer = try Sway(width: 1280, height: 480)
    let sway = try Sway(in: outer)
    let program = try start(on: sway)
    try sway.message(["create_output"])
    try program.waitForOutput("an overlay was opened output=WL-2")
    // The windows of the outer sway are the outputs of the inner one.
    try outer.message(["[title=\"wlroots - WL-1\"]", "kill"])
    try program.waitForOutput("an overlay was closed output=WL-1")
    #expect(program.poll() == nil)
    _ = try sway.waitForScreen("the overlay of the other output") { panel(at: 0, $0) }
    try outer.message(["[title=\"wlroots - WL-2\"]", "kill"])
    try program.waitForOutput("an overlay was closed output=WL-2")
    #expect(program.poll() == nil)
    try sway.message(["create_output"])
    try program.waitForOutput("an overlay was opened output=WL-3")
    _ = try sway.waitForScreen("an overlay on the new output") { panel(at: 0, $0) }
    try program.end()
  }

  @Test func `with --exit the program ends after the recording although an output went`() throws {
    let outer = try Sway(width: 1280, height: 480)
    let sway = try Sway(in: outer)
    try sway.message(["create_output"])
    let program = try sway.run(OverlayTests.command + ["--exit"])
    try program.waitForOutput("an overlay was opened output=WL-2")
    try outer.message(["[title=\"wlroots - WL-1\"]", "kill"])
    try program.waitForOutput("an overlay was closed output=WL-1")
    #expect(try program.wait() == .exited(0))
  }

  @Test func `an overlay follows the scale of its output`() throws {
    let sway = try Sway(width: 640, height: 960)
    // A glass of known size would keep its millimetres, and on a low one the panel is smaller.
    let folder = try TemporaryFolder()
    let recording = try folder.write(recordingLine("tap", size: nil) { _ in [(1, 400, 400)] }, to: "tap.jsonl")
    let program = try sway.run([Program.built("offhand"), "touches", "--source", recording, "--log", "info"])
    try program.waitForOutput("first frame")
    _ = try sway.waitForScreen("the overlay") { panel(at: 0, $0) }
    try sway.message(["output", "HEADLESS-1", "scale", "2"])
    _ = try sway.waitForScreen("the overlay, twice as large") { screenshot in
      // At twice the scale words reach beyond what they did.
      screenshot.bounds(within: PixelBounds(left: 330, top: 0, right: 640, bottom: 480)) {
        min($0.red, $0.green, $0.blue) > 150
      } != nil
    }
    try program.end()
  }

  @Test func `with --reconnect the overlays are back on the outputs of the next compositor`() throws {
    var first: Sway? = try Sway(width: 640, height: 480)
    let display = try MovableDisplay(to: #require(first))
    let program = try Program(OverlayTests.command + ["--reconnect"], environment: display.environment)
    try program.waitForOutput("first frame")
    if let first { kill(-first.program.processID, SIGKILL) }
    first = nil
    try program.waitForOutput("looking for another")
    let second = try Sway(width: 640, height: 480)
    try display.lead(to: second.socketPath)
    try program.waitForOutput("connected again")
    _ = try second.waitForScreen("the overlay again") { panel(at: 0, $0) }
    try program.end()
  }
}
