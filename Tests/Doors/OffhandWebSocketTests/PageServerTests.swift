import CompositorRig
import Glibc
import HeadlessCompositors
import OffhandPlatform
import Testing

@testable import OffhandWebSocket

@Suite struct PageServerTests {
  @Test func `a message is a line of the service, and its lines are messages`() throws {
    let rig = try PageRig()
    let page = try rig.page()
    let service = try rig.accept()
    _ = try service.send("{\"hello\":1}\n{\"second\"")
    #expect(page.next()?.text == "{\"hello\":1}")
    _ = try service.send(":2}\n")
    #expect(page.next()?.text == "{\"second\":2}")
    page.sendText("{\"subscribe\":\"all\"}")
    #expect(try service.line() == "{\"subscribe\":\"all\"}")
    let long = String(repeating: "x", count: PageServer.longestMessage - 2)
    page.sendFrame(Array(long.utf8), isFinal: false)
    page.sendFrame(Array("yz".utf8), opcode: 0)
    #expect(try service.line() == long + "yz")
  }

  @Test func `each page has a connection of its own`() throws {
    let rig = try PageRig()
    let pages = [try rig.page(), try rig.page()]
    let services = [try rig.accept(), try rig.accept()]
    for (index, service) in services.enumerated() { _ = try service.send("\(index)\n") }
    #expect(pages.map { $0.next()?.text } == ["0", "1"])
  }

  @Test(arguments: [
    ("example.org:80", PageRig.origin, PageRig.token, "host"), ("", "http://example.org", PageRig.token, "origin"),
    ("", "", PageRig.token, "origin"), ("", PageRig.origin, "", "token"),
    ("", PageRig.origin, "abcdefghijklmnop0124", "token"),
  ])
  func `a page that may not connect is refused with a line`(host: String, origin: String, token: String, why: String)
    throws
  {
    let rig = try PageRig()
    let page = try RawPage(port: rig.port, host: host.isEmpty ? nil : host, origin: origin, token: token)
    #expect(!page.isConnected)
    try rig.program.waitForOutput("a page was refused: the \(why)")
  }

  @Test func `what is no request ends its page alone`() throws {
    let rig = try PageRig()
    let sound = try rig.page()
    let service = try rig.accept()
    let cases: [(status: Int, send: (RawPage) -> Void)] = [
      (1003, { $0.sendFrame([1, 2, 3], opcode: 2) }), (1008, { $0.sendText("{}\n{}") }),
      (1009, { $0.sendFrame([UInt8](repeating: 0x20, count: PageServer.longestMessage + 1)) }),
      (1007, { $0.sendFrame([0xC3, 0x28]) }),
    ]
    for (status, send) in cases {
      let page = try rig.page()
      let other = try rig.accept()
      send(page)
      let frame = withExtendedLifetime(other) { page.next() }
      #expect(frame?.opcode == 8)
      #expect(frame?.status == status)
    }
    // A frame that is not masked would pass: the library is lenient, and no browser sends one.
    for broken: [UInt8] in [
      [0xF1, 0x80, 0, 0, 0, 0], [0x8B, 0x80, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0],
    ] {
      let page = try rig.page()
      let other = try rig.accept()
      page.send(broken)
      #expect(withExtendedLifetime(other) { page.ends() }, "\(broken)")
    }
    sound.sendText("{}")
    #expect(try service.line() == "{}")
  }

  @Test func `a page that does not read keeps the service waiting, and loses nothing`() throws {
    let rig = try PageRig()
    let page = try rig.page()
    let service = try rig.accept()
    let line = String(repeating: "y", count: 999) + "\n"
    // What fits into the sockets' buffers is some megabytes; the sign that it is full is that nothing fits for a while.
    var (sent, idle) = (0, 0)
    while sent < 64 << 20, idle < 200 {
      let count = try service.send(String(line.dropFirst(sent % 1000)))
      sent += count
      idle = count == 0 ? idle + 1 : 0
      if count == 0 { MonotonicClock.sleep(for: .milliseconds(5)) }
    }
    #expect(sent < 64 << 20)
    for _ in 0..<sent / 1000 {
      guard let frame = page.next(), frame.payload.count == 999 else { return #expect(Bool(false), "a line was lost") }
    }
  }

  @Test func `a request that takes too long is ended, whatever of it has come`() throws {
    let rig = try PageRig()
    let pages = [try RawPage(port: rig.port), try RawPage(port: rig.port)]
    pages[1].send("GET /?token=\(PageRig.token) HTTP/1.1\r\nHost:")
    #expect(pages.allSatisfy { $0.ends() })
    try rig.program.waitForOutput("a connection was ended: its request took longer than 2 seconds")
  }

  @Test func `half requests make room for newer ones, the oldest first`() throws {
    let rig = try PageRig()
    var halves: [RawPage] = []
    try Waiting.until("an oldest request that makes room") {
      // All at once: each has two seconds.
      halves = []
      for _ in 0...PageServer.mostUnfinished {
        halves.append(try RawPage(port: rig.port))
        halves[halves.count - 1].send("GET /")
      }
      #expect(try rig.page().isConnected)
      return rig.program.standardError.contains("a connection was ended: \(PageServer.mostUnfinished) newer ones")
    }
    #expect(halves[0].ends())
  }

  @Test func `a thousand connections leave room for a page`() throws {
    let rig = try PageRig()
    for _ in 0..<960 { #expect(try !RawPage(port: rig.port, host: nil, origin: "http://example.org").isConnected) }
    // These say nothing, for which they have two seconds. Few: other tests of this process need descriptors too.
    let mute = try (0..<40).map { _ in try RawPage(port: rig.port) }
    let pages = try (0..<PageServer.mostPages).map { _ in try rig.page() }
    #expect(try !RawPage(port: rig.port, host: nil).isConnected)
    #expect(mute.allSatisfy { $0.ends() } && pages.count == PageServer.mostPages)
    // A line for each reason, not for each connection.
    #expect(rig.program.standardError.split(separator: "the origin is not one of").count == 2)
  }

  @Test func `a page is told that no service runs, and gets the next one`() throws {
    let rig = try PageRig(isServed: false)
    let early = try rig.page().next()
    #expect(early?.status == 1001 && early?.reason == "the service does not run")
    try rig.serve(true)
    let page = try rig.page()
    var service: ServiceEnd? = try rig.accept()
    _ = try service?.send("{\"closing\":\"updated\"}\n")
    service = nil
    try rig.serve(false)
    #expect(page.next()?.text == "{\"closing\":\"updated\"}")
    #expect(page.next()?.reason == "the service has ended")
  }

  @Test func `it ends at SIGTERM, also while the service accepts nothing`() throws {
    let rig = try PageRig()
    // As many as the listener keeps, so that the next one waits.
    let full = try (0...128).map { _ in ServiceEnd(try .connection(to: rig.folder.file("offhand.sock"))) }
    let page = try rig.page()
    rig.program.signal(SIGTERM)
    #expect(try withExtendedLifetime((full, page)) { try rig.program.wait() } == .killed(SIGTERM))
  }

  @Test func `a log that nobody reads stops no page`() throws {
    // Its port is free again when it has ended.
    let port = try PageRig(isServed: false).port
    let folder = try TemporaryFolder()
    try Files.write(Array(PageRig.token.utf8), to: folder.file("token"), permissions: 0o600)
    let program = try Program(
      [
        "sh", "-c", "mkfifo log && exec 3<>log && head -c 65536 /dev/zero >&3 && exec \"$@\" 2>&3", "sh",
        Program.built("offhand-web"), "--origin", PageRig.origin, "--token-file", folder.file("token"), "--port",
        "\(port)", "--socket", folder.file("offhand.sock"),
      ], workingDirectory: folder.path)
    try withExtendedLifetime(program) {
      try Waiting.until("a page that is served") { (try? RawPage(port: port, host: nil))?.isConnected == true }
      let refused = try RawPage(port: port, host: nil, origin: "http://example.org")
      #expect(!refused.isConnected)
      #expect(try RawPage(port: port, host: nil).isConnected)
    }
  }

  @Test func `it says that 'null' is the origin of foreign pages too`() throws {
    let folder = try TemporaryFolder()
    try Files.write(Array(PageRig.token.utf8), to: folder.file("token"), permissions: 0o600)
    let program = try Program(
      [
        Program.built("offhand-web"), "--origin", "null", "--token-file", folder.file("token"), "--port", "0",
        "--socket", folder.file("none"),
      ])
    try program.waitForOutput("ready at")
    #expect(program.standardError.contains("only the token keeps foreign pages out"))
    #expect(try !PageRig(isServed: false).program.standardError.contains("foreign pages"))
  }

  @Test func `it says what is wrong with its command line`() throws {
    let folder = try TemporaryFolder()
    try Files.write(Array(PageRig.token.utf8), to: folder.file("open"), permissions: 0o644)
    try Files.write(Array("short".utf8), to: folder.file("short"), permissions: 0o600)
    func errors(_ words: String...) throws -> String {
      let program = try Program([Program.built("offhand-web")] + words)
      #expect(try program.wait() != .exited(0))
      return program.standardError
    }
    #expect(try errors("--token-file", folder.file("open")).contains("--origin"))
    #expect(try errors("--token-file", "x", "--origin", "localhost").contains("'localhost' is no origin"))
    #expect(try errors("--token-file", folder.file("none"), "--origin", "null").contains("none failed: No such file"))
    #expect(try errors("--token-file", folder.file("open"), "--origin", "null", "--socket", "s").contains("chmod 600"))
    #expect(try errors("--token-file", folder.file("short"), "--origin", "null").contains("16 to 200 characters"))
    #expect(try errors("--token-file", "x", "--origin", "null", "--port", "70000").contains("0 to 65535"))
    #expect(
      try errors("--token-file", "x", "--origin", "null", "--socket", "").contains("The path of the socket is empty"))
  }
}
