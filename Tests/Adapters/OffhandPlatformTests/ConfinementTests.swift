import CompositorRig
import OffhandPlatform
import Testing

/// What a confined process can still do, tried by another one: there is no way back.
struct ConfinementTests {
  private let refused = "Operation not permitted"

  @Test func `programs, other processes and other users are out of reach`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "a program", "another half", "a program in this place", "a signal to another process", "another user",
      "executable memory", "shared memory", "the limits of another process", "the priority of another process",
      "the processors of another process", "an owner of a descriptor", "a signal of a descriptor",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    for name in [
      "a signal to this process", "memory", "a buffer", "a late thread", "write to an open file",
      "the limits of this process",
    ] {
      #expect(report[name] == "done", "\(name)")
    }
    #expect(report["the processors of this process"] == "Bad address")
  }

  @Test func `the network is out of reach, the compositor and news of devices are not`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "a network socket", "an IPv6 socket", "a packet socket", "messages about routes", "socket of an early thread",
      "a server that connects",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    #expect(report["messages about devices"] == "done")
  }

  @Test func `no other program of the machine can be reached, unless it connects again`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    let attempts = [
      "a Unix socket", "an IPC", "a message to an address", "a pair of sockets", "a message to another manager",
      "a copy of the manager's socket", "another copy of it",
    ]
    for name in attempts { #expect(report[name] == refused, "\(name)") }
    let connecting = try ProbeReport("connecting")
    for name in attempts { #expect(connecting[name] != refused, "\(name)") }
    #expect(connecting["a program"] == refused)
    #expect(report["a message to the manager"] == "done")
  }

  @Test(arguments: ["none", "connecting"])
  func `a socket of datagrams receives, and sends to its receiver alone`(mode: String) throws {
    let report = try ProbeReport(mode)
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in ["a datagram", "a datagram that comes"] { #expect(report[name] == "done", "\(name)") }
    for socket in ["the incoming", "the outgoing"] {
      for attempt in ["a message over", "a copy of", "a datagram elsewhere over", "a connection of"] {
        #expect(report["\(attempt) \(socket) socket"] == refused, "\(attempt) \(socket)")
      }
    }
  }

  @Test(arguments: ["none", "connecting"])
  func `calls that the library does not know yet are refused, and so is a socket that would be a file`(mode: String)
    throws
  {
    let report = try ProbeReport(mode)
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in ["fchmodat2", "setxattrat", "open_tree_attr", "file_setattr", "a socket's file"] {
      #expect(report[name] == refused, "\(name)")
    }
  }

  @Test func `a program with a view reads files and no memory of others, from the first thread on`() throws {
    let report = try ProbeReport("viewing")
    guard report.restrictsFiles else { return }
    for name in ["the memory of another process", "the command of another process"] {
      #expect(report[name] == "Permission denied", "\(name)")
    }
    #expect(report["read outside"] == "done")
    let early = try ProbeReport("early")
    #expect(early["the memory of another process"] == "Permission denied" && early["write"] == "done")
  }

  @Test func `without Landlock a program reads no memory of others either, and stays the same user`() throws {
    let report = try ProbeReport("old")
    #expect(report["memory before"] == "done")
    guard report["a namespace"] == "done" else { return }
    #expect(report["memory after"] == "Permission denied")
    #expect(report["memory of its own"] == "done" && report["the same user"] == "done")
  }

  @Test func `input devices are not changed for others`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "the range of an axis", "the range of an axis, in fewer bytes", "the code of a key", "the repetition of keys",
      "an input device",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
  }

  @Test func `each refused call is reported once, by its name`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for call in [
      "socket (network)", "execve", "openat (to write)", "mmap (executable)", "setuid", "unlink",
    ] {
      #expect(report.reports(of: call) == 1, "\(call) in \(report.errors)")
    }
  }

  @Test(arguments: [
    "{ sleep .2; PROBE; } 2>&1 >out | true",
    "mkfifo log && exec 3<>log && head -c 65536 /dev/zero >&3 && PROBE >out 2>&3",
  ])
  func `a report whose reader is gone or does not read neither ends nor stops the program`(line: String) throws {
    let folder = try TemporaryFolder()
    let probe = "\(Environment.beside("ConfinementProbe")) none \(folder.path)"
    let shell = try ChildProcess(
      ["sh", "-c", line.replacing("PROBE", with: probe)], environment: [:], workingDirectory: folder.path,
      output: folder.file("shell"), errors: folder.file("errors"))
    var end: ChildProcess.End?
    try Waiting.until("the end of the shell") {
      end = shell.poll()
      return end != nil
    }
    #expect(end == .exited(0))
    #expect(folder.text(of: "out").hasSuffix("a late thread: done\n"), "\(folder.text(of: "out"))")
  }

  @Test func `no file can be changed but those that are open`() throws {
    let report = try ProbeReport("none")
    try #require(report.filtersCalls, "this kernel filters no system calls")
    for name in [
      "write outside", "create outside", "create inside", "rename inside", "remove inside", "remove outside", "mode",
      "attributes",
    ] {
      #expect(report[name] == refused, "\(name)")
    }
    #expect(report["read inside"] == "done" && report["read what the system has"] == "done")
    #expect(report["the file that another process removes"] == "No such file or directory")
  }

  @Test func `files outside of what it reads are closed to it, as a keyboard is to record`() throws {
    let report = try ProbeReport("none")
    guard report.restrictsFiles else { return }
    #expect(report["read outside"] == "Permission denied")
    #expect(report["read inside"] == "done" && report["read what the system has"] == "done")
    #expect(report["a file of an early thread"] == "Permission denied")
  }

  @Test func `what every program may read holds no device`() {
    #expect(!Confinement.systemFiles.contains { ["/", "/dev"].contains($0) || $0.hasPrefix("/dev/input") })
  }
}
