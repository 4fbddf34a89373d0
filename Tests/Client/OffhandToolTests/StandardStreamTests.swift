import CompositorRig
import Foundation
import OffhandCommandLine
import Testing

/// What the commands write, and what happens if it cannot be written.
struct StandardStreamTests {
  @Test(arguments: ["pipelines", "pipelines --json", "devices --json", "--help", "help map", "map --help", "--version"])
  func `a full disk is an error`(command: String) throws {
    let run = try Run(shell: "$offhand \(command) > /dev/full")
    #expect(run.end == .exited(1))
    #expect(run.errors.last?.hasPrefix("offhand: cannot write the result: ") == true, "\(run.errors)")
  }

  @Test func `a file that reaches the limit of its size is an error, and no signal ends the program`() throws {
    let directory = try TemporaryFolder()
    // The limit also holds for files on standard error, hence the pipe.
    let run = try Run(shell: "(ulimit -f 0; $offhand pipelines > \(directory.file("out")); echo exit $?) 2>&1 | cat")
    #expect(run.output == ["offhand: cannot write the result: File too large", "exit 1"])
  }

  @Test(arguments: [
    "{ sleep .2; LISTEN; } 2>&1 >out | true",
    "mkfifo log && exec 3<>log && head -c 65536 /dev/zero >&3 && { LISTEN; } >out 2>&3",
  ])
  func `a log whose reader is gone or does not read neither ends nor stops a program`(line: String) throws {
    let directory = try TemporaryFolder()
    let file = try directory.write(recordingLine("t", every: 0.05) { _ in [(1, 10, 10)] }, to: "tap.jsonl")
    _ = try Run(
      shell: "cd \(directory.path); "
        + line.replacingOccurrences(of: "LISTEN", with: "$offhand listen --source \(file); echo exit $?"))
    let output = directory.text(of: "out").split(separator: "\n")
    #expect(output.count > 1 && output.last == "exit 0", "\(output)")
  }

  @Test func `lines of the log that were lost are counted once it is read again`() throws {
    let directory = try TemporaryFolder()
    mkfifo(directory.file("log"), 0o600)
    let log = open(directory.file("log"), O_RDWR | O_NONBLOCK)
    defer { close(log) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let full = write(log, bytes, bytes.count)
    for line in ["one", "two"] { StandardError.log(line, to: log) }
    #expect(read(log, &bytes, full) == full)
    for line in ["three", "four"] { StandardError.log(line, to: log) }
    let count = read(log, &bytes, bytes.count)
    #expect(
      String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        == "offhand: warning: 2 log lines were dropped, because the reader was too slow\nthree\nfour\n")
  }

  @Test func `progress is one line on a terminal, from two seconds on, and is cleared`() throws {
    // No posix_openpt for Swift: what it and ptsname do.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), Int32(0))
    #expect(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
    let line = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for descriptor in [terminal, line] + ends { close(descriptor) } }
    func shown(from reader: Int32, to writer: Int32, after time: Duration) -> String {
      var progress = TerminalProgress(since: .now - time, on: writer)
      for count in 1...2 { progress.show("recording \(count)") }
      progress.clear()
      #expect(write(writer, ".\n", 2) == 2)
      var bytes = [UInt8](repeating: 0, count: 256)
      return String(decoding: bytes[..<max(0, read(reader, &bytes, bytes.count))], as: UTF8.self)
    }
    #expect(shown(from: terminal, to: line, after: .seconds(3)) == "\r\u{1B}[Krecording 1\r\u{1B}[K.\r\n")
    #expect(shown(from: terminal, to: line, after: .zero) == ".\r\n")
    #expect(shown(from: ends[0], to: ends[1], after: .seconds(3)) == ".\n")
  }

  @Test func `a program whose results nobody reads ends by the signal, without a word`() throws {
    let run = try Run(shell: "{ sleep .2; $offhand pipelines; echo exit $? >&2; } | true")
    #expect(run.errors == ["exit 141"])
  }

  @Test func `errors are coloured if asked for, or on a terminal that takes it`() throws {
    let red = "\u{1B}[31moffhand:\u{1B}[0m /nowhere: No such file or directory"
    #expect(try Run("replay /nowhere --color always").errors == [red])
    #expect(try Run("replay /nowhere").errors == ["offhand: /nowhere: No such file or directory"])
    #expect(try Run("devices --wrong --color=always").errors.first?.hasPrefix("\u{1B}[31mError:\u{1B}[0m ") == true)
    #expect(try Run("serve --config /nowhere --check --color always").errors.first?.hasPrefix("\u{1B}[31moff") == true)
    for line in ["place /nowhere", "bench recognizers --recording /nowhere"] {
      #expect(try Run("\(line) --color always").errors.last?.hasPrefix("\u{1B}[31moffhand:") == true, "\(line)")
    }
    #expect(try Run("devices --color always --json").output.allSatisfy { !$0.contains("\u{1B}") })
    func onTerminal(_ variables: String) throws -> String {
      try Run(shell: "\(variables) script -qec \"$offhand replay /nowhere\" /dev/null").output.joined()
    }
    #expect(try onTerminal("TERM=xterm NO_COLOR=").hasPrefix(red))
    #expect(try !onTerminal("TERM=xterm NO_COLOR=1").contains("\u{1B}"))
    #expect(try !onTerminal("TERM=dumb NO_COLOR=").contains("\u{1B}"))
  }

  @Test func `control characters of a path do not reach the terminal through an error`() throws {
    let run = try Run(["replay", "/nowhere/\u{1B}[31mred"])
    #expect(run.end == .exited(1))
    #expect(run.errors.count == 1 && run.errors[0].contains(#"/nowhere/\u{1B}[31mred"#), "\(run.errors)")
  }

  @Test(.enabled(if: Program.isInstalled("readelf"), "needs readelf (binutils)"))
  func `programs load at any address and are read-only after binding their symbols`() throws {
    for name in ["offhand", "offhand-bench", "KioskPage"] {
      let readelf = try Program(["readelf", "-W", "-h", "-l", "-d", Program.built(name)])
      try readelf.wait()
      let header = readelf.standardOutput
      #expect(header.contains("DYN (Position-Independent Executable file)"), "\(name)")
      #expect(header.contains("GNU_RELRO") && header.contains("NOW"), "\(name)")
    }
  }
}
