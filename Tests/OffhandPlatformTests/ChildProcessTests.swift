import Foundation
import OffhandPlatform
import Testing

struct ChildProcessTests {
  private func run(_ command: [String], _ body: (ChildProcess, (String) -> String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = try ChildProcess(
      command, environment: ["PATH": "/usr/bin:/bin", "WORD": "hello"], output: folder.path + "/out",
      errors: folder.path + "/err")
    try body(process) { (try? String(contentsOfFile: "\(folder.path)/\($0)", encoding: .utf8)) ?? "" }
  }

  @Test func `a program's output, its errors and its exit code come back`() throws {
    try run(["sh", "-c", "echo $WORD; echo oh >&2; exit 7"]) { process, text in
      #expect(process.wait(within: .seconds(60)) == .exited(7))
      #expect(text("out") == "hello\n")
      #expect(text("err") == "oh\n")
    }
  }

  @Test func `a program that runs on is asked to end, and killed where it does not listen`() throws {
    try run(["sleep", "100"]) { process, _ in
      #expect(process.poll() == nil)
      process.stop(within: .seconds(60))
      #expect(process.poll() == .killed(SIGTERM))
    }
    try run(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"]) { process, text in
      let limit = ContinuousClock.now + .seconds(60)
      while text("out").isEmpty, ContinuousClock.now < limit { usleep(2_000) }
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
}
