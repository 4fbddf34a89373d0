import CompositorRig
import Foundation
import Testing

/// What goes wrong is told in one plain line with the way out, and an exit code that scripts can go by.
@Suite(.serialized) struct ErrorTests {
  /// Runs `offhand` to its end and answers its exit code and what it said last.
  static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> (end: Program.End, lines: [String]) {
    let program = try Program([Program.built("offhand")] + words, environment: environment)
    let end = try program.wait()
    return (end, program.standardError.split(separator: "\n").map(String.init))
  }

  @Test func `no compositor`() throws {
    let (end, lines) = try ErrorTests.run(["zoom", "--source", "wayland"])
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.hasPrefix("offhand: no Wayland compositor at ") == true)
    #expect(lines.last?.contains("WAYLAND_DISPLAY") == true)
  }

  @Test(arguments: [
    (["XDG_RUNTIME_DIR": "/nowhere"], "/nowhere/wayland-0"),
    (["XDG_RUNTIME_DIR": "/a", "WAYLAND_DISPLAY": "b"], "/a/b"),
    (["WAYLAND_DISPLAY": "/c/d"], "/c/d"),
  ])
  func `no compositor is told with the place where it was looked for`(environment: [String: String], place: String)
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
  func `a file that is not there is told of before a compositor is looked for`(words: [String]) throws {
    let (end, lines) = try ErrorTests.run(words)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains("/nowhere/") == true)
    #expect(lines.last?.localizedCaseInsensitiveContains("no such") == true)
  }

  @Test(arguments: ["zoom", "board"])
  func `a picture that is none is told of before a compositor is looked for`(demo: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("GIF89a and so on", to: "cat.png")
    let (end, lines) = try ErrorTests.run([demo, file])
    #expect(end == .exited(1))
    #expect(lines == ["offhand: \(file): a GIF file, neither PNG nor JPEG; convert it to one of them"])
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a picture that is broken`() throws {
    let weston = try Weston()
    let directory = try TemporaryDirectory()
    let file = try directory.write("\u{89}PNG\r\n\u{1a}\n and then nothing of the kind", to: "cat.png")
    let (end, lines) = try ErrorTests.run(["zoom", "--log", "error", file], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains(file) == true)
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a board of which no picture can be read ends with the last reason`()
    throws
  {
    let weston = try Weston()
    let directory = try TemporaryDirectory()
    for name in ["a.png", "b.png"] { _ = try directory.write("\u{89}PNG\r\n\u{1a}\n and no more", to: name) }
    let (end, lines) = try ErrorTests.run(
      ["board", "--log", "error", directory.path], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains(directory.file("b.png")) == true)
  }

  @Test func `a compositor without what is needed is named with what it lacks`() throws {
    let compositor = try WireCompositor(.offersOnly([("wl_compositor", 3), ("wl_shm", 1)]))
    let (end, lines) = try ErrorTests.run(["zoom"], environment: compositor.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains("wl_compositor is version 3, at least 4 is needed") == true)
    #expect(lines.last?.contains("xdg_wm_base is missing") == true)
  }

  @Test func `a protocol error is told with interface, object, code and message`() throws {
    let compositor = try WireCompositor(.objects(code: 7, message: "you are not wanted"))
    let (end, lines) = try ErrorTests.run(["zoom"], environment: compositor.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains("wl_registry@2, error 7: you are not wanted") == true)
  }

  @Test func `a compositor that hangs up`() throws {
    let compositor = try WireCompositor(.hangsUp)
    let (end, lines) = try ErrorTests.run(["zoom"], environment: compositor.environment)
    #expect(end == .exited(1))
    #expect(lines.last?.contains("the connection to the compositor was lost") == true)
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a recording that is broken is told with its line`() throws {
    let weston = try Weston()
    let directory = try TemporaryDirectory()
    let file = try directory.write("{\"trace\": 1\nnonsense\n", to: "pinch.jsonl")
    let (end, lines) = try ErrorTests.run(["zoom", "--source", "recording:\(file)"], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.last?.contains("\(file):1") == true)
  }

  @Test(.enabled(if: Weston.isAvailable), arguments: ["recording:/nowhere/pinch.jsonl", "device:/dev/input/event999"])
  func `a source that is not there`(source: String) throws {
    let weston = try Weston()
    let (end, lines) = try ErrorTests.run(["zoom", "--source", source], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains(source.drop { $0 != "/" }) == true)
  }

  @Test(.enabled(if: Weston.isAvailable)) func `a seat without a touch screen`() throws {
    let weston = try Weston()
    let (end, lines) = try ErrorTests.run(["zoom", "--source", "libinput:seat7"], environment: weston.environment)
    #expect(end == .exited(1))
    #expect(lines.count == 1)
    #expect(lines.last?.contains("no touch screen on seat7") == true)
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
