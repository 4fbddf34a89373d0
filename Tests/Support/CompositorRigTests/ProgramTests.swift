import CompositorRig
import Glibc
import Testing

struct ProgramTests {
  @Test func `rig a program's output and exit code are collected`() throws {
    let program = try Program(["sh", "-c", "echo out; echo err >&2; exit 3"])
    #expect(try program.wait() == .exited(3))
    #expect(program.standardOutput == "out\n")
    #expect(program.standardError == "err\n")
  }

  @Test func `rig a program that a signal ends says which`() throws {
    let program = try Program(["sleep", "100"])
    program.signal(SIGINT)
    #expect(try program.wait() == .killed(SIGINT))
  }

  @Test func `rig a wait for a program is bounded and names it`() throws {
    let program = try Program(["sleep", "100"])
    let error = #expect(throws: RigError.self) { try program.wait(within: .milliseconds(20)) }
    #expect(error?.description.contains("sleep 100") == true)
  }

  @Test func `rig a program and its children end with its owner`() throws {
    var program: Program? = try Program(["sh", "-c", "sleep 100 & echo $!; trap '' TERM; wait; wait; sleep 100"])
    try program?.waitForOutput("\n")
    let child = try #require(program.flatMap { pid_t($0.standardOutput.dropLast()) })
    program = nil
    try Waiting.until("the end of the child") { kill(child, 0) != 0 || isZombie(child) }
  }

  @Test func `rig a child that ignores the request ends with its parent, which does not`() throws {
    var program: Program? = try Program(["sh", "-c", "(trap '' TERM; exec sleep 100) & echo $!; exec sleep 100"])
    try program?.waitForOutput("\n")
    let child = try #require(program.flatMap { pid_t($0.standardOutput.dropLast()) })
    program = nil
    try Waiting.until("the end of the child") { kill(child, 0) != 0 || isZombie(child) }
  }

  @Test func `rig a program that is not there cannot be started`() {
    #expect(throws: KernelError.self) { try Program(["/no/such/program"]) }
  }

  @Test func `rig no compositor of this machine leaks into a program`() throws {
    let program = try Program(["sh", "-c", "echo [$WAYLAND_DISPLAY][$ADDED]"], environment: ["ADDED": "yes"])
    try program.wait()
    #expect(program.standardOutput == "[][yes]\n")
  }

  @Test func `rig the tool lies beside the tests`() throws {
    let program = try Program([Program.built("offhand"), "--help"])
    #expect(try program.wait() == .exited(0))
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston and libweston-10-dev: scripts/setup compositors"))
  func `rig weston ends with its rig`() throws {
    var weston: Weston? = try Weston()
    let program = try #require(weston?.program)
    let directory = try #require(weston?.directory.path)
    weston = nil
    #expect(program.poll() == .exited(0))
    #expect(access(directory, F_OK) != 0)
  }

  /// Whether the process has ended and only nobody asked after it: no one reaps orphans in some containers.
  private func isZombie(_ id: pid_t) -> Bool {
    guard let file = fopen("/proc/\(id)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return true }
    return String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).contains(") Z ")
  }
}
