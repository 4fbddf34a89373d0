import CPlatform
import Testing

@testable import OffhandPlatform

/// What a confined process can still do, tried by another one: there is no way back.
struct ConfinementTests {
  /// What the probe reported, by its names.
  private struct Report {
    var lines: [String: String] = [:]
    var errors = ""

    init(_ changes: String) throws {
      let folder = try TemporaryFolder()
      try Files.makeDirectory(folder.file("inside"))
      for file in ["kept", "secret", "inside/kept"] { try folder.write("text", to: file) }
      let probe = try ChildProcess(
        [Environment.beside("ConfinementProbe"), changes, folder.path], environment: [:], output: folder.file("out"),
        errors: folder.file("err"))
      #expect(probe.wait(within: .seconds(60)) == .exited(0))
      for line in folder.text(of: "out").split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        lines[String(line[..<colon])] = String(line[colon...].dropFirst(2))
      }
      errors = folder.text(of: "err")
    }

    subscript(name: String) -> String { lines[name] ?? "not tried" }
    var filtersCalls: Bool { self["calls"] == "true" }
    /// Whether the kernel has Landlock; where it has, the process must use it.
    var restrictsFiles: Bool {
      let isThere = offhand_landlock_version() > 0
      #expect((self["files"] == "true") == isThere)
      return isThere
    }

    /// The number of lines on stderr that name this call.
    func reports(of call: String) -> Int {
      errors.split(separator: "\n").count { $0.contains("the system call '\(call)' was refused") }
    }
  }

  private let refused = "Operation not permitted"

  @Test func `programs, other processes and other users are out of reach`() throws {
    let report = try Report("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "a program", "another half", "a program in this place", "a signal to another process", "another user",
      "executable memory",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    for name in ["a signal to this process", "memory", "a buffer", "a late thread", "write to an open file"] {
      #expect(report[name] == "done", "\(name)")
    }
  }

  @Test func `the network is out of reach, the compositor and news of devices are not`() throws {
    let report = try Report("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "a network socket", "an IPv6 socket", "a packet socket", "messages about routes", "socket of an early thread",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    #expect(report["a Unix socket"] == "done" && report["messages about devices"] == "done")
  }

  @Test func `each refused call is reported once, by its name`() throws {
    let report = try Report("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for call in [
      "socket (network)", "execve", "openat (to write)", "mmap (executable)", "setuid", "unlink",
    ] {
      #expect(report.reports(of: call) == 1, "\(call) in \(report.errors)")
    }
  }

  @Test func `no file can be changed but those that are open`() throws {
    let report = try Report("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "write outside", "create outside", "create inside", "rename inside", "remove inside", "remove outside", "mode",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    #expect(report["read inside"] == "done" && report["read what the system has"] == "done")
  }

  @Test func `files outside of what it reads are closed to it, as a keyboard is to record`() throws {
    let report = try Report("none")
    guard report.restrictsFiles else { return }
    #expect(report["read outside"] == "Permission denied")
    #expect(report["read inside"] == "done" && report["read what the system has"] == "done")
  }

  @Test(arguments: ["removing", "replacing"])
  func `files are removed or replaced in the folder that was granted, and in no other`(changes: String) throws {
    let report = try Report(changes)
    guard report.restrictsFiles else { return }
    let replaces = changes == "replacing"
    #expect((report["create inside"] == "done") == replaces && (report["rename inside"] == "done") == replaces)
    #expect(report["remove inside"] == "done")
    for name in ["create outside", "write outside", "remove outside"] { #expect(report[name] != "done", "\(name)") }
  }
}
