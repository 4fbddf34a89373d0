import CompositorRig
import Foundation
import Glibc
import Offhand
import OffhandPlatform
import OffhandTesting
import Testing

/// `offhand panel` from its first mark to its last line, with a recording as the finger.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct PanelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A finger that presses Start, draws the first line, holds still and follows two discs for a while; it skips the rest, and at last presses Done.
  private func recording() throws -> String {
    let size = DemoScene.panel
    var steps: [Step] = []
    func press(_ milliseconds: Double, finger: Int32 = 2, at share: Double = 0.25) {
      steps += [
        down(finger, size.width * share, size.height - 8.5, at: milliseconds), up(finger, at: milliseconds + 80),
      ]
    }
    press(200, at: 0.5)
    press(500)
    let y = 4 + 0.15 * (size.height - 8)
    steps.append(down(1, 4, y, at: 1000))
    steps += drag(1, from: (4, y), to: (size.width - 4, y), over: 1008...2800)
    steps.append(up(1, at: 2808))
    for time in stride(from: 4000.0, through: 5600, by: 400) { press(time) }
    steps.append(down(1, size.width / 2, size.height / 2, at: 6000))
    for time in stride(from: 6008.0, through: 12_100, by: 8) {
      let tremor = time.truncatingRemainder(dividingBy: 16) == 0 ? 0.1 : 0
      steps.append(move(1, to: size.width / 2 + tremor, size.height / 2, at: time))
    }
    steps.append(up(1, at: 12_108))
    for (start, turn) in [(12_700.0, 1.0), (17_900, -1)] {
      for elapsed in stride(from: 0.0, through: 4600, by: 8) {
        let place =
          Point(x: size.width / 2, y: size.height / 2)
          + Vector(angle: Angle(radians: turn * 2 * .pi * elapsed / 3000 - .pi / 2)) * (0.3 * size.height)
        steps.append(
          elapsed == 0
            ? down(1, place.x, place.y, at: start) : move(1, to: place.x, place.y, at: start + elapsed))
      }
      press(start + 4400)
      steps.append(up(1, at: start + 4608))
    }
    // That of the dot is farther to the left.
    for time in stride(from: 23_000.0, through: 24_200, by: 400) { press(time, at: time == 23_800 ? 0.1 : 0.25) }
    press(24_900, at: 0.75)
    let scene = DemoScene(name: "panel", words: [], script: Script(steps: together(steps)))
    return try folder.write(SceneRecording.line(scene), to: "panel.jsonl")
  }

  private func run(on compositor: some Compositor, reportsPresentations: Bool) throws {
    let (json, picture, profile) = (folder.file("panel.json"), folder.file("glass.png"), folder.file("panel.toml"))
    let limits = try folder.write(
      "held_jitter_mm = 0.01\nmoving_jitter_mm = 5\nseparation_mm = 30\n", to: "limits.toml")
    let program = try compositor.run([
      Program.built("offhand"), "panel", "--source", try recording(), "--json", json, "--picture", picture, "--write",
      profile, "--limits", limits,
    ])
    #expect(try program.wait() == .exited(1), "\(program.standardError)")
    let failures = program.standardError.split(separator: "\n").filter { $0.contains("the limit is") }
    #expect(failures.count == 2 && failures[1].hasPrefix("offhand: separation_mm was not measured"), "\(failures)")
    #expect(failures.first?.hasPrefix("offhand: held_jitter_mm is 0.") == true, "\(failures)")
    #expect(program.standardOutput.contains("reports a second"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(folder.text(of: "panel.json").utf8)) as? [String: Any])
    let rate = try #require((object["rateHz"] as? [String: Any])?["value"] as? Double)
    #expect(abs(rate - 125) < 12)
    #expect(object["heldJitterMm"] as? Double ?? 0 > 0.01 && object["movingJitterMm"] is Double)
    #expect(object["device"] as? String == "tablet")
    // The finger is where the disc is to be at the time of each touch: ahead by a refresh of the one that is seen, in the middle of its time
    // and of the glass, and by as much as the forecast was wrong, which is more on a busy machine.
    let lag = (object["circleLatencyMs"] as? [String: Any])?["value"] as? Double
    #expect(reportsPresentations ? (lag ?? 99) < -2 : lag == nil, "\(lag ?? .nan)")
    #expect(program.standardOutput.contains("left out: times of frames are not reported") == !reportsPresentations)
    #expect(try Files.contents(of: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(folder.names.allSatisfy { !$0.hasSuffix(".new") }, "\(folder.names)")
    let toml = folder.text(of: "panel.toml")
    // The marks were skipped, so filters were not measured.
    #expect(toml.contains("\ndevice = \"tablet\"\n") && !toml.contains("filters"), "\(toml)")
    #expect(toml.contains("\nlatency_ms = ") == reportsPresentations, "\(toml)")
  }

  @Test func `a recording gives figures, files, and the limits that are not kept, on weston`() throws {
    try run(on: Weston(), reportsPresentations: true)
  }

  @Test(.enabled(if: Sway.isAvailable)) func `and on sway`() throws { try run(on: Sway(), reportsPresentations: false) }

  @Test func `what was measured before the compositor went is kept`() throws {
    let weston = try Weston()
    let program = try weston.run([
      Program.built("offhand"), "panel", "--source", try recording(), "--json", folder.file("panel.json"), "--log",
      "info",
    ])
    try program.waitForOutput("complete")
    kill(-weston.program.processID, SIGKILL)
    #expect(try program.wait() == .exited(1))
    #expect(program.standardOutput.contains("reports a second") && folder.text(of: "panel.json").hasPrefix("{"))
  }

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
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let words = ["panel", "--source", recording, "--json", pipe]
    #expect(try failure(words) == "offhand: \(pipe): nothing reads it; start what does first")
  }
}
