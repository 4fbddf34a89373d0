import Glibc
import OffhandPlatform
import Testing

struct ChildProcessTests {
  private func run(
    _ command: [String], in workingDirectory: String? = nil, _ body: (ChildProcess, TemporaryFolder) throws -> Void
  ) throws {
    let directory = try TemporaryFolder(prefix: "offhand-test")
    let process = try ChildProcess(
      command, environment: ["PATH": "/usr/bin:/bin", "WORD": "hello"], workingDirectory: workingDirectory,
      output: directory.file("out"), errors: directory.file("err"))
    try body(process, directory)
  }

  @Test func `a program's output, its errors and its exit code come back`() throws {
    try run(["sh", "-c", "echo $WORD; echo oh >&2; exit 7"]) { process, directory in
      #expect(process.wait(within: .seconds(60)) == .exited(7))
      #expect(directory.text(of: "out") == "hello\n")
      #expect(directory.text(of: "err") == "oh\n")
    }
  }

  @Test func `a program runs in the directory that it is given, with none of our descriptors`() throws {
    let inherited = dup(0)
    defer { close(inherited) }
    try run(["sh", "-c", "pwd; test -e /proc/self/fd/\(inherited) && echo inherited"], in: "/usr") {
      process, directory in
      _ = process.wait(within: .seconds(60))
      #expect(directory.text(of: "out") == "/usr\n")
    }
  }

  @Test func `a running program is terminated, and killed if it ignores that`() throws {
    try run(["sleep", "100"]) { process, _ in
      #expect(process.poll() == nil)
      process.stop(within: .seconds(60))
      #expect(process.poll() == .killed(SIGTERM))
    }
    try run(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"]) { process, directory in
      let limit = ContinuousClock.now + .seconds(60)
      while directory.text(of: "out").isEmpty, ContinuousClock.now < limit { usleep(2_000) }
      process.stop(within: .milliseconds(50))
      #expect(process.poll() == .killed(SIGKILL))
    }
  }

  @Test func `a program that is not there is an error`() {
    #expect(throws: KernelError.self) { try run(["/no/such/program"]) { _, _ in } }
  }

  @Test func `signals that this program has blocked are not blocked in the other`() throws {
    let signals = try SignalQueue()
    try run(["sleep", "100"]) { process, _ in
      process.stop(within: .seconds(60))
      #expect(process.poll() == .killed(SIGTERM))
    }
    _ = signals.next()
  }

  @Test func `the environment is read by name and as a whole`() {
    setenv("OFFHAND_TEST_WORD", "a=b", 1)
    #expect(Environment["OFFHAND_TEST_WORD"] == "a=b")
    #expect(Environment.all["OFFHAND_TEST_WORD"] == "a=b")
    #expect(Environment["OFFHAND_NO_SUCH_WORD"] == nil)
  }
}
