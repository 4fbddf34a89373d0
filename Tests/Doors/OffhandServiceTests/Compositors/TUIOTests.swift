import CompositorRig
import Foundation
import OffhandPlatform
import Testing

/// Touches through the network: one service plays a recording and sends it, another recognizes what comes.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
struct TUIOTests {
  @Test(arguments: ["1.1", "2.0"])
  func `a recording that one service sends as TUIO is touches for another, which has given up the network`(
    version: String
  ) throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let directory = try TemporaryFolder()
    let table = try directory.write(
      """
      [[edge]]
      edge = "left"
      emit = "drawer"
      [[corner]]
      corner = "top-right"
      size_mm = 12
      taps = 5
      hold_last = "2s"
      emit = "staff"
      """, to: "table.toml")
    let port = try DatagramSocket(receivingAt: "127.0.0.1", port: 0).port
    func serve(_ words: [String]) throws -> CompositorRig.Program {
      let service = try weston.run([Program.built("offhand"), "serve", "--log", "info"] + words)
      try service.waitForOutput("ready")
      return service
    }
    let receiver = try serve([
      "--config", table, "--socket", directory.file("table"), "--source", "tuio:\(port)", "--size", "215.6x135.2",
    ])
    #expect(receiver.standardError.contains("TUIO at 127.0.0.1:\(port), which only this machine reaches"))
    let client = try TestClient(directory.file("table"))
    #expect(client.hello.text("edges") == "shared")
    try client.send(#"{"subscribe":"all"}"#)
    let sender = try serve([
      "--config", try directory.write("[tuio]\nto = [\"127.0.0.1:9\"]\n", to: "sender.toml"), "--socket",
      directory.file("sender"), "--source", RepositoryFile.path("scripts/recordings/edges.jsonl"), "--tuio",
      "127.0.0.1:9,127.0.0.1:\(port)", "--tuio-version", version,
    ])
    let lines = try client.lines("the taps in the corner") { $0.text("event") == "staff" }
    let ends = lines.filter { $0.text("state") != "changed" }.map { "\($0.text("event")) \($0.text("state"))" }
    #expect(ends.filter { $0 != " " } == ["drawer began", "drawer ended", "staff began"])
    #expect(lines.contains { $0["open"] as? Bool == true })
    for service in [receiver, sender] {
      #expect(!service.standardError.contains("was refused"), "\(service.standardError)")
    }
  }
}
