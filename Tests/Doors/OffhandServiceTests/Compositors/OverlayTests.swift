import CompositorRig
import Foundation
import Logging
import Offhand
import OffhandClient
import OffhandPixman
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandService

private let available = Sway.isAvailable && Weston.isAvailable

@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway, grim and weston: scripts/setup compositors"))
struct MenuTests {
  private static let staff = """
    [[corner]]
    corner = "top-right"
    size_mm = 20
    taps = 2
    hold_last = "0.4s"
    menu = "staff"
    [menu.staff]
    keyboard = { label = "Keyboard", emit = "keyboard" }
    clean = { label = "Clean the screen", curtain = "up" }
    off = { label = "Shut down", emit = "off" }

    """

  /// Where the menu is on the screen: its panel is nearly black, the program blue.
  private func menu(_ rig: ServiceRig) throws -> PixelBounds {
    var bounds: PixelBounds?
    _ = try rig.sway.waitForScreen("the menu") { screen in
      let dark = screen.bounds { $0.blue < 60 }
      defer { bounds = dark }
      return dark != nil && bounds == dark
    }
    return try #require(bounds)
  }

  private func settle(_ rig: ServiceRig) throws {
    _ = try rig.sway.waitForScreen("no menu") { $0.bounds { $0.blue < 60 } == nil }
  }

  /// The middle of a row of `count`.
  private func row(_ index: Int, of count: Int, in bounds: PixelBounds) -> (x: Double, y: Double) {
    let height = Double(bounds.bottom - bounds.top)
    return (
      Double(bounds.left + bounds.right) / 2, Double(bounds.top) + height * (Double(index) + 0.5) / Double(count)
    )
  }

  private func tap(_ rig: ServiceRig, _ place: (x: Double, y: Double)) throws {
    try rig.weston.touch(.down(id: 0, x: place.x, y: place.y), .frame)
    usleep(60_000)
    try rig.weston.touch(.up(id: 0), .frame)
  }

  @Test func `a requested menu is beside its point, and a tap on a row is the reply`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    let client = try rig.client()
    try client.send(#"{"id":1,"menu":[["kbd","Keyboard"],["off","Shut down"],["c","Cancel"]],"at":[80,60]}"#)
    let bounds = try menu(rig)
    #expect(bounds.right - bounds.left >= 100 && bounds.bottom - bounds.top >= 90)
    try tap(rig, row(1, of: 3, in: bounds))
    let reply = try client.next()
    #expect(reply["id"] as? Int == 1 && reply.text("chosen") == "off")
    try settle(rig)
    #expect(rig.below.events.isEmpty)
  }

  @Test func `a click on a row is the reply`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    let client = try rig.client()
    try client.send(#"{"menu":["a","b"],"at":[80,60]}"#)
    let place = row(1, of: 2, in: try menu(rig))
    try rig.weston.touch(.point(x: place.x, y: place.y), .press(.leftButton))
    usleep(60_000)
    try rig.weston.touch(.release(.leftButton))
    #expect(try client.next().text("chosen") == "b")
  }

  @Test func `taps in the corner, a hold, a drag and a lift choose in one stroke`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    let client = try rig.subscriber()
    try tap(rig, (x: 610, y: 20))
    usleep(80_000)
    try rig.weston.touch(.down(id: 0, x: 610, y: 20), .frame)
    let target = row(2, of: 3, in: try menu(rig))
    for step in 1...10 {
      usleep(8000)
      let share = Double(step) / 10
      try rig.weston.touch(.motion(id: 0, x: 610 + (target.x - 610) * share, y: 20 + (target.y - 20) * share), .frame)
    }
    try rig.weston.touch(.up(id: 0), .frame)
    #expect(try client.next().text("event") == "off")
    try settle(rig)
    try rig.fence()
    #expect(rig.below.events.count == 2)
  }

  @Test func `a menu with a PIN is behind a pad, and a wrong one leaves its number in the log and nothing else`() throws
  {
    let hash = try #require(PasswordHash.make("1234"))
    let rig = try ServiceRig(MenuTests.staff.replacing("[menu.staff]", with: "[menu.staff]\npin = \"\(hash)\""))
    let client = try rig.subscriber()
    try tap(rig, (x: 610, y: 20))
    usleep(80_000)
    try rig.weston.touch(.down(id: 0, x: 610, y: 20), .frame)
    let pad = try menu(rig)
    try rig.weston.touch(.up(id: 0), .frame)
    let picture = try TemporaryFolder()
    #expect(try rig.offhand(["screenshot", picture.file("pad.png")]).wait() == .exited(0))
    let screen = try PictureFile.decode(Files.contents(of: picture.file("pad.png")), named: "pad.png")
    #expect(screen.width == 640 && screen.height == 480 && screen[320, 470] == 0xFF14_3C78)
    #expect(screen[(pad.left + pad.right) / 2, pad.top + 4] & 0xFF < 60)
    // Four times the same digit is not the PIN. Below the line of text are four rows of keys.
    func key(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
      let (width, height) = (Double(pad.right - pad.left), Double(pad.bottom - pad.top))
      return (Double(pad.left) + width * (column + 0.5) / 3, Double(pad.top) + height * (0.28 + 0.19 * row))
    }
    for _ in 1...4 { try tap(rig, key(0, 0)) }
    try tap(rig, key(2, 3))
    try rig.service.waitForOutput("wrong PINs in a row: 1")
    try tap(rig, (x: 30, y: 460))
    try settle(rig)
    try rig.fence()
    #expect(try client.poll() == nil && rig.below.events.count == 2)
    #expect(!rig.service.standardError.contains(hash))
  }

  @Test(arguments: [(#"{"menu":["a","b"],"at":[80,60]}"#, 6000), (#"{"curtain":"up"}"#, 4000)])
  func `a client that floods the service with requests is told so, and the service goes on`(
    line: String, count: Int
  ) throws {
    let rig = try ServiceRig(MenuTests.staff)
    let flood = try rig.client()
    // Alternating, so that each curtain is another.
    let other = line.contains("up") ? #"{"curtain":"until-tap"}"# : line
    var (sent, received, refused) = (0, 0, 0)
    while sent < count {
      try flood.send(Array(repeating: line + "\n" + other, count: 50).joined(separator: "\n"))
      sent += 100
      // A client that does not read its replies is disconnected. A menu that is open has none yet.
      try Waiting.until("replies") {
        while let reply = try flood.poll() {
          received += 1
          refused += reply.text("error").contains("in a second") ? 1 : 0
        }
        return received >= sent - 1
      }
    }
    #expect(refused > count / 2)
    usleep(1_100_000)
    let client = try rig.client()
    try client.send(#"{"curtain":"down"}"#)
    _ = try client.next("the end of the curtain")
    try client.send(#"{"id":1,"menu":["kbd","off"],"at":[80,60]}"#)
    try tap(rig, row(1, of: 2, in: try menu(rig)))
    #expect(try client.next().text("chosen") == "off")
  }

  @Test func `a menu closes in its time, and when the curtain comes, under which there is none`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    let client = try rig.client()
    try client.send(#"{"menu":["a","b"],"at":[80,60],"timeout":0.5}"#)
    #expect(try client.next().text("dismissed") == "timeout")
    try client.send(#"{"menu":["a","b"],"at":[80,60]}"#)
    _ = try menu(rig)
    try client.send(#"{"curtain":"up"}"#)
    #expect(try client.next().text("dismissed") == "replaced")
    #expect(try client.next()["ok"] as? Bool == true)
    try client.send(#"{"menu":["a","b"],"at":[80,60]}"#)
    #expect(try client.next().text("error") == "the curtain is up")
  }

  @Test(.enabled(if: KWin.isAvailable, "needs KWin: scripts/setup compositors"))
  func `while a menu is open on one output the edges of another work`() throws {
    let kwin = try KWin(width: 640, height: 480, outputs: 2)
    let session = try ServiceSession("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n", on: kwin) { try kwin.touch($0) }
    let client = try session.client()
    try client.send(#"{"subscribe":"all"}"#)
    try client.send(#"{"menu":["a"],"at":[80,60],"output":"Virtual-0"}"#)
    try client.send(#"{"status":true}"#)
    _ = try client.lines("the status") { $0["status"] != nil }
    try session.stroke(from: (642, 200), to: (822, 210))
    let lines = try client.lines("a pull") { $0.text("state") == "ended" }
    #expect(lines.allSatisfy { $0.text("output") == "Virtual-1" } && lines.last?["open"] as? Bool == true)
  }

  @Test func `what is known of a hand is kept for the menu that will be beside it`() throws {
    let sway = try Sway(width: 640, height: 480)
    let stage = OverlayStage(
      connection: try Connection(to: .named(sway.socketPath)), loop: try EventLoop(), posture: nil, theme: .standard,
      renderer: { throw RigError("nothing is drawn") }, logger: Logger(label: "test"))
    let menus = MenuHost(stage)
    #expect(menus.latestHand.output?.name == "HEADLESS-1" && menus.latestHand.point == nil)
    var frame = TouchFrame(timestamp: .zero)
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 150, y: 80)))
    // A touch screen of half the size that its output is said to have.
    let (size, half) = (Size(width: 160, height: 120), Size(width: 80, height: 60))
    menus.remember(frame, on: "HEADLESS-1", PanelScale(from: half, to: size))
    #expect(menus.latestHand.point == Point(x: 300, y: 160))
    #expect(menus.latestHand.strategy.environment.panel.size == size)
    // The strip of an edge receives the same finger under another number: it begins no second hand.
    let panel = Panel(
      id: .output(1), output: "HEADLESS-1",
      geometry: SurfaceGeometry(size: size, pixelWidth: 640, pixelHeight: 480, provenance: .output))
    var configuration = ServiceConfiguration()
    configuration.edges = [ServiceConfiguration.Edge(edge: .left)]
    let owner = Owner()
    let zone = Zone(
      try #require(panel.sites(of: configuration).first), on: panel, number: 1, posture: .unknown, access: .exclusive,
      owner: owner)
    frame[0] = Touch(id: Touch.ID(rawValue: 2), position: Point(x: 1, y: 90))
    menus.remember(frame, on: zone, isRead: true)
    #expect(menus.latestHand.point == Point(x: 1, y: 90))
    #expect((menus.latestHand.strategy as? any HandEstimator)?.tracks.count == 1)
    // The fingers of a gesture that the bridge tells of have lifted, and the hand is gone soon.
    let touch = Touch(id: Touch.ID(rawValue: 3), position: Point(x: 80, y: 60))
    menus.remember([touch], at: Timestamp(seconds: 1), on: "HEADLESS-1", PanelScale(from: size, to: size))
    var later = menus.latestHand.strategy
    later.ingest(TouchFrame(timestamp: Timestamp(seconds: 9)))
    #expect((later as? any HandEstimator)?.tracks.count == 0)
    // A recording, and a touch screen that no output is known for, belong to the only one.
    menus.remember(frame, on: "a recording", PanelScale(from: size, to: size))
    let row = MenuRequest.Row(id: "a", label: "A")
    let request = try MenuRequest(rows: [row], at: .finger, timeout: nil, output: nil)
    #expect(menus.show(request) { _ in } == nil && menus.anchor == Point(x: 1, y: 90))
    // At a table it is for the person who touched last.
    stage.posture = .tabletop
    let table = PanelScale(from: Size(width: 1400, height: 800), to: Size(width: 1400, height: 800))
    for (edge, place) in [(ScreenEdge.top, Point(x: 700, y: 20)), (.left, Point(x: 20, y: 400))] {
      let touch = Touch(id: Touch.ID(rawValue: UInt64(place.x)), position: place)
      menus.remember([touch], at: Timestamp(seconds: 10), on: "HEADLESS-1", table)
      #expect(menus.latestHand.strategy.environment.userEdge == edge)
    }
  }

  private final class Owner: ZoneOwner {
    func receive(_ frame: borrowing TouchFrame, on zone: Zone) {}
    func zone(_ zone: Zone, reports event: GestureEvent, touches: [Touch], ahead: Vector) {}
  }

  @Test func `the fonts are read once for all overlays`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    var count = 0
    let stage = OverlayStage(
      connection: connection, loop: try EventLoop(), posture: nil, theme: .standard,
      renderer: {
        count += 1
        return Renderer(fonts: try FontBook())
      }, logger: Logger(label: "test"))
    let output = try #require(connection.outputs.first)
    for _ in 1...2 { try stage.show(CurtainView(.veil), on: output).remove() }
    #expect(count == 1)
  }

  @Test func `the menu goes with the client that requested it`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    do {
      let client = try rig.client()
      try client.send(#"{"menu":["a","b"],"at":[80,60]}"#)
      _ = try menu(rig)
    }
    try settle(rig)
  }

  @Test func `offhand menu prints the choice, and exits with 1 when it is dismissed`() throws {
    let rig = try ServiceRig(MenuTests.staff)
    func run() throws -> Program {
      try rig.sway.run(
        ["/bin/sh", "-c", #"printf 'kbd\tKeyboard\nShut down\n' | "$offhand" menu --at 80,60"#],
        environment: ["offhand": Program.built("offhand")])
    }
    let first = try run()
    try tap(rig, row(0, of: 2, in: try menu(rig)))
    #expect(try first.wait() == .exited(0))
    #expect(first.standardOutput == "kbd\n")
    try settle(rig)
    let second = try run()
    let bounds = try menu(rig)
    try tap(rig, (x: Double(bounds.left > 320 ? 40 : 600), y: 440))
    #expect(try second.wait() == .exited(1))
    #expect(second.standardOutput.isEmpty)
  }
}

@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway, grim and weston: scripts/setup compositors"))
struct CurtainTests {
  private func isBlack(_ screen: Screenshot) -> Bool { screen[40, 40].blue < 10 && screen[600, 440].blue < 10 }

  private func command(_ rig: ServiceRig, _ words: String...) throws {
    let curtain = try rig.offhand(["curtain"] + words)
    #expect(try curtain.wait() == .exited(0), "\(curtain.standardError)")
  }

  @Test func `the tap that wakes is swallowed whole, the next one is the program's`() throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let client = try rig.subscriber()
    try command(rig, "until-tap")
    _ = try rig.sway.waitForScreen("the curtain", isBlack)
    try rig.weston.touch(.down(id: 0, x: 300, y: 200), .frame, .down(id: 1, x: 350, y: 200), .frame, .up(id: 0), .frame)
    usleep(400_000)
    #expect(try isBlack(rig.sway.screenshot()), "a finger is still down")
    try rig.weston.touch(.up(id: 1), .frame)
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
    try rig.fence()
    #expect(rig.below.events.count == 2)
    // A touch on a strip wakes as well, and is no gesture.
    try command(rig, "until-tap")
    try rig.stroke(from: (2, 200), to: (300, 200))
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
    #expect(try client.poll() == nil)
  }

  @Test func `cleaning lasts until a finger rests, or until down`() throws {
    let rig = try ServiceRig("[curtain]\nhold = 0.6\ntext = \"Cleaning\"\n")
    try command(rig, "up")
    for x in stride(from: 50.0, to: 600, by: 110) { try rig.stroke(from: (x, 100), to: (x + 50, 300), steps: 5) }
    #expect(try isBlack(rig.sway.screenshot()))
    try rig.weston.touch(.down(id: 0, x: 300, y: 200), .frame)
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
    try rig.weston.touch(.up(id: 0), .frame)
    #expect(rig.below.events.isEmpty)
    try command(rig, "up")
    _ = try rig.sway.waitForScreen("the curtain", isBlack)
    try command(rig, "down")
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
    try rig.fence()
    #expect(rig.below.events.count == 2)
  }

  @Test func `a finger that is down when the curtain comes stays the program's, later ones are the curtain's`() throws {
    let rig = try ServiceRig("")
    try rig.weston.touch(.down(id: 0, x: 300, y: 200), .frame)
    try rig.below.pump("the landing") { rig.below.events.count == 1 }
    try command(rig, "until-tap")
    _ = try rig.sway.waitForScreen("the curtain", isBlack)
    try rig.weston.touch(.motion(id: 0, x: 320, y: 200), .frame, .up(id: 0), .frame)
    try rig.below.pump("the lift") { rig.below.events.count == 3 }
    #expect(try isBlack(rig.sway.screenshot()), "the curtain waits for a tap of its own")
    try rig.weston.touch(.down(id: 1, x: 300, y: 200), .frame, .up(id: 1), .frame)
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
    try rig.fence()
    #expect(rig.below.events.count == 3 + 2)
  }

  @Test func `the curtain goes with its process`() throws {
    let rig = try ServiceRig("")
    try command(rig, "up")
    _ = try rig.sway.waitForScreen("the curtain", isBlack)
    rig.service.signal(SIGKILL)
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
  }

  @Test func `the kernel ends a service that hangs behind the curtain`() throws {
    let rig = try ServiceRig("[curtain]\ntext = \"Cleaning\"\n")
    // The second one is watched as the first.
    for word in ["up", "down", "up"] { try command(rig, word) }
    _ = try rig.sway.waitForScreen("the curtain", isBlack)
    rig.service.signal(SIGSTOP)
    // The alarm of a stopped process comes when it continues; a process that is stuck in its loop would end by it at once.
    usleep(11_000_000)
    rig.service.signal(SIGCONT)
    #expect(try rig.service.wait() == .killed(SIGALRM))
    _ = try rig.sway.waitForScreen("the program") { !isBlack($0) }
  }

  @Test func `one curtain covers the screen until the next one does`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let curtain = CurtainHost(
      OverlayStage(
        connection: connection, loop: try EventLoop(), posture: nil, theme: .light,
        renderer: { Renderer(fonts: try FontBook()) }, logger: Logger(label: "test")))
    func show(_ command: CurtainCommand, _ isShown: (Screenshot) -> Bool) throws {
      _ = curtain.perform(command, ServiceConfiguration.CurtainSetting()) { _ in }
      try Waiting.until("the curtain") {
        try curtain.update(at: MonotonicClock.now())
        try connection.roundTrip()
        return try isShown(sway.screenshot())
      }
    }
    func isWhite(_ screen: Screenshot) -> Bool { screen[40, 40].blue > 200 }
    try show(.up, isWhite)
    // The next one is black, as the screen is without any.
    _ = curtain.perform(.untilTap, ServiceConfiguration.CurtainSetting()) { _ in }
    try curtain.update(at: MonotonicClock.now())
    try connection.prepareToWait()
    #expect(try isWhite(sway.screenshot()))
    try show(.untilTap) { !isWhite($0) }
  }
}
