import CompositorRig
import Foundation
import Offhand
import Testing

/// What happens when nobody uses the machine, on compositors that report it: labwc of Debian 13, and KWin.
private let lanes = [LayerCompositor.labwc, .kwin].filter { $0.obstacle == nil }

@Suite(
  .serialized, .ownThreads,
  .enabled(if: !lanes.isEmpty, "needs labwc or KWin: scripts/setup compositors, scripts/setup debian13"))
struct IdleTests {
  private static let stage = """
    [[edge]]
    edge = "left"
    emit = "drawer"
    [[idle]]
    after = "6s"
    warn = "4s"
    emit = "home"

    """

  /// Waits until the beginning of `stage` is the latest line.
  private func wait(for stage: String, _ client: TestClient) throws {
    var latest: [String: Any] = [:]
    try Waiting.until("the stage") {
      while let line = try client.poll() { latest = line }
      return latest.text("event") == stage && latest.text("state") == "began"
    }
  }

  @Test(arguments: lanes)
  func `a warning is shown, then the stage begins, and the first touch ends it and is the program's`(
    _ lane: LayerCompositor
  ) throws {
    let session = try lane.session(IdleTests.stage)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    if let compositor = session.compositor as? any Compositor {
      // Its panel is nearly black, the program blue.
      _ = try compositor.waitForScreen("the warning") { screen in
        screen.bounds { $0.blue < 60 }.map { $0.width > 30 && $0.width < screen.width * 3 / 4 } ?? false
      }
    }
    let begun = try client.next("the stage")
    #expect(begun.text("event") == "home" && begun.text("state") == "began")
    func isIdle() throws -> Bool? {
      try client.send(#"{"status":true}"#)
      return (try client.next("the status")["status"] as? [String: Any])?["idle"] as? Bool
    }
    #expect(try isIdle() == true)
    try session.fence()
    #expect(try client.next("the end").text("state") == "ended")
    #expect(try isIdle() == false)
    #expect(session.below.events.count == 2)
  }

  @Test(arguments: lanes)
  func `a touch beside the warning ends it and is the program's`(_ lane: LayerCompositor) throws {
    let session = try lane.session(IdleTests.stage)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    // A touch each time that the warning has been there for two seconds.
    for count in 1...2 {
      usleep(4_000_000)
      try session.fence(x: 40, y: 40)
      #expect(session.below.events.count == 2 * count)
    }
    #expect(try client.poll() == nil)
  }

  @Test(arguments: lanes)
  func `a finger that rests on an edge without moving keeps the stage away`(_ lane: LayerCompositor) throws {
    let session = try lane.session(IdleTests.stage)
    let client = try session.subscriber()
    try session.fence()
    try session.touch([.down(id: 0, x: 2, y: 200), .frame])
    usleep(9_000_000)
    #expect(try client.poll() == nil)
    try session.touch([.up(id: 0), .frame])
    #expect(try client.next("the stage").text("state") == "began")
  }

  @Test(.enabled(if: LayerCompositor.labwc.obstacle == nil, "needs labwc: scripts/setup debian13"))
  func `a ghost in a dead area keeps no stage away and ends none, and a mouse does both`() throws {
    let dead = "[[dead]]\narea_mm = [-5, 0, 20, 400]\n[[idle]]\nafter = \"4s\"\nemit = \"home\"\n"
    let session = try LayerCompositor.labwc.session("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n" + dead)
    let client = try session.subscriber()
    try session.fence()
    func ghost() throws {
      try session.touch([.down(id: 0, x: 2, y: 200), .frame, .up(id: 0), .frame])
      usleep(1_500_000)
    }
    try Waiting.until("the stage") {
      try ghost()
      return try client.poll()?.text("event") == "home"
    }
    for _ in 1...2 { try ghost() }
    #expect(try client.poll() == nil)
    try session.touch([.point(x: 300, y: 200)])
    #expect(try client.next("the end").text("state") == "ended")
    for step in 0..<24 {
      if step % 6 == 0 { try session.touch([.down(id: 0, x: 2, y: 200), .frame, .up(id: 0), .frame]) }
      try session.touch([.point(x: Double(301 + step), y: 200)])
      usleep(250_000)
    }
    #expect(try client.poll() == nil)
  }

  @Test(arguments: lanes) func `the first touch is swallowed if that is wanted`(_ lane: LayerCompositor) throws {
    let session = try lane.session("[[idle]]\nafter = \"3s\"\nemit = \"home\"\nswallow_first = true\n")
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    try wait(for: "home", client)
    // Its veil comes after the fonts are read, which takes a while on a busy machine.
    usleep(1_000_000)
    try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
    #expect(try client.next("the end").text("state") == "ended")
    usleep(600_000)
    try session.fence()
    #expect(session.below.events.count == 2)
    // A stage that leaves the configuration ends, and does not begin again.
    try wait(for: "home", client)
    try session.reload("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let lines = try client.lines("the new configuration") { $0["events"] != nil }
    #expect(lines.dropLast().last?.text("state") == "ended")
    try session.below.settle()
    try session.touch([.down(id: 0, x: 2, y: 200), .frame, .up(id: 0), .frame])
    usleep(4_000_000)
    // It wakes the service.
    try client.send(#"{"status":true}"#)
    usleep(200_000)
    while let line = try client.poll() { #expect(line.text("event").isEmpty) }
  }

  @Test(arguments: lanes.prefix(1))
  func `of several stages the tap that wakes ends each, and the next dark screen swallows its tap as well`(
    _ lane: LayerCompositor
  ) throws {
    let stages = [("3s", "page"), ("4s", "dark")].map {
      "[[idle]]\nafter = \"\($0)\"\nemit = \"\($1)\"\nswallow_first = true\n"
    }
    let session = try lane.session(stages.joined())
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    for _ in 1...2 {
      try wait(for: "dark", client)
      usleep(1_100_000)
      try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
      _ = try client.lines("the end") { $0.text("event") == "page" && $0.text("state") == "ended" }
    }
    usleep(600_000)
    try session.fence()
    #expect(session.below.events.count == 2)
  }

  @Test(arguments: lanes.prefix(1))
  func `a stage that swallows the first touch keeps no menu away, and no later stage's curtain`(
    _ lane: LayerCompositor
  ) throws {
    let stages = [("2s", "emit = \"page\"\nswallow_first = true"), ("5s", "curtain = \"until-tap\"")].map {
      "[[idle]]\nafter = \"\($0)\"\n\($1)\n"
    }
    let session = try lane.session(stages.joined())
    let client = try session.subscriber()
    try session.fence()
    try wait(for: "page", client)
    try client.send(#"{"menu":["a"],"timeout":1}"#)
    #expect(try client.next("the menu").text("dismissed") == "timeout")
    try Waiting.until("the curtain") {
      usleep(200_000)
      try client.send(#"{"status":true}"#)
      return (try client.next()["status"] as? [String: Any])?.text("curtain") == "until-tap"
    }
  }

  @Test(.enabled(if: LayerCompositor.kwin.obstacle == nil, "needs KWin: scripts/setup compositors"))
  func `while a warning is shown the first touch is swallowed on every output if that is wanted`() throws {
    let kwin = try KWin(width: 640, height: 480, outputs: 2)
    let session = try ServiceSession(IdleTests.stage + "swallow_first = true\n", on: kwin) { try kwin.touch($0) }
    let client = try session.client()
    try client.send(#"{"subscribe":"all"}"#)
    try session.fence()
    // The warning is on the output that was touched last, the program on the other one.
    try session.stroke(from: (642, 200), to: (822, 210))
    _ = try client.lines("a pull") { $0.text("state") == "ended" }
    session.below.clear()
    usleep(4_000_000)
    try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
    usleep(800_000)
    try session.fence()
    #expect(session.below.events.count == 2)
    // What ends the next warning is a finger that the program has already: there is nothing to swallow.
    session.below.clear()
    try session.touch([.down(id: 0, x: 300, y: 200), .frame])
    usleep(4_000_000)
    try session.touch([.motion(id: 0, x: 320, y: 200), .frame, .up(id: 0), .frame])
    usleep(1_200_000)
    try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
    try session.below.settle()
    #expect(session.below.events.count == 3 + 2)
    #expect(try client.poll() == nil)
  }

  @Test(arguments: lanes.prefix(1))
  func `a curtain that is raised just after the tap that woke the screen stays`(_ lane: LayerCompositor) throws {
    let session = try lane.session("[[idle]]\nafter = \"3s\"\nemit = \"page\"\nswallow_first = true\n")
    let client = try session.subscriber()
    try session.fence()
    try wait(for: "page", client)
    try session.below.settle()
    try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
    _ = try client.lines("the end") { $0.text("state") == "ended" }
    try client.send(#"{"curtain":"until-tap"}"#)
    _ = try client.lines("the curtain") { $0["ok"] != nil }
    usleep(900_000)
    try client.send(#"{"status":true}"#)
    let status = try client.lines("the status") { $0["status"] != nil }.last?["status"] as? [String: Any]
    #expect(status?.text("curtain") == "until-tap")
  }

  @Test(arguments: lanes.prefix(1))
  func `a service that ends on an idle machine ends the stages first`(_ lane: LayerCompositor) throws {
    let folder = try TemporaryFolder()
    let session = try lane.session(
      """
      [[idle]]
      after = "3s"
      emit = "dark"
      resume = { run = ["touch", "\(folder.file("light"))"] }
      """)
    let client = try session.subscriber()
    try session.fence()
    try wait(for: "dark", client)
    #expect(folder.names.isEmpty)
    session.service.signal(SIGTERM)
    #expect(try client.next("the end").text("state") == "ended")
    #expect(try session.service.wait() == .exited(0))
    try Waiting.until("the program") { folder.names.contains("light") }
  }

  @Test func `the kernel ends a service that hangs while it would swallow the first touch`() throws {
    let session = try lanes[0].session("")
    try session.reload("[[idle]]\nafter = \"5s\"\nemit = \"home\"\nswallow_first = true\n")
    let client = try session.subscriber()
    #expect(try client.next("the stage").text("state") == "began")
    // The stage is told before the veil is there: a service that was stopped in between would swallow nothing.
    for _ in 1...2 {
      try client.send(#"{"status":true}"#)
      _ = try client.lines("the status") { $0["status"] != nil }
    }
    session.service.signal(SIGSTOP)
    // The alarm of a stopped process comes when it continues.
    usleep(11_000_000)
    session.service.signal(SIGCONT)
    #expect(try session.service.wait() == .killed(SIGALRM))
  }

  @Test(.enabled(if: LayerCompositor.labwc.obstacle == nil, "needs labwc: scripts/setup debian13"))
  func `a tap on the warning is the warning's`() throws {
    let session = try LayerCompositor.labwc.session(IdleTests.stage)
    let compositor = try #require(session.compositor as? any Compositor)
    try session.fence()
    session.below.clear()
    var box: PixelBounds?
    _ = try compositor.waitForScreen("the warning") { screen in
      box = screen.bounds { $0.blue < 60 }
      return box.map { $0.width > 30 && $0.width < screen.width * 3 / 4 } ?? false
    }
    let warning = try #require(box)
    try session.below.settle()
    // The lane counts half the pixels.
    try session.touch([.down(id: 0, x: warning.midX / 2, y: warning.midY / 2), .frame, .up(id: 0), .frame])
    try session.fence(x: 40, y: 40)
    #expect(session.below.events.count == 2)
  }
}
