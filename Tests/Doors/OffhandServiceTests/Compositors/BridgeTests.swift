import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandService

private let available = Sway.isAvailable && Weston.isAvailable

/// A bridge that says what a test wants.
private final class FakeBridge {
  private let folder: TemporaryFolder
  private var listener: UnixListener?
  private var client: Client?
  var path: String { folder.file("socket") }

  private final class Client {
    let socket: StreamSocket
    var received: [UInt8] = []
    init(_ socket: consuming StreamSocket) { self.socket = socket }
  }

  init() throws {
    folder = try TemporaryFolder()
    try start()
  }

  func start() throws { listener = try UnixListener(at: path) }

  func stop() { (listener, client) = (nil, nil) }

  /// Whether a service has connected.
  func isWanted() throws -> Bool {
    let socket = try listener?.accept()
    return socket != nil
  }

  /// Waits for the service, and sends the hello.
  func accept(version: Int = BridgeLine.version) throws {
    client = nil
    try Waiting.until("the service at the bridge") {
      if let socket = try listener?.accept() { client = Client(socket) }
      return client != nil
    }
    try send(.hello(version: version, [panel]))
  }

  private let panel = BridgedPanel(id: 3, name: "glass", size: Size(width: 160, height: 120), path: "/event3")

  func send(_ line: BridgeLine) throws { _ = try client?.socket.send(line.bytes[...]) }

  /// Whether the service has ended the connection.
  func isLeft() throws -> Bool {
    guard let client else { return true }
    return try !client.socket.read(into: &client.received)
  }

  /// The requests so far.
  func requests() throws -> [BridgeRequest] {
    guard let client else { return [] }
    _ = try client.socket.read(into: &client.received)
    return try client.received.split(separator: UInt8(ascii: "\n")).map { try BridgeRequest(Array($0)) }
  }

  /// The event of a recognizer.
  func event(
    _ name: GestureName, _ state: GestureState = .recognized, at time: Double, fingers: Int,
    _ direction: SwipeDirection?
  ) throws {
    var gesture = Gesture()
    (gesture.fingers, gesture.direction, gesture.location) = (fingers, direction, Point(x: 80, y: 60))
    let event = GestureEvent(
      recognizer: 0, name: name, state: state, timestamp: Timestamp(seconds: time), gesture: gesture)
    try send(.gesture(BridgedGesture(event, screen: 3, touches: [])))
  }
}

/// The service beside a bridge.
@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway, grim and weston: scripts/setup compositors"))
struct BridgeTests {
  private static let toml = """
    swipe = "lift"
    [[gesture]]
    kind = "swipe"
    fingers = 3
    direction = "left"
    exclusive = true
    emit = "previous"
    [[gesture]]
    kind = "press"
    emit = "pressed"
    [[gesture]]
    kind = "pinch"
    program = "another"
    exclusive = true
    emit = "pinched"

    """

  @Test func `exclusive gestures are those of the bridge, also of one that is started again`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    try Waiting.until("the gestures") {
      guard
        case .gestures(let gestures, let takesBack, let isReading, pointer: nil, dead: [], _, _)? =
          try bridge.requests()
          .last
      else {
        return false
      }
      // Nothing was found out about this compositor.
      #expect(!takesBack && gestures[0].values[.liftSpeed] == 50 && !isReading)
      // The program of the last one is not active.
      return gestures.map(\.kind) == [.swipe, .press, .pinch] && gestures.map(\.exclusive) == [true, false, false]
    }
    let client = try rig.subscriber()
    try bridge.event("swipe-3", at: 2, fingers: 3, .left)
    try bridge.event("swipe-3", at: 3, fingers: 3, .right)
    try bridge.event("press-1", .began, at: 4, fingers: 1, nil)
    var lines = try client.lines("the press") { $0.text("event") == "pressed" }
    #expect(lines.map { $0.text("event") } == ["previous", "pressed"])
    // The middle of the glass is that of the output, in the output's millimetres.
    let size = try #require((client.hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double])
    #expect(abs((lines[0]["x_mm"] as? Double ?? 0) - size[0] / 2) < 0.01 && lines[0].text("direction") == "left")
    #expect(lines[0].text("output").isEmpty == false && lines[0].text("output") != "glass")
    // What is asked for already is not asked for again.
    let count = try bridge.requests().count
    try rig.reload(BridgeTests.toml)
    usleep(100_000)
    #expect(try bridge.requests().count == count)
    // Then gestures are listened for here, on a touch screen that is not there.
    let failure = "[[gesture]] is not recognized"
    func waitForListening(_ body: () throws -> Void) throws {
      let count = rig.service.standardError.components(separatedBy: failure).count
      try body()
      try Waiting.until("listening") { rig.service.standardError.components(separatedBy: failure).count > count }
    }
    // The same touch screens again tell of one that the bridge leaves as it is.
    for _ in 1...2 { try waitForListening { try bridge.send(.screens([])) } }
    try waitForListening { bridge.stop() }
    try rig.service.waitForOutput("programs receive the touches of exclusive gestures too")
    try bridge.start()
    try bridge.accept()
    try bridge.event("swipe-3", at: 9, fingers: 3, .left)
    #expect(try client.next().text("event") == "previous")
    // Under the curtain no gesture counts.
    lines = []
    for command in ["up", "down"] {
      try client.send(#"{"curtain":"\#(command)"}"#)
      lines += try client.lines("the curtain") { $0["ok"] != nil }
      if command == "up" { try bridge.event("swipe-3", at: 10, fingers: 3, .left) }
    }
    #expect(lines.allSatisfy { $0.text("event").isEmpty })
    // Nor while a menu is open, whose rows fingers rest on.
    try client.send(#"{"menu":["a"],"timeout":1}"#)
    usleep(200_000)
    try bridge.event("press-1", .began, at: 11, fingers: 1, nil)
    #expect(try client.next().text("dismissed") == "timeout")
    // In the background its gestures would be those of another session.
    try rig.weston.touch(.touchRemove)
    try Waiting.until("the end of the connection") { try bridge.isLeft() }
    try rig.weston.touch(.touchAdd)
    try bridge.accept()
    try Waiting.until("the gestures") { try !bridge.requests().isEmpty }
    // Without an exclusive gesture no bridge is needed, and what is left of [[gesture]] is listened for here again.
    try waitForListening {
      try rig.reload("[[gesture]]\nkind = \"press\"\nemit = \"pressed\"\n")
      try Waiting.until("the end of the connection") { try bridge.isLeft() }
    }
  }

  @Test(arguments: [true, false])
  func `a bridge that accepts nothing, or says nothing, is none, and keeps nothing waiting`(
    accepts: Bool
  ) throws {
    let (silent, deaf) = (try FakeBridge(), try DeafListener())
    let sway = try Sway(width: 640, height: 480)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "[[gesture]]\nkind = \"press\"\nexclusive = true\nemit = \"pressed\"\n", to: "serve.toml")
    let service = try sway.run(
      [Program.built("offhand"), "serve", "--config", file, "--log", "info"],
      environment: ["OFFHAND_BRIDGE": accepts ? silent.path : deaf.path])
    try service.waitForOutput("ready")
    try service.waitForOutput("no bridge at")
    kill(service.processID, SIGTERM)
    #expect(try service.wait() == .exited(0))
    withExtendedLifetime((silent, deaf)) {}
  }

  @Test(arguments: ["HEADLESS-1", "HEADLESS-2"])
  func `the menu of a gesture is on the output on which it was made`(output: String) throws {
    let bridge = try FakeBridge()
    let sway = try Sway(
      width: 640, height: 480,
      configuration: "output HEADLESS-1 position 0 0\noutput HEADLESS-2 mode 640x480@60Hz position 640 0")
    try sway.message(["create_output"])
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      theme = "light"
      [[gesture]]
      kind = "press"
      exclusive = true
      menu = "first"
      [menu.first]
      a = { label = "A", emit = "a" }
      """, to: "serve.toml")
    let service = try sway.run(
      [Program.built("offhand"), "serve", "--config", file, "--map", "glass=\(output)", "--log", "info"],
      environment: ["OFFHAND_BRIDGE": bridge.path])
    try service.waitForOutput("ready")
    try bridge.accept()
    try Waiting.until("the gestures") { try !bridge.requests().isEmpty }
    try bridge.event("press-1", .began, at: 4, fingers: 1, nil)
    var menu: PixelBounds?
    _ = try sway.waitForScreen("the menu") { screen in
      menu = screen.bounds { $0.blue > 200 }
      return menu != nil
    }
    #expect(try (#require(menu).left > 640) == (output == "HEADLESS-2"))
  }

  @Test(.enabled(if: KWin.isAvailable, "needs a compositor that reports idleness, KWin: scripts/setup compositors"))
  func `a gesture whose touches the bridge keeps from all others keeps an idle machine's stage away`() throws {
    let bridge = try FakeBridge()
    let kwin = try KWin(width: 640, height: 480)
    let session = try ServiceSession(
      BridgeTests.toml + "[[idle]]\nafter = \"4s\"\nemit = \"home\"\n", on: kwin,
      environment: ["OFFHAND_BRIDGE": bridge.path]
    ) { try kwin.touch($0) }
    try bridge.accept()
    let client = try session.subscriber()
    try session.fence()
    for time in 1...5 {
      usleep(1_500_000)
      try bridge.event("swipe-3", at: Double(time), fingers: 3, .left)
      #expect(try client.next("a swipe").text("event") == "previous")
    }
    #expect(try client.next("the stage").text("event") == "home")
  }

  @Test(.enabled(if: (try? VirtualTerminal(63)) != nil, "needs a kernel with virtual terminals"))
  func `a service whose terminal is not in front asks for nothing`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": bridge.path, "XDG_VTNR": "63"])
    usleep(1_500_000)
    #expect(try !bridge.isWanted())
    withExtendedLifetime(rig) {}
  }

  @Test(.enabled(if: KWin.isAvailable, "needs a compositor that reports idleness, KWin: scripts/setup compositors"))
  func `a visitor's accommodations hold from the gesture that asks for them until the machine is idle`() throws {
    let bridge = try FakeBridge()
    let kwin = try KWin(width: 640, height: 480)
    let session = try ServiceSession(
      """
      [accommodate]
      tolerance_mm = 8
      [[gesture]]
      kind = "press"
      accommodate = "on"
      [[idle]]
      after = "1s"
      emit = "home"

      """, on: kwin, environment: ["OFFHAND_BRIDGE": bridge.path]
    ) { try kwin.touch($0) }
    let client = try session.subscriber()
    try bridge.accept()
    func wait(for tolerance: Double) throws {
      try Waiting.until("a tolerance of \(tolerance) mm") {
        guard case .gestures(_, _, _, _, _, let accommodations, _)? = try bridge.requests().last else { return false }
        return accommodations.tolerance == tolerance
      }
    }
    try wait(for: 0)
    try bridge.event("press-1", .began, at: 1, fingers: 1, nil)
    try wait(for: 8)
    let start = ContinuousClock.now
    _ = try client.next("the stage")
    #expect(ContinuousClock.now - start > .seconds(5), "ten times as long")
    try wait(for: 0)
  }

  @Test func `a visitor who asked for accommodations sees a ring beside the finger that waits, and nobody else`() throws
  {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(
      "[accommodate]\nhold = \"400ms\"\n[[gesture]]\nkind = \"press\"\naccommodate = \"on\"\n"
        + "[[idle]]\nafter = \"60s\"\nemit = \"home\"\n",
      environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    let empty = try rig.sway.screenshot()
    func changes() throws -> Int { try rig.sway.screenshot().differences(from: empty, by: 8).count }
    func mark(_ touch: Int, _ state: TouchMark.State) throws {
      try bridge.send(.mark(TouchMark(screen: 3, touch: touch, at: Point(x: 80, y: 60), state)))
    }
    try mark(1, .waits)
    try bridge.event("press-1", .began, at: 1, fingers: 1, nil)
    try Waiting.until("accommodations") {
      guard case .gestures(_, _, _, _, _, let accommodations, _)? = try bridge.requests().last else { return false }
      return !accommodations.isEmpty
    }
    #expect(try changes() == 0)
    try mark(2, .waits)
    try Waiting.until("a ring") { try changes() > 100 }
    try mark(2, .ends)
    try Waiting.until("no ring") { try changes() == 0 }
    try mark(3, .waits)
    try mark(3, .counts)
    try Waiting.until("a disc") { try changes() > 100 }
    try Waiting.until("no disc") { try changes() == 0 }
  }

  @Test func `for a visitor who reaches no higher the lowest third is a pad, on an output that is turned too`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(
      "[[gesture]]\nkind = \"press\"\nreach = true\n[[idle]]\nafter = \"60s\"\nemit = \"home\"\n",
      sway: "output WL-1 transform 90", environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    func pads() throws -> [ServiceConfiguration.DeadArea]? {
      guard case .gestures(_, _, _, _, _, _, let reach)? = try bridge.requests().last else { return nil }
      return reach
    }
    try Waiting.until("a request") { try pads() == [] }
    let empty = try rig.sway.screenshot()
    try bridge.event("press-1", .began, at: 1, fingers: 1, nil)
    try Waiting.until("a pad") { try pads()?.count == 1 }
    // sway turns clockwise: of the glass, 160 by 120 mm, the right end is low.
    let pad = try #require(try pads()?.first)
    #expect(pad.output == "/event3" && abs(pad.area.width - 160.0 / 3) < 0.001 && pad.area.height == 120)
    try bridge.send(.mark(TouchMark(screen: 3, touch: 0, at: Point(x: 50, y: 60), .points)))
    try Waiting.until("a pointer") { try rig.sway.screenshot().differences(from: empty, by: 8).count > 50 }
  }

  @Test func `the bridge is told where a pointer is, on an output that is scaled and turned beside another`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(
      "[[pointer]]\nwheel = \"two-finger-pan\"\n",
      sway: "output WL-1 scale 2 transform 90 position 0 0\noutput WL-2 position 240 0",
      environment: ["OFFHAND_BRIDGE": bridge.path], arguments: ["--map", "glass=WL-1"])
    try bridge.accept()
    func waitForArea(_ area: Rect) throws {
      try Waiting.until("the place of the pointer") {
        guard case .gestures([], _, _, let pointer?, _, _, _)? = try bridge.requests().last else { return false }
        #expect(pointer.uses == [.wheel] && !pointer.zooms)
        return pointer.places == [.init(screen: 3, transform: .rotated270, area: area)]
      }
    }
    // sway turns clockwise.
    try waitForArea(Rect(x: 0, y: 0, width: 1, height: 1))
    // 240 by 320 logical pixels beside 640 by 480.
    try rig.sway.message(["create_output"])
    try waitForArea(Rect(x: 0, y: 0, width: 0.272727273, height: 0.666666667))
  }

  @Test func `more gestures than the bridge takes, because outputs are turned differently, are told of once`() throws {
    let bridge = try FakeBridge()
    let gesture = "[[gesture]]\nkind = \"swipe\"\nfingers = 3\ndirection = \"left\"\nexclusive = true\nemit = \"a\"\n"
    let toml = String(repeating: gesture, count: 64)
    let rig = try ServiceRig(
      toml, sway: "output WL-1 transform 90 position 0 0\noutput WL-2 position 480 0",
      environment: ["OFFHAND_BRIDGE": bridge.path], arguments: ["--map", "glass=WL-1", "--map", "other=WL-2"])
    try rig.sway.message(["create_output"])
    try bridge.accept()
    let names = ["glass", "other", "other"]
    try bridge.send(
      .screens(
        names.enumerated().map { id, name in
          BridgedPanel(id: id, name: name, size: Size(width: 160, height: 120), path: "/event\(id)")
        }))
    try rig.service.waitForOutput("the bridge recognizes 128 gestures of 192")
    // The bridge is asked again.
    try rig.reload(toml)
    #expect(rig.service.standardError.components(separatedBy: "the bridge recognizes").count == 2)
  }

  private static let press = """
    [[pointer]]
    right_click = "long-press"
    [[gesture]]
    kind = "press"
    fingers = 2
    exclusive = true
    emit = "pressed"

    """

  /// Waits until the bridge is asked to take fingers, or none.
  private func wait(isTaking: Bool, _ bridge: FakeBridge) throws {
    try Waiting.until(isTaking ? "the right click and the press" : "fingers that are fingers") {
      guard case .gestures(let gestures, _, _, let pointer?, _, _, _)? = try bridge.requests().last else {
        return false
      }
      return pointer.uses == (isTaking ? [.rightClick] : []) && gestures.map(\.exclusive) == [isTaking]
    }
  }

  @Test func `the bridge is told of areas that do not count, and when they are gone`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.press, environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    try bridge.send(
      .screens([BridgedPanel(id: 3, name: "glass", size: Size(width: 160, height: 120), path: "/event3")]))
    func wait(for widths: [Double]) throws {
      try Waiting.until("areas of \(widths)") {
        guard case .gestures(_, _, _, _, let dead, _, _)? = try bridge.requests().last else { return false }
        return dead.map { ($0.area.width * 1000).rounded() / 1000 } == widths
      }
    }
    try rig.reload(BridgeTests.press + "[[dead]]\narea_mm = [4, 4, 12, 12]\n")
    try wait(for: [12])
    try rig.reload(BridgeTests.press)
    try wait(for: [])
  }

  @Test func `under the curtain a finger is a finger, though it would be a right click or exclusive`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.press, environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    try wait(isTaking: true, bridge)
    let client = try rig.client()
    try client.send(#"{"curtain":"up"}"#)
    try wait(isTaking: false, bridge)
    try client.send(#"{"curtain":"down"}"#)
    try wait(isTaking: true, bridge)
  }

  @Test(.enabled(if: KWin.isAvailable, "needs a compositor that reports idleness, KWin: scripts/setup compositors"))
  func `nor does the bridge take the finger that wakes the machine`() throws {
    let bridge = try FakeBridge()
    let kwin = try KWin(width: 640, height: 480)
    let session = try ServiceSession(
      BridgeTests.press + "[[idle]]\nafter = \"2s\"\nemit = \"dark\"\nswallow_first = true\n", on: kwin,
      environment: ["OFFHAND_BRIDGE": bridge.path]
    ) { try kwin.touch($0) }
    try bridge.accept()
    // The first requests may be from before.
    try wait(isTaking: false, bridge)
    withExtendedLifetime(session) {}
  }

  @Test func `the service ends if the process that connects does, once it is needed again`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": bridge.path])
    try bridge.accept()
    kill(try #require(try children(of: rig.service.processID, "offhand-connect").first), SIGKILL)
    bridge.stop()
    #expect(try rig.service.wait() == .exited(1))
    #expect(rig.service.standardError.contains("the process that connects to the bridge has ended"))
  }

  @Test func `a bridge of another version is not used, and that is said once`() throws {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": bridge.path])
    for _ in 0..<2 {
      try bridge.accept(version: 1)
      try Waiting.until("the end of the connection") { try bridge.isLeft() }
    }
    try rig.service.waitForOutput("it speaks version 1")
    #expect(rig.service.standardError.components(separatedBy: "speaks version").count == 2)
    try bridge.accept()
    try Waiting.until("the gestures") { try !bridge.requests().isEmpty }
  }

  @Test func `a service from which another one takes the bridge says so, and asks again after ever longer pauses`()
    throws
  {
    let bridge = try FakeBridge()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": bridge.path])
    for pause in [1, 2, 4] {
      try bridge.accept()
      try bridge.send(.error(BridgeLine.replaced))
      try rig.service.waitForOutput("take the bridge from each other: end one; this one asks again in \(pause) s")
    }
  }

  @Test func `without a bridge the service says so once, and runs`() throws {
    let folder = try TemporaryFolder()
    let rig = try ServiceRig(BridgeTests.toml, environment: ["OFFHAND_BRIDGE": folder.file("none")])
    try rig.service.waitForOutput("no bridge at")
    usleep(2_500_000)
    #expect(rig.service.standardError.components(separatedBy: "no bridge at").count == 2)
    let client = try rig.client()
    try client.send(#"{"status":true}"#)
    #expect(try client.next()["status"] != nil)
  }

  /// What `offhand bridge --check` writes, and the answer that it keeps, where its touch lands and the compositor cancels it.
  private func check(
    _ compositor: any HeadlessCompositor, touch: ([TouchCommand]) throws -> Void
  ) throws -> (output: String, answer: String) {
    let (bridge, state) = (try FakeBridge(), try TemporaryFolder())
    let check = try compositor.run(
      [Program.built("offhand"), "bridge", "--check"],
      environment: ["OFFHAND_BRIDGE": bridge.path, "XDG_STATE_HOME": state.path])
    try bridge.accept()
    try Waiting.until("the request") {
      guard case .check(screen: 3, at: Point(x: 80, y: 60))? = try bridge.requests().last else { return false }
      return true
    }
    try touch([.down(id: 0, x: 300, y: 200), .frame])
    try touch([.cancel])
    #expect(try check.wait() == .exited(0), "\(check.standardError)")
    let answer = try Files.contents(of: state.file("offhand/bridge.json"))
    return (check.standardOutput, String(decoding: answer, as: UTF8.self))
  }

  @Test(.enabled(if: KWin.isAvailable, "needs KWin: scripts/setup compositors"))
  func `a check says take-back under a compositor that passes the cancel on`() throws {
    let kwin = try KWin(width: 640, height: 480)
    let (output, answer) = try check(kwin) { try kwin.touch($0) }
    #expect(output.contains("(take-back)") && answer.contains(#""compositor":"kwin_wayland""#))
    #expect(answer.contains(#""way":"take-back""#))
  }

  @Test func `a check says hold under one that does not`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    // Its own compositor tells it of no cancel.
    let sway = try Sway(inside: weston)
    let (output, answer) = try check(sway) { try weston.touch($0) }
    #expect(output.contains("(hold)") && answer.contains(#""compositor":"sway""#) && answer.contains(#""way":"hold""#))
  }

  @Test func `weston, which a cancelled touch breaks, is not asked for one`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .present)
    let (bridge, state) = (try FakeBridge(), try TemporaryFolder())
    let check = try weston.run(
      [Program.built("offhand"), "bridge", "--check"],
      environment: ["OFFHAND_BRIDGE": bridge.path, "XDG_STATE_HOME": state.path])
    #expect(try check.wait() == .exited(0) && check.standardOutput.contains("(hold)"))
  }
}
