import CompositorRig
import Foundation
import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandService
import Testing

@testable import OffhandBridge

/// Touch screens that are not there, and note what they are told.
private final class FakeGlass: BridgedGlass {
  struct Refusal: Error, CustomStringConvertible {
    let description = "it is touched"
  }

  static let panel = Panel(
    id: .device(DeviceID(rawValue: 3)), output: "glass",
    geometry: SurfaceGeometry(
      size: Size(width: 300, height: 200), pixelWidth: 1200, pixelHeight: 800, provenance: .device))
  var panels = [
    BridgedPanel(
      id: 3, name: "glass", size: Size(width: 300, height: 200), path: "/dev/input/event3", twin: "/dev/input/event9")
  ]
  private(set) var log: [String] = []
  private(set) var gestures: [ServiceConfiguration.ListenedGesture] = []
  var refuses = false

  func recognize(_ rules: BridgeRules?, at now: Timestamp) {
    let rules = rules ?? BridgeRules()
    gestures = rules.gestures
    log.append("recognize \(gestures.count) \(rules.mode.rawValue)")
  }

  func check(_ panel: Panel.ID, at point: Point, at now: Timestamp) throws {
    log.append("check \(panel == .device(DeviceID(rawValue: 3))) \(point.x) \(point.y)")
    if refuses { throw Refusal() }
  }

  func move(to state: SessionWatch.State, at now: Timestamp) throws { log.append("\(state)") }

  func close(at now: Timestamp) { log.append("close") }
}

/// A program with such screens, driven by the test.
private final class BridgeRig {
  let folder: TemporaryFolder
  let glass = FakeGlass()
  let program: BridgeProgram
  private(set) var loop: EventLoop?
  var path: String { folder.file("socket") }

  init(user: UInt32? = Environment.user, alwaysHolding: Bool = false) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try folder.write(BridgeRig.seat(user), to: "seat0")
    var loop: EventLoop?
    let glass = glass
    program = try BridgeProgram(
      at: folder.file("socket"), for: SeatOwner(in: folder.path), alwaysHolding: alwaysHolding, logger: .silent
    ) { made, _ in
      loop = made
      return glass
    }
    self.loop = loop
  }

  /// What logind writes of a seat.
  private static func seat(_ user: UInt32?, session: Int = 2) -> String {
    "IS_SEAT0=1\nCAN_GRAPHICAL=1\n" + (user.map { "ACTIVE=\(session)\nACTIVE_UID=\($0)\n" } ?? "") + "SESSIONS=2 c1\n"
  }

  /// Another session comes to the front.
  func activate(_ user: UInt32?, session: Int = 2) throws {
    try folder.write(BridgeRig.seat(user, session: session), to: ".#seat0")
    // As logind does.
    #expect(rename(folder.file(".#seat0"), folder.file("seat0")) == 0)
  }

  /// Runs the loop until `condition` holds.
  func run(_ what: String = "the bridge", until condition: () throws -> Bool) throws {
    try Waiting.until(what) {
      try loop?.round(.none) { try program.settle(at: $0) }
      return try condition()
    }
  }

  func connect() throws -> LineClient { try LineClient(path) }
}

extension Logger {
  fileprivate static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

private let gestures =
  #"{"gestures":[{"kind":"swipe","fingers":3,"taps":1,"direction":"left","exclusive":true}],"way":"take-back"}"#

@Suite(.serialized, .ownThreads)
struct BridgeProgramTests {
  @Test func `the screens are held for a client that asks for gestures, of which there is one`() throws {
    let rig = try BridgeRig()
    #expect(rig.glass.log == ["background"])
    let client = try rig.connect()
    try rig.run { client.lines.count == 1 }
    let screen =
      #"{"id":3,"name":"glass","path":"/dev/input/event3","twin":"/dev/input/event9","size_mm":[300,200]}"#
    #expect(client.lines == [#"{"hello":"offhand-bridge","version":2,"screens":[\#(screen)]}"#])
    #expect(rig.glass.log == ["background"], "one that looks needs no touch screen")
    try client.send(gestures)
    try rig.run { rig.glass.log.suffix(2) == ["recognize 1 take-back", "foreground"] }
    #expect(rig.glass.gestures.first?.exclusive == true && rig.glass.gestures.first?.direction == .left)
    // Another run of the service takes over, and the screens are held on.
    let later = try rig.connect()
    try later.send(gestures)
    try rig.run { client.isEnded || client.lines.count == 2 }
    #expect(client.lines.last == #"{"error":"another client of the same user asked for its gestures"}"#)
    #expect(rig.glass.log.suffix(3) == ["foreground", "recognize 0 hold", "recognize 1 take-back"])
    #expect(later.lines.count == 1)
  }

  @Test func `a client that goes takes its gestures with it, and the screens are released`() throws {
    let rig = try BridgeRig()
    var client: LineClient? = try rig.connect()
    try client?.send(gestures)
    try rig.run { rig.glass.log.last == "foreground" }
    client = nil
    try rig.run { rig.glass.log.suffix(2) == ["recognize 0 hold", "background"] }
  }

  @Test func `screens that are filtered are held without a client`() throws {
    let rig = try BridgeRig(alwaysHolding: true)
    #expect(rig.glass.log == [])
    var client: LineClient? = try rig.connect()
    try client?.send(gestures)
    try rig.run { rig.glass.log == ["recognize 1 take-back"] }
    client = nil
    try rig.run { rig.glass.log.last == "recognize 0 hold" }
    #expect(rig.glass.log.count == 2)
  }

  @Test func `only the user in front of the seat may connect`() throws {
    for user in [Environment.user + 1, nil] {
      let rig = try BridgeRig(user: user)
      let client = try rig.connect()
      try client.send(gestures)
      try rig.run { client.lines.count == 1 && client.isEnded }
      #expect(client.lines == [#"{"error":"only the user in front of the seat may connect"}"#])
      #expect(rig.glass.log == ["background"])
    }
  }

  @Test func `of other users who connect in a loop one is refused a turn`() throws {
    let rig = try BridgeRig(user: Environment.user + 1)
    let clients = try (0..<20).map { _ in try rig.connect() }
    var refused = 0
    try rig.run {
      let count = clients.count { !$0.lines.isEmpty }
      #expect(count - refused <= 1)
      refused = count
      return count == clients.count
    }
  }

  @Test func `another session in front drops the client, also one of the same user, until one connects again`() throws {
    let rig = try BridgeRig()
    let client = try rig.connect()
    try client.send(gestures)
    try rig.run { rig.glass.log.last == "foreground" }
    try rig.activate(Environment.user + 1)
    try rig.run { client.lines.last == #"{"error":"another session is in front"}"# && client.isEnded }
    try rig.run { rig.glass.log.suffix(2) == ["recognize 0 hold", "background"] }
    let refused = try rig.connect()
    try rig.run { refused.lines.count == 1 && refused.isEnded }
    try rig.activate(Environment.user, session: 5)
    // The file may be read a moment later.
    var again: LineClient?
    try rig.run("a client of the new session") {
      if again?.isEnded != false { again = try rig.connect() }
      return again?.lines.first?.contains("hello") == true
    }
    try again?.send(gestures)
    try rig.run { rig.glass.log.last == "foreground" }
    try rig.activate(Environment.user, session: 6)
    try rig.run { again?.lines.last?.contains("another session") == true }
  }

  @Test func `what is no request ends the connection with an error`() throws {
    let rig = try BridgeRig()
    for (line, reason) in [
      ("nonsense", "error"), (#"{"run":["sh"]}"#, "has neither gestures and way, nor check and at_mm"),
      (String(repeating: " ", count: 1 << 17), "a line is longer than 65536 bytes"),
    ] {
      let client = try rig.connect()
      // Nor is what follows it.
      try client.send("\(line)\n\(gestures)")
      try rig.run { client.lines.count == 2 && client.isEnded }
      #expect(client.lines[1].contains(reason), "\(client.lines)")
    }
    #expect(!rig.glass.log.contains { $0.hasPrefix("recognize 1") })
  }

  @Test func `a client that sends without end is disconnected`() throws {
    let rig = try BridgeRig()
    let client = try rig.connect()
    for _ in 0..<60 { try client.send(#"{"gestures":[],"way":"hold"}"#) }
    try rig.run { client.lines.last == #"{"error":"more than 50 lines in a second"}"# && client.isEnded }
  }

  @Test func `a ninth client is told that there are eight`() throws {
    let rig = try BridgeRig()
    let clients = try (0..<9).map { _ in try rig.connect() }
    try rig.run { clients.allSatisfy { $0.lines.count == 1 } }
    #expect(clients.prefix(8).allSatisfy { $0.lines[0].contains("hello") })
    #expect(clients[8].lines == [#"{"error":"there are 8 clients already"}"#])
  }

  @Test func `a check is passed on, and one that is refused keeps the connection`() throws {
    let rig = try BridgeRig()
    let service = try rig.connect()
    try service.send(gestures)
    try rig.run { rig.glass.log.last == "foreground" }
    let client = try rig.connect()
    try client.send(#"{"check":3,"at_mm":[150,100]}"#)
    try rig.run { rig.glass.log.last == "check true 150.0 100.0" }
    rig.glass.refuses = true
    try client.send(#"{"check":3,"at_mm":[1,2]}"#)
    try rig.run { client.lines.last == #"{"error":"it is touched"}"# }
    // No number leads to a trap.
    try client.send(#"{"check":-99999999999,"at_mm":[1,2]}"#)
    try rig.run { rig.glass.log.last == "check false 1.0 2.0" }
    // The service keeps its gestures meanwhile.
    #expect(!client.isEnded && service.lines.count == 1 && !service.isEnded)
  }

  @Test func `gestures and other screens reach the client`() throws {
    let rig = try BridgeRig()
    let client = try rig.connect()
    try client.send(gestures)
    try rig.run { rig.glass.log.last == "foreground" }
    let looking = try rig.connect()
    try rig.run { client.lines.count == 1 && looking.lines.count == 1 }
    let event = GestureEvent(
      recognizer: 0, name: "swipe-3", state: .recognized, timestamp: Timestamp(seconds: 2), gesture: Gesture())
    try rig.program.receive(event, touches: [], on: FakeGlass.panel)
    rig.program.receive(TouchMark(screen: 3, touch: 9, at: Point(x: 20.5, y: 8), .waits))
    rig.glass.panels = []
    rig.program.screensChanged(at: .zero)
    try rig.run { client.lines.count == 4 }
    #expect(client.lines[1].hasPrefix(#"{"screen":3,"contacts_mm":[],"t":2.000000,"recognizer":"swipe-3""#))
    #expect(client.lines[2] == #"{"mark":"waits","screen":3,"touch":9,"at_mm":[20.5,8]}"#)
    #expect(client.lines[3] == #"{"screens":[]}"#)
    #expect(looking.lines.dropFirst() == [#"{"screens":[]}"#])
  }

  @Test func `four fingers in a corner end the bridge, in good order`() throws {
    /// Does something in the first round.
    final class Once: EventSource {
      private let body: () -> Void
      private(set) var deadline: Timestamp? = .zero
      init(_ body: @escaping () -> Void) { self.body = body }
      var descriptor: Int32? { nil }
      func dispatch(at now: Timestamp) {
        deadline = nil
        body()
      }
    }
    let rig = try BridgeRig()
    let client = try rig.connect()
    try rig.run { client.lines.count == 1 }
    rig.loop?.add(Once { rig.program.letGo(on: FakeGlass.panel, at: .zero) })
    try rig.program.run()
    #expect(client.lines.dropFirst() == [#"{"letgo":"glass"}"#, #"{"error":"the bridge ends"}"#])
    #expect(rig.glass.log.last == "close")
  }

  @Test func `a second bridge says so, and does not take the screens`() throws {
    let rig = try BridgeRig()
    var isMade = false
    let failure = #expect(throws: BridgeError.self) {
      _ = try BridgeProgram(
        at: rig.path, for: SeatOwner(named: 0), alwaysHolding: false, logger: .silent
      ) { _, _ in
        isMade = true
        return FakeGlass()
      }
    }
    #expect(!isMade && failure.map { "\($0)" } == "another 'offhand bridge' listens at \(rig.path)")
  }

  @Test func `without logind a user has to be named`() throws {
    let failure = #expect(throws: BridgeError.self) { _ = try SeatOwner(in: "/no/such/folder") }
    #expect(failure.map { "\($0)" }?.hasSuffix("name the user who may connect, with --user") == true)
  }
}
