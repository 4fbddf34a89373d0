import CompositorRig
import Foundation
import Glibc
import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandRecordings
import Synchronization
import Testing

@testable import OffhandService

/// A server on a thread's loop with a handler that notes what it is asked for.
private final class ServerRig: StreamServer.Handler {
  let directory: TemporaryFolder
  let loop: EventLoop
  private(set) var server: StreamServer?
  private(set) var requests = 0
  private(set) var losses = 0
  /// The client that asked for something last.
  private(set) var latest: StreamClient?
  var path: String { directory.file("offhand.sock") }

  init() throws {
    directory = try TemporaryFolder()
    loop = try EventLoop()
    server = try StreamServer(
      at: path, in: loop, handler: self, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  let hello = StreamLine.hello(StreamLine.Facts(.exclusive))

  func handle(_ request: StreamRequest, of client: StreamClient) {
    requests += 1
    latest = client
    if case .subscribe(let names) = request.kind { client.subscribe(to: names) }
    client.send(StreamLine.done(request.id))
  }

  func lost(_ client: StreamClient) { losses += 1 }

  /// Runs the loop until `condition` holds.
  func run(until condition: () throws -> Bool) throws {
    try Waiting.until("the server") {
      try loop.round(.none) { _ in }
      return try condition()
    }
  }

  /// Connects without waiting for the hello.
  func connect() throws -> LineClient { try LineClient(path) }

  /// The service's side of a client that has subscribed to all events.
  func subscriber() throws -> StreamClient {
    let client = try connect()
    try client.send(#"{"subscribe":"all"}"#)
    try run { requests == 1 }
    return try #require(latest)
  }
}

@Suite(.serialized, .ownThreads)
struct StreamServerTests {
  @Test func `programs of actions get the compositor's name, but neither the service's connection nor its manager`() {
    let variables = [
      "WAYLAND_DISPLAY": "wayland-1", "WAYLAND_SOCKET": "7", "NOTIFY_SOCKET": "/run/notify", "HOME": "/root",
    ]
    #expect(ActionRunner.inherited(variables) == ["WAYLAND_DISPLAY": "wayland-1", "HOME": "/root"])
  }

  @Test func `a limit admits so many in a second, and as many in the next`() {
    var limit = RateLimit(perSecond: 3)
    let admitted = (0..<30).map { limit.admits(at: Timestamp(seconds: 50 + Double($0) / 10)) }
    #expect(admitted.count { $0 } == 9)
    #expect(admitted.prefix(4) == [true, true, true, false] && admitted[10])
  }

  @Test func `a client gets the hello, its replies and what it subscribed to`() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    try client.send(#"{"id":1,"subscribe":["drawer"]}"#)
    try rig.run { client.lines.count == 2 }
    rig.server?.publish("drawer", StreamLine.event("drawer"))
    rig.server?.publish("other", StreamLine.event("other"))
    rig.server?.broadcast(StreamLine.facts(StreamLine.Facts(.exclusive)))
    try rig.run { client.lines.count == 4 }
    #expect(
      client.lines[0] == #"{"hello":"offhand","version":1,"edges":"exclusive","panels":[],"events":[],"menus":[]}"#)
    #expect(client.lines[1...2] == [#"{"id":1,"ok":true}"#, #"{"event":"drawer"}"#])
  }

  @Test func `garbage gets errors and leaves the connection as it is`() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    try client.send("nonsense\n\u{0}\u{1}\n[]\n{}\n\n  \n" + #"{"id":5,"subscribe":"all"}"#)
    try rig.run { client.lines.count == 6 }
    #expect(client.lines[1...4].allSatisfy { $0.hasPrefix(#"{"error":"#) })
    #expect(client.lines[5] == #"{"id":5,"ok":true}"#)
  }

  @Test func `a request of a megabyte gets one error, and the next one is served`() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    var rest = Array((String(repeating: "x", count: 1 << 20) + "\n" + #"{"subscribe":"all"}"# + "\n").utf8)[...]
    try rig.run {
      rest = rest.dropFirst(try client.socket.send(rest))
      return client.lines.count == 3
    }
    #expect(client.lines[1].contains("longer than 65536 bytes"))
    #expect(client.lines[2] == #"{"ok":true}"#)
  }

  @Test func `a client that never reads is disconnected at 64 KiB with the reason, others lose nothing`() throws {
    let rig = try ServerRig()
    let (idle, busy) = (try rig.connect(), try rig.connect())
    for client in [idle, busy] { try client.send(#"{"subscribe":"all"}"#) }
    try rig.run { rig.requests == 2 }
    var published = 0
    try rig.run {
      for _ in 0..<50 {
        rig.server?.publish("a", StreamLine.event("a \(published)"))
        published += 1
      }
      busy.read()
      return rig.losses == 1
    }
    #expect(rig.server?.clientCount == 1)
    try rig.run { busy.lines.count == published + 2 }
    // What the kernel had taken arrives, whole lines in order, then the reason or the end.
    try rig.run {
      idle.read(); return idle.isEnded
    }
    let events = idle.lines.filter { $0.hasPrefix(#"{"event""#) }
    #expect(events == (0..<events.count).map { #"{"event":"a \#($0)"}"# })
  }

  @Test func `of a gesture's changes a slow reader gets the latest, and every beginning and end`() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    try client.send(#"{"subscribe":"all"}"#)
    try rig.run { rig.requests == 1 }
    // Enough to fill the socket's buffers: from then on lines wait here.
    for gesture in 0..<200 {
      rig.server?.publish("g", StreamLine.event("began \(gesture)"))
      for change in 0..<200 {
        rig.server?.publish("g", StreamLine.event("changed \(gesture) \(change)"), changing: UInt64(gesture))
      }
      rig.server?.publish("g", StreamLine.event("ended \(gesture)"))
    }
    #expect(rig.server?.clientCount == 1)
    try rig.run { client.lines.last == #"{"event":"ended 199"}"# }
    #expect(client.lines.filter { $0.contains("began") }.count == 200)
    #expect(client.lines.filter { $0.contains("ended") }.count == 200)
    #expect(client.lines.count < 200 * 202)
  }

  @Test func `a hundred clients all get everything`() throws {
    let rig = try ServerRig()
    let clients = try (0..<100).map { _ in try rig.connect() }
    for client in clients { try client.send(#"{"subscribe":"all"}"#) }
    try rig.run { rig.requests == 100 }
    for number in 0..<100 { rig.server?.publish("a", StreamLine.event("\(number)")) }
    try rig.run { clients.allSatisfy { $0.lines.count == 102 } }
    // One too many is told so.
    let more = try (0..<40).map { _ in try rig.connect() }
    try rig.run {
      for client in more { client.read() }
      return more.filter(\.isEnded).count == 12
    }
    #expect(more.filter { $0.lines.first?.contains("128 clients") == true }.count == 12)
  }

  @Test func `a client has positions of as many overlays kept as it may have, the latest`() throws {
    let (names, kept) = ((0..<17).map(String.init), try ServerRig().subscriber())
    for name in names + ["16"] {
      let panel = PanelSetup(panel: Rect(origin: .origin, size: .zero))
      kept.keep((name, PlacementPreset.best.strategy(in: panel), [], .zero))
    }
    #expect(names.filter { kept.placed($0) == nil } == ["0"])
  }

  private func scene(_ fields: String) throws -> PlaceScene {
    try PlaceScene(Array(#"{"panel":[300,200],"overlay":[40,30],\#(fields)}"#.utf8))
  }

  @Test func `an overlay with a name leaves the place that a hand hides, whatever times the client gives`() throws {
    let placer = try ServerRig().subscriber()
    func scene(_ contacts: String) throws -> PlaceScene { try self.scene(#""hand":"right","contacts":[\#(contacts)]"#) }
    let first = placer.place(try scene(#"{"id":1,"x":150,"y":110}"#), as: "zoom", at: Timestamp(seconds: 50)).rect
    var moves = 0
    for step in 1...60 {
      let angle = Double(step / 10) * .pi / 3
      let (x, y) = (first.center.x + 60 * cos(angle), first.center.y + 60 * sin(angle))
      let time = Timestamp(seconds: 50 + Double(step) / 10)
      let rect = placer.place(try scene(#"{"id":1,"x":\#(x),"y":\#(y)}"#), as: "zoom", at: time).rect
      if rect != first { moves += 1 }
    }
    #expect(moves > 0)
    // Without contacts the hand is gone.
    let rest = placer.place(try scene(""), as: "zoom", at: Timestamp(seconds: 60))
    #expect(rest.hidden < 0.05, "\(rest)")
  }

  @Test func `an overlay with a name stays while its gesture goes on, and is placed anew after a pause`() throws {
    let placer = try ServerRig().subscriber()
    func rect(_ contact: Point, at seconds: Double) throws -> Rect {
      let touched = try scene(#""gesture":"pinch","contacts":[{"id":1,"x":\#(contact.x),"y":\#(contact.y)}]"#)
      return placer.place(touched, as: "zoom", at: Timestamp(seconds: seconds)).rect
    }
    let first = try rect(Point(x: 150, y: 110), at: 50)
    #expect(try rect(first.center, at: 50.016) == first)
    #expect(try rect(first.center, at: 50.6) != first)
  }

  @Test func `other fingers, and the same after a lift, are another gesture of an overlay with a name`() throws {
    let placer = try ServerRig().subscriber()
    func rect(_ id: Int?, _ contact: Point, as name: String, at seconds: Double) throws -> Rect {
      let contacts = id.map { #"{"id":\#($0),"x":\#(contact.x),"y":\#(contact.y)}"# } ?? ""
      let scene = try scene(#""gesture":"pinch","contacts":[\#(contacts)]"#)
      return placer.place(scene, as: name, at: Timestamp(seconds: seconds)).rect
    }
    for (name, between, next) in [("a", nil, 1), ("b", nil, 2), ("c", 1, 2)] as [(String, Int?, Int)] {
      let start = Point(x: 150, y: 110)
      let first = try rect(1, start, as: name, at: 50)
      #expect(try rect(1, first.center, as: name, at: 50.05) == first)
      #expect(try rect(between, start, as: name, at: 50.1) == first, "\(name)")
      let second = try rect(next, first.center, as: name, at: 50.2)
      #expect(second != first, "\(name)")
      #expect(try rect(nil, start, as: name, at: 51) == second, "\(name)")
    }
  }

  @Test func `an overlay with a name leaves the hand in every gesture, however many there were`() throws {
    let placer = try ServerRig().subscriber()
    func placement(_ contact: Point, at seconds: Double) throws -> Placement {
      let touched = try scene(#""gesture":"drag","contacts":[{"id":1,"x":\#(contact.x),"y":\#(contact.y)}]"#)
      return placer.place(touched, as: "zoom", at: Timestamp(seconds: seconds))
    }
    for round in 0..<4 {
      let start = 50 + 10 * Double(round)
      var latest = try placement(Point(x: 150, y: 110), at: start)
      let finger = latest.rect.center
      for frame in 1...20 { latest = try placement(finger, at: start + 0.016 * Double(frame)) }
      #expect(latest.hidden < 0.35, "\(round)")
    }
  }

  @Test func `an overlay with a name is placed for the hand that its latest scene states`() throws {
    let placer = try ServerRig().subscriber()
    for (id, hand) in [(1, Handedness.left), (2, Handedness.right)] {
      let contacts = #"[{"id":\#(id),"x":150,"y":110}]"#
      let stated = try scene(#""gesture":"drag","hand":"\#(hand.rawValue)","contacts":\#(contacts)"#)
      #expect(placer.place(stated, as: "zoom", at: Timestamp(seconds: 50 * Double(id))).hand.side == hand)
    }
  }

  @Test func `a contact of a scene is where it went last`() throws {
    func placed(_ contacts: String) throws -> Rect {
      let scene = try scene(#""contacts":[\#(contacts)]"#)
      var strategy = PlacementPreset.best.strategy(in: scene.environment)
      return scene.place(by: &strategy).rect
    }
    let (left, right) = (#"{"id":1,"x":40,"y":150}"#, #"{"id":1,"x":260,"y":150,"t":0.5}"#)
    #expect(try placed(left + "," + right).center.x > 150 && placed(left).center.x < 150)
  }

  @Test func `a client that leaves one of all events receives those that a later configuration adds`() throws {
    let subscriber = try ServerRig().subscriber()
    subscriber.unsubscribe(from: ["drawer", "new"], of: ["drawer"])
    #expect(!subscriber.receives("drawer") && subscriber.receives("new"))
    subscriber.subscribe(to: ["drawer", "lamp"])
    subscriber.unsubscribe(from: ["drawer"], of: ["drawer", "lamp"])
    #expect(!subscriber.receives("drawer") && subscriber.receives("lamp") && !subscriber.receives("new"))
    subscriber.subscribe(to: nil)
    subscriber.unsubscribe(from: nil, of: [])
    #expect(!subscriber.receives("lamp"))
  }

  /// With `OFFHAND_FLOOD` so many connections; .ci/nightly has 50,000.
  @Test func `of a flood of connections and garbage no client is left, and another one is served meanwhile`() throws {
    let count = (Environment["OFFHAND_FLOOD"].flatMap { Int($0) } ?? 400) / 8
    let rig = try ServerRig()
    let client = try rig.connect()
    try client.send(#"{"subscribe":"all"}"#)
    try rig.run { client.lines.count == 2 }
    final class Finished: Sendable { let count = Atomic(0) }
    let (finished, path) = (Finished(), rig.path)
    for _ in 0..<8 {
      Thread {
        for round in 0..<count {
          guard let socket = try? StreamSocket.connection(to: path) else { continue }
          _ = try? socket.send(Array(repeating: UInt8(truncatingIfNeeded: round), count: round % 3 * 400)[...])
        }
        finished.count.add(1, ordering: .relaxed)
      }.start()
    }
    while finished.count.load(ordering: .relaxed) < 8 {
      let before = client.lines.count
      rig.server?.publish("drawer", StreamLine.event("drawer"))
      try rig.run { client.lines.count > before }
      for _ in 0..<100 { try rig.loop.round(.none) { _ in } }
    }
    try rig.run { rig.server?.clientCount == 1 && !client.isEnded }
  }

  @Test func `clients of a service that ends are told why, and its socket is gone`() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    try rig.run { rig.server?.clientCount == 1 }
    rig.server?.close("the service ends")
    try rig.run { client.isEnded || client.lines.count == 2 }
    #expect(client.lines.last == #"{"closing":"the service ends"}"# && rig.losses == 1)
    rig.server?.broadcast(StreamLine.event("late"))
    #expect(throws: KernelError.self) { try rig.connect() }
  }

  @Test func `the socket is the user's alone, and a second service is refused`() throws {
    let rig = try ServerRig()
    var status = stat()
    #expect(stat(rig.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let error = #expect(throws: KernelError.self) { try UnixListener(at: rig.path) }
    #expect(error?.isAddressInUse == true)
    // The first one still listens.
    let client = try rig.connect()
    try rig.run { client.lines.count == 1 }
  }

  @Test func `the socket of a killed service is replaced`() throws {
    let directory = try TemporaryFolder()
    let path = directory.file("s")
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(bound == 0)
    close(left)
    #expect(throws: KernelError.self) { _ = try StreamSocket.connection(to: path) }
    let listener = try UnixListener(at: path)
    _ = try StreamSocket.connection(to: listener.path)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
  func `another user cannot connect`() throws {
    let rig = try ServerRig()
    chmod(rig.directory.path, 0o755)
    // Perl is part of every Debian and runs as any user.
    let script =
      #"use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])) or die "connect: $!"; print <S>"#
    let command = [
      "setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", "--", "/usr/bin/perl", "-e", script, rig.path,
    ]
    let refused = try Program(command)
    try rig.run { refused.poll() != nil }
    #expect(refused.standardError.contains("connect: Permission denied"), "\(refused.standardError)")
    // The mode of the file is not all: the kernel tells who connects.
    chmod(rig.path, 0o666)
    let told = try Program(command)
    try rig.run { told.poll() != nil }
    let closing = #"{"closing":"only the user who runs the service may connect"}"#
    #expect(told.standardOutput.contains(closing), "\(told.standardError)")
    #expect(rig.server?.clientCount == 0)
  }
}
