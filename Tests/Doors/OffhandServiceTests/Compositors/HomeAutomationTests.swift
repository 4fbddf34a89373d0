import CompositorRig
import Foundation
import OffhandPlatform
import Testing

private let broker = "/usr/sbin/mosquitto"
private let isPossible =
  Sway.isAvailable && Weston.isAvailable && Program.isInstalled(broker) && Program.isInstalled("mosquitto_sub")

/// The script of the page *A client of the service* that joins a kiosk to Home Assistant.
@Suite(
  .serialized, .ownThreads, .enabled(if: isPossible, "needs sway, weston and mosquitto: scripts/setup compositors"))
struct HomeAutomationTests {
  @Test func `Home Assistant's switch raises the kiosk's curtain, and its button goes to the first page`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Clients.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Home Assistant\n").last)
    let folder = try TemporaryFolder()
    let script = try folder.write(
      section.components(separatedBy: "```")[1].replacing("sh\n", with: "", maxReplacements: 1), to: "mqtt.sh")
    let manager = folder.file("systemctl")
    try Files.write(Array("#!/bin/sh\necho \"$*\" >>\(folder.file("asked"))\n".utf8), to: manager, permissions: 0o755)
    let path = "\(folder.path):/usr/bin:/bin"
    let rig = try ServiceRig("", environment: ["PATH": path])
    let address = folder.file("broker")
    let server = try Program([
      broker, "-c", try folder.write("listener 0 \(address)\nallow_anonymous true\nuser root\n", to: "mosquitto.conf"),
    ])
    defer { server.signal(SIGTERM) }
    try Waiting.until("the broker") { access(address, F_OK) == 0 }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("offhand"), withDestinationPath: Program.built("offhand"))
    let kiosk = try rig.sway.run(["sh", script, "--unix", address], environment: ["PATH": path])
    defer { kiosk.signal(SIGTERM) }

    /// What Home Assistant publishes, until it has come about.
    func publish(_ word: String, to topic: String, until isSo: () throws -> Bool) throws {
      let publish = ["mosquitto_pub", "--unix", address, "-t", topic, "-m", word]
      try Waiting.until("\(topic) \(word)") {
        #expect(try Program(publish).wait() == .exited(0))
        usleep(100_000)
        return try isSo()
      }
    }
    let client = try rig.client()
    func curtain() throws -> String? {
      try client.send(#"{"status":true}"#)
      let line = try client.lines("the status") { $0["status"] != nil }.last
      return (line?["status"] as? [String: Any])?["curtain"] as? String
    }
    try publish("up; touch \(folder.file("asked"))", to: "kiosk/curtain") { try curtain() == "down" }
    try publish("up", to: "kiosk/curtain") { try curtain() == "up" }
    try publish("down", to: "kiosk/curtain") { try curtain() == "down" }
    #expect(folder.text(of: "asked").isEmpty)
    try publish("PRESS", to: "kiosk/home") { folder.text(of: "asked").contains("--user restart kiosk.service") }
    let found = try Program([
      "mosquitto_sub", "--unix", address, "-t", "homeassistant/+/+/config", "-C", "2", "-W", "20",
    ])
    #expect(try found.wait() == .exited(0))
    for line in found.standardOutput.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }
}
