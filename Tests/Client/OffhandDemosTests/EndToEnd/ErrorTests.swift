import CompositorRig
import Foundation
import Glibc
import OffhandPlatform
import Testing

/// What goes wrong is told in one line with the way out, and an exit code that scripts can go by.
@Suite(.serialized, .ownThreads) struct ErrorTests {
  /// Runs `offhand` to its end and returns its exit code and what it said last.
  static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> (end: ChildProcess.End, lines: [String]) {
    let program = try Program([Program.built("offhand")] + words, environment: environment)
    let end = try program.wait()
    return (end, program.standardError.split(separator: "\n").map(String.init))
  }

  /// The one line that `offhand` says with these words before it ends with 1.
  static func failure(_ words: [String], environment: [String: String] = [:]) throws -> String {
    let (end, lines) = try run(words, environment: environment)
    #expect(end == .exited(1) && lines.count == 1, "\(lines)")
    return lines.last ?? ""
  }

  @Test func `no compositor`() throws {
    let line = try ErrorTests.failure(["zoom", "--source", "wayland"])
    #expect(line.hasPrefix("offhand: no Wayland compositor at "))
    #expect(line.contains("WAYLAND_DISPLAY"))
  }

  @Test(arguments: [
    (["XDG_RUNTIME_DIR": "/nowhere"], "/nowhere/wayland-0"),
    (["XDG_RUNTIME_DIR": "/a", "WAYLAND_DISPLAY": "b"], "/a/b"),
    (["WAYLAND_DISPLAY": "/c/d"], "/c/d"),
  ])
  func `a missing compositor is reported with its address`(environment: [String: String], place: String)
    throws
  {
    let (end, lines) = try ErrorTests.run(["tray", "--source", "wayland"], environment: environment)
    #expect(end == .exited(1))
    #expect(lines.last?.hasPrefix("offhand: no Wayland compositor at \(place) (") == true)
  }

  @Test(arguments: [
    ["zoom", "--bogus"], ["zoom", "--source", "mouse"], ["zoom", "--placement", "best"], ["bogus"],
    ["tray", "--role", "window:99999x9"], ["tray", "--role", "window:0x9"],
  ])
  func `wrong usage`(words: [String]) throws {
    let (end, lines) = try ErrorTests.run(words)
    #expect(end == .exited(64))
    #expect(lines.contains { $0.hasPrefix("Usage: offhand") })
    #expect(lines.contains { $0.contains("--help") })
  }

  @Test(arguments: [
    ["zoom", "/nowhere/cat.png"], ["board", "/nowhere/cat.png"],
    ["zoom", "--source", "recording:/nowhere/pinch.jsonl"], ["board", "--source", "recording:/nowhere/pinch.jsonl"],
    ["tray", "--source", "recording:/nowhere/pinch.jsonl"], ["touches", "--source", "recording:/nowhere/pinch.jsonl"],
    ["tray", "--source", "device:/nowhere/event9"],
  ])
  func `a file that is not there is reported before a compositor is looked for`(words: [String]) throws {
    let line = try ErrorTests.failure(words)
    #expect(line.contains("/nowhere/"))
    #expect(line.localizedCaseInsensitiveContains("no such"))
  }

  @Test(arguments: ["zoom", "board"])
  func `a file that is no picture is reported before connecting to a compositor`(demo: String) throws {
    let directory = try TemporaryFolder()
    let file = try directory.write("GIF89a and so on", to: "cat.png")
    let (end, lines) = try ErrorTests.run([demo, file])
    #expect(end == .exited(1))
    #expect(lines == ["offhand: \(file): a GIF file, neither PNG nor JPEG; convert it to one of them"])
  }

  @Test(arguments: ["zoom", "board"]) func `a FIFO is no picture, and its writer is not waited for`(demo: String) throws
  {
    let directory = try TemporaryFolder()
    let pipe = directory.file("cat.png")
    #expect(mkfifo(pipe, 0o600) == 0)
    let (end, lines) = try ErrorTests.run([demo, pipe])
    #expect(end == .exited(1))
    #expect(lines == ["offhand: \(pipe): not a file; name a PNG or JPEG picture"])
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a picture that is broken`() throws {
    let weston = try Weston()
    let directory = try TemporaryFolder()
    let file = try directory.write("\u{89}PNG\r\n\u{1a}\n and then nothing of the kind", to: "cat.png")
    let line = try ErrorTests.failure(["zoom", "--log", "error", file], environment: weston.environment)
    #expect(line.contains(file))
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a board of which no picture can be read ends with the last reason`()
    throws
  {
    let weston = try Weston()
    let directory = try TemporaryFolder()
    for name in ["a.png", "b.png"] { _ = try directory.write("\u{89}PNG\r\n\u{1a}\n and no more", to: name) }
    let line = try ErrorTests.failure(["board", "--log", "error", directory.path], environment: weston.environment)
    #expect(line.contains(directory.file("b.png")))
  }

  @Test func `a compositor without what is needed is named with what it lacks`() throws {
    let compositor = try WireCompositor(.offersOnly([("wl_compositor", 3), ("wl_shm", 1)]))
    let line = try ErrorTests.failure(["zoom"], environment: compositor.environment)
    #expect(line.contains("wl_compositor is version 3, at least 4 is needed"))
    #expect(line.contains("xdg_wm_base is missing"))
  }

  @Test func `a protocol error is reported with interface, object, code and message`() throws {
    let compositor = try WireCompositor(.objects(code: 7, message: "you are not wanted"))
    let line = try ErrorTests.failure(["zoom"], environment: compositor.environment)
    #expect(line.contains("wl_registry@2, error 7: you are not wanted"))
  }

  @Test func `a compositor that hangs up`() throws {
    let compositor = try WireCompositor(.hangsUp)
    let (end, lines) = try ErrorTests.run(["zoom"], environment: compositor.environment)
    #expect(end == .exited(1))
    #expect(lines.last?.contains("the connection to the compositor was lost") == true)
  }

  @Test(arguments: [true, false])
  func `a compositor that does not reply is named after two seconds, and SIGTERM ends the wait at any time`(
    isEarly: Bool
  ) throws {
    let compositor = try WireCompositor(.silent)
    let program = try Program(
      [Program.built("offhand"), "tray", "--source", "wayland"], environment: compositor.environment)
    if !isEarly {
      let address = compositor.directory.file("wire")
      try program.waitForOutput("waiting for the compositor at \(address), which does not reply")
    }
    program.signal(SIGTERM)
    #expect(try program.wait() == .killed(SIGTERM), "it has not given up by itself, after ten seconds")
  }

  @Test func `a recording that is ended while it waits for a compositor leaves no file`() throws {
    let compositor = try WireCompositor(.silent)
    let file = compositor.directory.file("touches.yml")
    let program = try Program(
      [Program.built("offhand"), "record", "--source", "wayland", "-o", file], environment: compositor.environment)
    try program.waitForOutput("which does not reply")
    program.signal(SIGINT)
    #expect(try program.wait() == .killed(SIGINT))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a recording that is broken is reported with its line`() throws {
    let weston = try Weston()
    let directory = try TemporaryFolder()
    let file = try directory.write("{\"trace\": 1\nnonsense\n", to: "pinch.jsonl")
    let (end, lines) = try ErrorTests.run(["zoom", "--source", "recording:\(file)"], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.last?.contains("\(file):1") == true)
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a seat without a touch screen`() throws {
    let weston = try Weston()
    let line = try ErrorTests.failure(["zoom", "--source", "libinput:seat7"], environment: weston.environment)
    #expect(line.contains("no touch screen on seat7"))
  }

  @Test(.enabled(if: Weston.isAvailable)) func `the compositor is killed`() throws {
    let weston = try Weston()
    let program = try weston.run([Program.built("offhand"), "zoom", "--log", "info"])
    try program.waitForOutput("first frame")
    kill(-weston.program.processID, SIGKILL)
    #expect(try program.wait() == .exited(1))
    let last = program.standardError.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("offhand: the connection to the compositor was lost"))
  }

  @Test(.enabled(if: Weston.isAvailable), arguments: [SIGINT, SIGTERM])
  func `a signal ends it cleanly`(signal: Int32) throws {
    let weston = try Weston()
    let program = try weston.run([Program.built("offhand"), "zoom", "--log", "info"])
    try program.waitForOutput("first frame")
    program.signal(signal)
    #expect(try program.wait() == .exited(0))
  }
}

/// A compositor of a few bytes: speaks just enough of the wire protocol to answer a client's first words, and goes wrong as
/// it is told.
final class WireCompositor {
  /// What it does wrong.
  enum Fault: Sendable {
    /// Offers no global but these.
    case offersOnly([(interface: String, version: UInt32)])
    /// Objects to the client's first request.
    case objects(code: UInt32, message: String)
    /// Hangs up on the client's first request.
    case hangsUp
    /// Reads everything, and replies to nothing.
    case silent
  }

  let directory: TemporaryFolder
  private let listener: Int32

  /// The variables that lead a client to it.
  var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": "wire"] }

  init(_ fault: Fault) throws {
    directory = try TemporaryFolder()
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(directory.file("wire").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 1) == 0 else { throw KernelError(call: "bind", code: errno) }
    let socket = listener
    // The thread ends with the client, or when the listener is closed.
    _ = try WorkerThread {
      let client = accept(socket, nil, nil)
      guard client >= 0 else { return }
      WireCompositor.serve(client, fault)
      close(client)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ client: Int32, _ fault: Fault) {
    var pending: [UInt32] = []
    var words = [UInt32](repeating: 0, count: 1024)
    while true {
      let count = read(client, &words, words.count * 4)
      guard count > 0 else { return }
      pending += words[0..<count / 4]
      while pending.count >= 2, pending.count >= Int(pending[1] >> 18) {
        let message = Array(pending.prefix(Int(pending[1] >> 18)))
        pending.removeFirst(message.count)
        guard answer(message, on: client, fault) else { return }
      }
    }
  }

  /// Answers one request to `wl_display`; opcode 0 is `sync`, 1 is `get_registry`.
  private static func answer(_ message: [UInt32], on client: Int32, _ fault: Fault) -> Bool {
    guard message[0] == 1, message.count >= 3 else { return true }
    switch fault {
    case .hangsUp: return false
    case .silent: return true
    case .objects(let code, let text):
      send(event: 0, of: 1, [message[2], code] + string(text), to: client)
      return true
    case .offersOnly(let globals):
      if message[1] & 0xffff == 1 {
        for (name, global) in globals.enumerated() {
          send(event: 0, of: message[2], [UInt32(name + 1)] + string(global.interface) + [global.version], to: client)
        }
      } else {
        send(event: 0, of: message[2], [0], to: client)
      }
      return true
    }
  }

  private static func send(event: UInt32, of object: UInt32, _ arguments: [UInt32], to client: Int32) {
    var words = [object, UInt32(8 + arguments.count * 4) << 16 | event] + arguments
    _ = write(client, &words, words.count * 4)
  }

  private static func string(_ text: String) -> [UInt32] {
    var bytes = Array(text.utf8) + [0]
    let length = UInt32(bytes.count)
    while bytes.count % 4 != 0 { bytes.append(0) }
    let words = stride(from: 0, to: bytes.count, by: 4).map { at in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    return [length] + words
  }
}
