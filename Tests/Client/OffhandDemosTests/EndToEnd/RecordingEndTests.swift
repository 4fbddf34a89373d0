import CompositorRig
import Offhand
import OffhandPlatform
import OffhandTesting
import Testing

/// Demos that play a recording, from its beginning to its end.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct RecordingEndTests {
  private let folder: TemporaryFolder
  private let recording: String

  init() throws {
    folder = try TemporaryFolder()
    // A finger on the glass of a tablet, for 1.5 s.
    let line = recordingLine("one finger", of: "tablet", size: (215.6, 135.2), every: 1.5) { _ in [(1, 150, 80)] }
    recording = try folder.write(line, to: "touch.jsonl")
  }

  private func ring(_ screenshot: Screenshot) -> PixelBounds? {
    // Beside the panel, whose lamps glow.
    screenshot.ring(within: PixelBounds(left: 500, top: 0, right: screenshot.width, bottom: screenshot.height))
  }

  @Test(arguments: ["zoom", "board", "tray", "touches"])
  func `with --exit a demo ends after the recording, and says once what panel it assumes`(demo: String) throws {
    let weston = try Weston()
    let program = try weston.run(
      [Program.built("offhand"), demo, "--source", recording, "--exit", "--log", "info"]
        + (demo == "touches" ? ["--role", "fullscreen"] : []))
    #expect(try program.wait() == .exited(0))
    let notices = program.standardError.split(separator: "\n").filter { $0.contains("posture") }
    #expect(notices.count == (demo == "tray" ? 0 : 1), "\(notices)")
    #expect(notices.allSatisfy { $0.contains("216 x 135 mm") }, "\(notices)")
  }

  @Test func `with --loop the finger comes back`() throws {
    let weston = try Weston()
    let program = try weston.run(
      [Program.built("offhand"), "touches", "--role", "fullscreen", "--source", recording, "--loop"])
    for round in 1...3 {
      _ = try weston.waitForScreen("the finger, time \(round)") { ring($0).map { abs($0.midX - 712) < 5 } ?? false }
      _ = try weston.waitForScreen("the finger to go, time \(round)") { ring($0) == nil }
    }
    try program.end()
  }
}
