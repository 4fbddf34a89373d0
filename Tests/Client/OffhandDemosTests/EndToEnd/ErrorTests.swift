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

  @Test(arguments: [
    (["XDG_RUNTIME_DIR": "/nowhere"], "/nowhere/wayland-0"),
    (["XDG_RUNTIME_DIR": "/a", "WAYLAND_DISPLAY": "b"], "/a/b"),
    (["WAYLAND_DISPLAY": "/c/d"], "/c/d"),
  ])
  func `a missing compositor is reported with its address`(environment: [String: String], place: String)
    throws
  {
    let line = try ErrorTests.failure(["tray", "--source", "wayland"], environment: environment)
    #expect(line.hasPrefix("offhand: no Wayland compositor at \(place) (") && line.contains("WAYLAND_DISPLAY"))
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

  @Test(arguments: [true, false])
  func `a compositor that does not reply is named after two seconds, and SIGTERM ends the wait at any time`(
    isEarly: Bool
  ) throws {
    let compositor = try SilentCompositor()
    let program = try Program(
      [Program.built("offhand"), "tray", "--source", "wayland"], environment: compositor.environment)
    if !isEarly {
      try program.waitForOutput("waiting for the compositor at \(compositor.path), which does not reply")
    }
    program.signal(SIGTERM)
    #expect(try program.wait() == .killed(SIGTERM), "it has not given up by itself, after ten seconds")
  }

  @Test func `a recording that is ended while it waits for a compositor leaves no file`() throws {
    let compositor = try SilentCompositor()
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

/// A compositor that takes what is sent, and replies to nothing.
final class SilentCompositor {
  let directory: TemporaryFolder
  private let listener: UnixListener
  var path: String { listener.path }

  /// The variables that lead a client to it.
  var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": "wire"] }

  init() throws {
    directory = try TemporaryFolder()
    listener = try UnixListener(at: directory.file("wire"))
  }
}
