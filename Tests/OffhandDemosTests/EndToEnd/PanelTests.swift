import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandTesting
import Testing

/// `offhand panel` from its first mark to its last line, with a recording as the finger.
@Suite(.serialized, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct PanelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A finger that draws the first line, holds still, and skips the rest; at last it presses Done.
  private func recording() throws -> String {
    let size = DemoScene.panel
    var steps: [Step] = []
    func press(_ milliseconds: Double) {
      steps += [down(1, size.width / 4, size.height - 8.5, at: milliseconds), up(1, at: milliseconds + 80)]
    }
    press(500)
    let y = 4 + 0.15 * (size.height - 8)
    steps.append(down(1, 4, y, at: 1000))
    steps += drag(1, from: (4, y), to: (size.width - 4, y), over: 1008...2800)
    steps.append(up(1, at: 2808))
    for time in stride(from: 3600.0, through: 5200, by: 400) { press(time) }
    steps.append(down(1, size.width / 2, size.height / 2, at: 5600))
    for time in stride(from: 5608.0, through: 11_700, by: 8) {
      steps.append(
        move(
          1, to: size.width / 2 + (time.truncatingRemainder(dividingBy: 16) == 0 ? 0.1 : 0), size.height / 2, at: time))
    }
    steps.append(up(1, at: 11_708))
    for time in stride(from: 12_100.0, through: 14_100, by: 400) { press(time) }
    press(14_700)
    let scene = DemoScene(name: "panel", words: [], script: Script(steps: steps))
    return try folder.write(SceneRecording.line(scene), to: "panel.jsonl")
  }

  private func run(on compositor: some Compositor) throws {
    let (json, picture, profile) = (folder.file("panel.json"), folder.file("glass.png"), folder.file("panel.toml"))
    let limits = try folder.write("held_jitter_mm = 0.01\nmoving_jitter_mm = 5\nlatency_ms = 30\n", to: "limits.toml")
    let program = try compositor.run([
      Program.built("offhand"), "panel", "--source", try recording(), "--json", json, "--picture", picture, "--write",
      profile, "--limits", limits,
    ])
    #expect(try program.wait(within: .seconds(40)) == .exited(1), "\(program.standardError)")
    let failures = program.standardError.split(separator: "\n").filter { $0.contains("the limit is") }
    #expect(failures.count == 2 && failures[0].hasPrefix("offhand: latency_ms was not measured"), "\(failures)")
    #expect(failures.last?.hasPrefix("offhand: held_jitter_mm is 0.") == true, "\(failures)")
    #expect(program.standardOutput.contains("reports a second"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(folder.text(of: "panel.json").utf8)) as? [String: Any])
    let rate = try #require((object["rateHz"] as? [String: Any])?["value"] as? Double)
    #expect(abs(rate - 125) < 12)
    #expect(object["heldJitterMm"] as? Double ?? 0 > 0.01 && object["movingJitterMm"] is Double)
    #expect(object["circleLatencyMs"] is NSNull && object["device"] as? String == "tablet")
    #expect(try Files.contents(of: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(folder.text(of: "panel.toml").contains("device = \"tablet\"\nfilters = ["))
  }

  @Test func `a recording gives figures, files, and the limits that are not kept, on weston`() throws {
    try run(on: Weston())
  }

  @Test(.enabled(if: Sway.isAvailable)) func `and on sway`() throws { try run(on: Sway()) }

  @Test func `what cannot be measured, or belongs to another panel, is said in one line`() throws {
    let weston = try Weston()
    let recording = try recording()
    func failure(_ words: [String]) throws -> String {
      try ErrorTests.failure(words + ["--log", "error"], environment: weston.environment)
    }
    let other = try folder.write("device = \"Other\"\n", to: "other.toml")
    #expect(try failure(["zoom", "--source", recording, "--panel", other]).contains("this is the file of \"Other\""))
    #expect(try failure(["panel", "/dev/null"]).hasPrefix("offhand: /dev/null"))
    let limits = try folder.write("latency = 3\n", to: "bad.toml")
    #expect(
      try failure(["panel", "--limits", limits]).hasPrefix("offhand: \(limits): there is no limit 'latency'; there are")
    )
    #expect(
      try failure(["panel", "--source", recording, "--json", "/nowhere/a.json"]).hasPrefix("offhand: /nowhere/a.json: ")
    )
  }
}
