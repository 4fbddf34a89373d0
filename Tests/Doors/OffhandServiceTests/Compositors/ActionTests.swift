import CompositorRig
import Foundation
import Glibc
import Offhand
import OffhandPlatform
import Testing

private let available = Sway.isAvailable && Weston.isAvailable

@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway and weston: scripts/setup compositors"))
struct ActionTests {
  @Test func `an edge runs its program without a shell, and a failure is logged`() throws {
    let directory = try TemporaryFolder()
    let rig = try ServiceRig(
      """
      [[edge]]
      edge = "left"
      open = { run = ["touch", "\(directory.path)/a b; $HOME"] }
      [[edge]]
      edge = "top"
      open = { run = ["/nonexistent/program"] }
      [[edge]]
      edge = "right"
      open = { run = ["false"] }
      """)
    try rig.stroke(from: (2, 200), to: (300, 200))
    try Waiting.until("the file") { FileManager.default.fileExists(atPath: "\(directory.path)/a b; $HOME") }
    try rig.stroke(from: (300, 2), to: (300, 300))
    try rig.service.waitForOutput("'/nonexistent/program' was not started: No such file")
    try rig.stroke(from: (638, 200), to: (338, 200))
    try rig.service.waitForOutput("'false' ended with exit code 1")
    #expect(!rig.service.standardError.contains("too much is being started"))
    // All of them are reaped, by the process that starts them.
    let launcher = try #require(try children(of: rig.service.processID, "offhand-actions").first)
    #expect(try children(of: launcher, "-r", "Z").isEmpty)
  }

  @Test func `home has the program begin anew, unless a subscriber has shown its first page`() throws {
    let directory = try TemporaryFolder()
    try Files.write(
      Array("#!/bin/sh\necho \"$*\" >>'\(directory.file("calls"))'\n".utf8), to: directory.file("systemctl"),
      permissions: 0o755)
    let rig = try ServiceRig(
      "[[corner]]\ncorner = \"top-left\"\nhome = true\n",
      environment: ["PATH": "\(directory.path):/usr/bin:/bin"])
    func calls() -> String { directory.text(of: "calls") }
    let restart = "--user restart kiosk.service\n"
    let page = try rig.client()
    #expect(page.hello["events"] as? [String] == ["home"])
    #expect(try rig.offhand(["kiosk", "home"]).wait() == .exited(0))
    try Waiting.until("the program") { calls() == restart }

    try page.send(#"{"subscribe":["home"]}"#)
    _ = try page.next()
    try rig.touch([.down(id: 0, x: 5, y: 5), .frame, .up(id: 0), .frame])
    #expect(try page.next().text("event") == "home")
    try page.send(#"{"home":false}"#)
    _ = try page.next()
    // The next one has no answer. Had the first none, there would be three calls.
    try page.send(#"{"home":true}"#)
    #expect(try page.lines("the event") { !$0.text("event").isEmpty }.last?.text("event") == "home")
    try Waiting.until("the program") { calls().count > restart.count }
    #expect(calls() == restart + restart)

    let status = try rig.offhand(["status", "--json"])
    #expect(try status.wait() == .exited(0))
    let fields = try JSONSerialization.jsonObject(with: Data(status.standardOutput.utf8)) as? [String: Any]
    #expect(fields?["curtain"] as? String == "down", "\(status.standardOutput)")
  }

  @Test func `a program has its own process group and outlives the service`() throws {
    let directory = try TemporaryFolder()
    let rig = try ServiceRig(
      """
      [[edge]]
      edge = "left"
      open = { run = ["sh", "-c", "cut -d ' ' -f 1,5 /proc/$$/stat > a && mv a '\(directory.file("ids"))'; exec sleep 60"] }
      """.replacingOccurrences(of: " a ", with: " '\(directory.file("a"))' "))
    try rig.stroke(from: (2, 200), to: (300, 200))
    try Waiting.until("the program") { directory.names.contains("ids") }
    let ids = directory.text(of: "ids").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    #expect(ids.count == 2 && ids[0] == ids[1] && ids[0] != rig.service.processID)
    let program = try #require(ids.first)
    defer { kill(program, SIGKILL) }
    rig.service.signal(SIGTERM)
    #expect(try rig.service.wait() == .exited(0))
    #expect(kill(program, 0) == 0)
  }

  @Test func `the service gives up its rights, and programs that an edge runs have those of the user`() throws {
    let directory = try TemporaryFolder()
    let rig = try ServiceRig(
      """
      [[edge]]
      edge = "left"
      open = { run = ["cp", "/proc/self/status", "\(directory.path)/status"] }
      """)
    #expect(try status("NoNewPrivs", of: rig.service.processID) == "1")
    #expect(try status("Seccomp", of: rig.service.processID) == "2")
    try rig.stroke(from: (2, 200), to: (300, 200))
    try Waiting.until("the program") { directory.text(of: "status").contains("Seccomp:") }
    let text = directory.text(of: "status")
    #expect(text.contains("NoNewPrivs:\t0\n") && text.contains("Seccomp:\t0\n"))
    #expect(!rig.service.standardError.contains("was refused"))
  }

  @Test func `an action that is configured while the service runs is started, and none that was sent otherwise`() throws
  {
    let directory = try TemporaryFolder()
    let rig = try ServiceRig("")
    try rig.reload(
      """
      [[edge]]
      edge = "left"
      open = { run = ["touch", "\(directory.path)/a"] }
      """)
    // What is in effect counts, also when the file has faults by now.
    try rig.write("[[edge]]\n")
    rig.service.signal(SIGHUP)
    try rig.service.waitForOutput("the previous configuration stays in effect")
    try rig.below.settle()
    try rig.stroke(from: (2, 200), to: (300, 200))
    try Waiting.until("the file") { directory.names.contains("a") }
    // The process that starts it reads the file by itself: what the service alone believes is not started.
    let launcher = try #require(try children(of: rig.service.processID, "offhand-actions").first)
    kill(launcher, SIGSTOP)
    defer { kill(launcher, SIGCONT) }
    try rig.reload(
      """
      [[edge]]
      edge = "left"
      open = { run = ["touch", "\(directory.path)/b"] }
      """)
    try rig.below.settle()
    try rig.write("")
    kill(launcher, SIGCONT)
    try rig.stroke(from: (2, 200), to: (300, 200))
    try rig.service.waitForOutput("was not started: the configuration does not name it")
    #expect(!directory.names.contains("b"))
  }

  @Test func `the file of another panel that is there when the configuration is read again is refused`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(
      #"{"source":"s","trace":"t","device":{"name":"Glass","kind":"touchscreen"},"frames":[]}"# + "\n", to: "a.jsonl")
    let panel = try folder.write("device = \"Glass\"\n", to: "panel.toml")
    let rig = try ServiceRig("panel = \"\(panel)\"\n", arguments: ["--source", recording])
    try folder.write("device = \"Other\"\n", to: "panel.toml")
    rig.service.signal(SIGHUP)
    try rig.service.waitForOutput("the previous configuration stays in effect")
    #expect(rig.service.standardError.contains("this is the file of"))
  }

  @Test(arguments: [
    ("offhand-actions", "the process that starts the programs of actions has ended"),
    ("offhand-opener", "the process that opens touch screens has ended"),
  ])
  func `the service ends if a process does that works for it`(name: String, reason: String) throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let process = try #require(try children(of: rig.service.processID, name).first)
    kill(process, SIGKILL)
    #expect(try rig.service.wait() == .exited(1))
    #expect(rig.service.standardError.contains(reason))
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `the processes that work for the service end with it, however it ends, and not before`(signal: Int32) throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let processes = try children(of: rig.service.processID)
    #expect(processes.count == 3)
    // As a service manager and Control-C do: to all of them.
    for process in processes { for signal in [SIGINT, SIGTERM, SIGHUP] { kill(process, signal) } }
    try rig.stroke(from: (2, 200), to: (300, 200))
    #expect(processes.allSatisfy(isRunning))
    rig.service.signal(signal)
    #expect(try rig.service.wait() == (signal == SIGTERM ? .exited(0) : .killed(SIGKILL)))
    try Waiting.until("the others to end") { !processes.contains(where: isRunning) }
  }

  @Test func `the process that opens touch screens has given up everything else`() throws {
    let rig = try ServiceRig("")
    let opener = try #require(try children(of: rig.service.processID, "offhand-opener").first)
    #expect(try status("NoNewPrivs", of: opener) == "1" && status("Seccomp", of: opener) == "2")
    // The standard ones, its socket, and the signals that it ignores.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(opener)/fd").count == 5)
  }

  @Test func `a thousand gestures are a thousand beginnings and ends`() throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let client = try rig.subscriber()
    var (began, ended) = (0, 0)
    func take() throws {
      while let line = try client.poll() {
        began += line.text("state") == "began" ? 1 : 0
        ended += line.text("state") == "ended" ? 1 : 0
        #expect(line.text("state") != "cancelled")
      }
    }
    for gesture in 0..<1000 {
      let y = 20 + Double(gesture % 440)
      try rig.weston.touch(
        .down(id: 0, x: 2, y: y), .frame, .motion(id: 0, x: 30, y: y), .frame, .motion(id: 0, x: 60, y: y), .frame,
        .up(id: 0), .frame)
      // As many as the kernel's queue of the injection holds.
      if gesture % 10 == 9 {
        try Waiting.until("the gestures") {
          try take()
          return ended == gesture + 1
        }
      }
    }
    #expect(began == 1000 && ended == 1000)
    try rig.fence()
    #expect(rig.below.events.count == 2)
  }

  @Test func `at rest the service does not wake, also after a curtain`() throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    let client = try rig.subscriber()
    func switches() throws -> [Substring] {
      try String(contentsOfFile: "/proc/\(rig.service.processID)/status", encoding: .utf8)
        .split(separator: "\n").filter { $0.contains("ctxt_switches") }
    }
    for command in ["up", "down"] {
      try client.send(#"{"curtain":"\#(command)"}"#)
      _ = try client.next("the curtain")
    }
    usleep(500_000)
    let before = try switches()
    // Longer than the sign of life while a curtain is up.
    usleep(3_500_000)
    #expect(try switches().first == before.first)
  }

  @Test(.enabled(if: Program.isInstalled("python3"), "needs python3"))
  func `the Python client waits for the service, and follows a drawer`() throws {
    let rig = try ServiceRig("")
    rig.service.signal(SIGTERM)
    _ = try rig.service.wait()
    let client = try rig.sway.run(["python3", RepositoryFile.path("Sources/Examples/python/follow_drawer.py")])
    try client.waitForOutput("waits for offhand serve")
    let folder = try TemporaryFolder()
    let file = try folder.write("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n", to: "serve.toml")
    let service = try rig.offhand(["serve", "--config", file])
    try client.waitForOutput("edges are exclusive")
    // It subscribes after that line.
    let lines = { client.standardOutput.split(separator: "\n") }
    try Waiting.until("a gesture") {
      try rig.stroke(from: (2, 200), to: (300, 200))
      return lines().contains("the drawer opens")
    }
    #expect(lines().contains { $0.hasPrefix("began") } && lines().contains { $0.hasPrefix("changed") })
    service.signal(SIGTERM)
    #expect(try client.wait() == .exited(1))
    #expect(client.standardError.contains("the service ends"))
  }

  @Test func `when a swipe counts is changed by reading the configuration again`() throws {
    let folder = try TemporaryFolder()
    // A finger swipes and then rests; another taps.
    let line = recordingLine("rest", size: (217, 136), reports: 175) { report in
      report < 50 ? [(1, 40 + 5 * Double(min(report, 10)), 80)] : report < 170 ? [] : [(2, 80, 60)]
    }
    let recording = try folder.write(line, to: "rest.jsonl")
    let gestures = ["swipe", "tap"].map { "[[gesture]]\nkind = \"\($0)\"\nemit = \"\($0)\"\n" }.joined()
    let rig = try ServiceRig(gestures, arguments: ["--source", recording])
    let client = try rig.client()
    try client.send(#"{"subscribe":"all"}"#)
    func events() throws -> [String] {
      try client.lines("the tap") { $0.text("event") == "tap" }.map { $0.text("event") }.filter { !$0.isEmpty }
    }
    #expect(try events() == ["swipe", "tap"])
    // The recording is played again.
    try rig.reload("swipe = \"lift\"\n" + gestures)
    #expect(try events() == ["tap"])
  }
}

/// The numbers of the processes that `process` started and that the further words of `pgrep` select.
func children(of process: Int32, _ words: String...) throws -> [Int32] {
  let list = try Program(["pgrep", "-P", "\(process)"] + words)
  try list.wait()
  return list.standardOutput.split(separator: "\n").compactMap { Int32($0) }
}

/// The value of a line of `/proc/PROCESS/status`.
private func status(_ name: String, of process: Int32) throws -> String {
  let lines = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
  return lines.first { $0.hasPrefix("\(name):") }.map {
    $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
  } ?? ""
}

/// Whether the process is there, and has not ended with no parent that takes note.
private func isRunning(_ process: Int32) -> Bool {
  (try? status("State", of: process)).map { !$0.hasPrefix("Z") } ?? false
}

struct CheckTests {
  private func check(_ toml: String) throws -> (end: ChildProcess.End, errors: String, path: String) {
    let directory = try TemporaryFolder()
    let file = try directory.write(toml, to: "serve.toml")
    let check = try Program([Program.built("offhand"), "serve", "--check", "--config", file])
    return (try check.wait(), check.standardError, file)
  }

  @Test func `a configuration is checked without a compositor, its faults with line and column`() throws {
    let good = try check(
      "[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n[[idle]]\nafter = \"9s\"\nemit = \"home\"\n[curtain]\nafter_idle = \"60s\"\n"
    )
    #expect(good.end == .exited(0))
    #expect(good.errors.contains("1 edge, 0 corners, 0 gestures, 0 menus, 2 idle stages"))
    let faulty = try check("[[edge]]\nedge = 1\n[[corner]]\ncorner = \"top\"\n")
    #expect(faulty.end == .exited(1))
    #expect(faulty.errors.contains("offhand: \(faulty.path):2:8: ") && faulty.errors.contains("\(faulty.path):4:10: "))
  }
}

@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
struct SharedEdgeTests {
  @Test func `the recording that is shipped pulls at an edge, taps in a corner, and leaves the machine alone`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let directory = try TemporaryFolder()
    let file = try directory.write(
      """
      [[edge]]
      edge = "left"
      emit = "drawer"
      [[corner]]
      corner = "top-right"
      size_mm = 12
      taps = 5
      hold_last = "2s"
      emit = "staff"
      [[idle]]
      after = "5s"
      emit = "home"
      """, to: "serve.toml")
    let service = try weston.run([
      Program.built("offhand"), "serve", "--config", file, "--log", "info", "--source",
      RepositoryFile.path("scripts/recordings/edges.jsonl"),
    ])
    try service.waitForOutput("1 idle stage")
    let client = try TestClient(weston.directory.file("offhand.sock"))
    try client.send(#"{"subscribe":"all"}"#)
    let lines = try client.lines("the end of the pause") { $0.text("event") == "home" && $0.text("state") == "ended" }
    let ends = lines.filter { $0.text("state") != "changed" }.map { "\($0.text("event")) \($0.text("state"))" }
    #expect(
      ends.filter { $0 != " " } == ["drawer began", "drawer ended", "staff began", "home began", "home ended"])
    #expect(lines.contains { $0["open"] as? Bool == true })
  }

  @Test func `a recording that is not there is said before the service is ready`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let directory = try TemporaryFolder()
    let service = try weston.run([
      Program.built("offhand"), "serve", "--config", try directory.write("", to: "serve.toml"), "--log", "info",
      "--source", directory.file("none.jsonl"),
    ])
    #expect(try service.wait() == .exited(1))
    #expect(service.standardError.contains("none.jsonl") && !service.standardError.contains("ready"))
  }

  @Test func `the service manager is told when it is ready, reloads and stops`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let directory = try TemporaryFolder()
    let file = try directory.write("", to: "serve.toml")
    let manager = try Manager(directory.file("n"))
    let service = try weston.run(
      [Program.built("offhand"), "serve", "--config", file],
      environment: ["NOTIFY_SOCKET": directory.file("n"), "WATCHDOG_USEC": "400000"])
    #expect(try manager.next() == "READY=1")
    for _ in 0..<3 { #expect(try manager.receive() == "WATCHDOG=1") }
    service.signal(SIGHUP)
    #expect(try manager.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(try manager.next() == "READY=1")
    service.signal(SIGTERM)
    #expect(try manager.next() == "STOPPING=1")
    #expect(try service.wait() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: weston.directory.file("offhand.sock")))
  }

  /// The socket on which a service manager listens.
  private final class Manager {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let bound = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard bound == 0 else { throw RigError("cannot bind \(path)") }
    }

    deinit { close(descriptor) }

    /// The next notification that is no sign of life.
    func next() throws -> String {
      while true {
        let text = try receive()
        if text != "WATCHDOG=1" { return text }
      }
    }

    func receive() throws -> String {
      var buffer = [UInt8](repeating: 0, count: 1000)
      var count = 0
      try Waiting.until("a notification") {
        count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0
      }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  @Test func `without layers the service says so in one line and in the hello, and refuses menus and the curtain`()
    throws
  {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480)
    let directory = try TemporaryFolder()
    let file = try directory.write("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n", to: "serve.toml")
    let service = try weston.run([
      Program.built("offhand"), "serve", "--config", file, "--log", "info", "--source", "evdev:/dev/null",
    ])
    try service.waitForOutput("ready")
    let lines = service.standardError.split(separator: "\n").filter { $0.contains("zwlr_layer_shell_v1") }
    #expect(lines.count == 1)
    let client = try TestClient(weston.directory.file("offhand.sock"))
    #expect(client.hello.text("edges") == "none")
    try client.send(#"{"id":1,"menu":["a"]}"#)
    #expect(try client.next().text("error").contains("has no layers"))
    try client.send(#"{"id":2,"curtain":"up"}"#)
    #expect(try client.next().text("error").contains("has no layers"))
    try client.send(#"{"id":3,"place":{"panel":[200,100],"contacts":[{"id":1,"x":50,"y":50}],"overlay":[20,9]}}"#)
    #expect(((try client.next())["placement"] as? [String: Any])?["rect"] as? [Double] != nil)
  }
}
