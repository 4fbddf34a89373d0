import CompositorRig
import Foundation
import Offhand
import Testing

private let available = Sway.isAvailable && Weston.isAvailable

/// What clients of a whole service can ask for.
@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway, grim and weston: scripts/setup compositors"))
struct ClientTests {
  private static let toml = """
    theme = "light"
    [[edge]]
    edge = "left"
    emit = "drawer"
    [menu.staff]
    off = { label = "Shut down", emit = "off" }

    """

  private func reply(_ client: TestClient, _ line: String) throws -> [String: Any] {
    try client.send(line)
    return try client.next()
  }

  @Test
  func `the hello names events, menus, and outputs with pixels, scale and position; a later line what has changed`()
    throws
  {
    let rig = try ServiceRig(ClientTests.toml)
    let client = try rig.client()
    #expect(
      client.hello["events"] as? [String] == ["drawer", "off"] && client.hello["menus"] as? [String] == ["staff"])
    let panel = try #require((client.hello["panels"] as? [[String: Any]])?.first)
    #expect(panel["pixels"] as? [Double] == [640, 480] && panel["scale"] as? Double == 1)
    #expect(panel["position"] as? [Double] == [0, 0])
    try rig.reload("[[edge]]\nedge = \"left\"\nemit = \"other\"\n")
    let later = try client.next()
    #expect(later["events"] as? [String] == ["other"] && later["menus"] as? [String] == [])
  }

  @Test func `an event that is gone can still be subscribed to by a client that has been, whose pull has to end`()
    throws
  {
    let rig = try ServiceRig(ClientTests.toml)
    let (client, other) = (try rig.client(), try rig.client())
    #expect(try reply(client, #"{"subscribe":["drawer"]}"#)["ok"] as? Bool == true)
    try rig.stroke(from: (2, 200), to: (300, 200), lifts: false)
    _ = try client.lines("a pull") { $0.text("state") == "changed" }
    try rig.reload("[[edge]]\nedge = \"left\"\nemit = \"other\"\n")
    _ = try (client.lines("what is new") { $0["events"] != nil }, other.next())
    try client.send(#"{"subscribe":["drawer","other"]}"#)
    #expect(try client.lines("a subscription") { $0["ok"] != nil || $0["error"] != nil }.last?["ok"] as? Bool == true)
    #expect(
      try reply(other, #"{"subscribe":["drawer"]}"#).text("error") == "there is no event 'drawer'; there are other")
    try rig.touch([.up(id: 0), .frame])
    _ = try client.lines("the end of the pull") { ["ended", "cancelled"].contains($0.text("state")) }
  }

  @Test func `an unknown event is refused, a subscription ends, and the status says what is shown`() throws {
    let rig = try ServiceRig(ClientTests.toml)
    let client = try rig.client()
    #expect(
      try reply(client, #"{"id":1,"subscribe":["drawer","door"]}"#).text("error")
        == "there is no event 'door'; there are drawer, off")
    #expect(try reply(client, #"{"subscribe":"all"}"#)["ok"] as? Bool == true)
    try rig.stroke(from: (2, 200), to: (300, 200))
    _ = try client.lines("a pull") { $0.text("state") == "ended" }
    #expect(try reply(client, #"{"unsubscribe":["drawer"]}"#)["ok"] as? Bool == true)
    try rig.stroke(from: (2, 200), to: (300, 200))
    try rig.fence()
    let status = try #require(try reply(client, #"{"status":true}"#)["status"] as? [String: Any])
    #expect(status["curtain"] as? String == "down" && status["menu"] as? Bool == false)
    #expect(status["clients"] as? Int == 1 && status["idle"] as? Bool == false)
    #expect(try reply(client, #"{"curtain":"up"}"#)["ok"] as? Bool == true)
    let later = try #require(try reply(client, #"{"status":true}"#)["status"] as? [String: Any])
    #expect(later["curtain"] as? String == "up")
    // In the light theme.
    _ = try rig.sway.waitForScreen("a light curtain") { $0[40, 40].blue > 200 }
    #expect(try reply(client, #"{"curtain":"down"}"#)["ok"] as? Bool == true)
    try rig.reload(ClientTests.toml.replacingOccurrences(of: "light", with: "dark"))
    #expect(try reply(client, #"{"curtain":"up"}"#)["ok"] as? Bool == true)
    _ = try rig.sway.waitForScreen("a dark curtain") { $0[40, 40].blue < 60 }
  }

  /// A service with this configuration beside that of `rig`, which plays `recording`, and a client that has subscribed to all its events.
  private func service(
    _ toml: String, playing recording: String, on rig: ServiceRig, in folder: TemporaryFolder
  ) throws -> (CompositorRig.Program, TestClient) {
    let service = try rig.compositor.run([
      Program.built("offhand"), "serve", "--config", try folder.write(toml, to: "serve.toml"), "--log",
      "info", "--socket", folder.file("socket"), "--source", try folder.write(recording, to: "recording.jsonl"),
    ])
    try service.waitForOutput("ready")
    let client = try TestClient(folder.file("socket"))
    try client.send(#"{"subscribe":"all"}"#)
    return (service, client)
  }

  /// The same for a finger that is down for so many reports of 10 ms, at distances from the left edge in mm.
  private func listen(
    to reports: Int, at x: (Int) -> Double = { _ in 90 }, _ toml: String,
    _ body: (TestClient, CompositorRig.Program) throws -> Void
  ) throws {
    let (rig, folder) = (try ServiceRig(""), try TemporaryFolder())
    let recording = recordingLine("pull", of: "Panel", size: (217, 136), reports: reports) { [(1, x($0), 80)] }
    let (service, client) = try service(toml, playing: recording, on: rig, in: folder)
    #expect(client.hello.text("edges") == "shared")
    try body(client, service)
    #expect(!service.standardError.contains("was refused"))
  }

  @Test func `a recording takes the place of a touch screen once a client subscribes`() throws {
    try listen(to: 39, at: { 1 + Double($0) * 3 }, ClientTests.toml) { client, _ in
      let lines = try client.lines("the pull") { $0.text("state") == "ended" }.filter { $0.text("event") == "drawer" }
      #expect(lines.first?.text("state") == "began" && lines.last?["open"] as? Bool == true)
    }
  }

  @Test
  func `clients are told the screen of a recording, and rules of the active program count instead of those for all`()
    throws
  {
    let rules = [
      ("all", ""), ("own", "program = \"bel*\"\n"), ("other", "program = \"oth*\"\n"), ("too", "program = \"bel*\"\n"),
    ]
    let toml = rules.map { "[[gesture]]\nkind = \"press\"\n\($0.1)emit = \"\($0.0)\"\n" }.joined()
    try listen(to: 201, toml) { client, _ in
      var lines = try client.lines("the press") { $0.text("event") == "too" }
      try client.send(#"{"status":true}"#)
      lines += try client.lines("the status") { $0["status"] != nil }
      #expect(Set(lines.map { $0.text("event") }) == ["", "own", "too"])
      let panels = lines.first { $0["panels"] != nil }?["panels"] as? [[String: Any]]
      #expect(panels?.map { $0.text("output") } == ["Panel"])
    }
  }

  @Test func `where neither the compositor nor a touch screen tells of use, idle stages never begin, and that is said`()
    throws
  {
    let rig = try ServiceRig("[[idle]]\nafter = 1\nemit = \"home\"\n", arguments: ["--source", "evdev:/dev/null"])
    try rig.service.waitForOutput("[[idle]] and after_idle have no effect")
    let client = try rig.client()
    try client.send(#"{"subscribe":"all"}"#)
    // Nor in the background, which a compositor without a touch screen is taken for.
    try rig.weston.touch(.touchRemove)
    usleep(3_000_000)
    try client.send(#"{"status":true}"#)
    let lines = try client.lines("the status") { $0["status"] != nil }
    #expect(lines.allSatisfy { $0.text("event").isEmpty })
    func complaints() -> Int { rig.service.standardError.components(separatedBy: "have no effect").count - 1 }
    // What is read in the background is told of when the session is in front.
    try rig.reload("[[idle]]\nafter = 2\nemit = \"home\"\n")
    #expect(complaints() == 1)
    try rig.weston.touch(.touchAdd)
    try Waiting.until("the second complaint") { complaints() == 2 }
  }

  @Test func `a warning lies beside the place that the finger of a recording touched, on the only output`() throws {
    let rig = try ServiceRig("")
    let panels = try rig.client().hello["panels"] as? [[String: Any]]
    let size = try #require(panels?.first?["size_mm"] as? [Double])
    let tap = recordingLine("tap", size: (size[0], size[1]), reports: 20) { _ in [(1, size[0] / 2, size[1] / 2)] }
    let folder = try TemporaryFolder()
    let running = try service(
      "[[idle]]\nafter = \"60s\"\nwarn = \"59s\"\nemit = \"home\"\n", playing: tap, on: rig, in: folder)
    var bounds: PixelBounds?
    // Its panel is nearly black, the program blue.
    _ = try rig.sway.waitForScreen("the warning") { screen in
      let dark = screen.bounds { $0.blue < 60 }
      defer { bounds = dark }
      return dark != nil && bounds == dark
    }
    let warning = try #require(bounds)
    #expect(
      warning.right < 320 || warning.left > 320 || warning.bottom < 240 || warning.top > 240, "\(warning)")
    withExtendedLifetime((running, folder)) {}
  }

  @Test func `where the compositor reports no idleness the touches that are read count, also a finger that rests`()
    throws
  {
    try listen(to: 401, "[[idle]]\nafter = 2\nwarn = 1\nemit = \"home\"\n") {
      client, service in
      let start = ContinuousClock.now
      let lines = try client.lines("the stage") { $0.text("event") == "home" }
      #expect(lines.last?.text("state") == "began")
      // The finger rests for four seconds from the subscription on.
      #expect(ContinuousClock.now - start > .milliseconds(5900))
      #expect(!service.standardError.contains("have no effect"))
    }
  }
}
