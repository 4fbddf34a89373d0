import CompositorRig
import Foundation
import Testing

/// What the commands say of themselves, and of what they do not understand.
struct HelpTests {
  /// A command as `--experimental-dump-help` describes it.
  private struct Description: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var name: String
      }
      var kind: String
      var names: [Name]?
      var abstract: String?
      var allValues: [String]?
      var defaultValue: String?
    }
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Description]?

    /// This command and those within it, with the words that name each.
    func all(_ words: [String] = []) -> [(words: [String], command: Description)] {
      let inner = (subcommands ?? []).filter { $0.commandName != "help" }
      return [(words, self)] + inner.flatMap { $0.all(words + [$0.commandName]) }
    }
  }

  private struct Dump: Decodable {
    var command: Description
  }

  private static let programs = ["offhand", "offhand-bench"]

  private func commands(of program: String) throws -> [(words: [String], command: Description)] {
    let run = try Program([Program.built(program), "--experimental-dump-help"])
    #expect(try run.wait() == .exited(0))
    return try JSONDecoder().decode(Dump.self, from: Data(run.standardOutput.utf8)).command.all()
  }

  @Test(arguments: programs) func `every command says in the imperative what it does`(program: String) throws {
    for (words, command) in try commands(of: program) {
      let verb = command.abstract?.split(separator: " ").first ?? ""
      #expect(verb.first?.isUppercase == true, "\(words)")
      // Measures, prints, lists: the third person. (No verb here ends with an s of its own.)
      #expect(!verb.hasSuffix("s"), "\(words): \(command.abstract ?? "")")
    }
  }

  @Test(arguments: programs) func `a value that is refused comes with those that are taken, or an example`(
    program: String
  ) throws {
    var seen: Set<String> = []
    for (words, command) in try commands(of: program) {
      for argument in command.arguments ?? [] where argument.kind == "option" {
        guard let name = argument.names?.map(\.name).first(where: { $0.count > 1 }) else { continue }
        // The same option of several commands is one; the argument behind it keeps commands that take any value from running.
        guard seen.insert(name).inserted else { continue }
        let run = try Program([Program.built(program)] + words + ["--\(name)", "@@", "--no-such-option"])
        #expect(try run.wait() == .exited(64))
        let lines = run.standardError.split(separator: "\n").prefix(2).joined(separator: " ")
        guard lines.contains("is invalid") else { continue }
        #expect(lines.contains("Please provide one of") || lines.contains("For example: '"), "\(words) \(lines)")
        #expect(!lines.contains("Please provide one of '") || lines.contains("' or '") || lines.contains("' and '"))
      }
    }
    #expect(seen.count > 15)
  }

  @Test func `the example of a refused value is one that is taken`() throws {
    for line in ["menu --at @@", "record -o x.jsonl --seconds @@", "zoom --prior-right @@", "replay f --px-per-mm @@"] {
      let words = line.split(separator: " ").map(String.init)
      let refused = try Run(words)
      let example = try #require(refused.errors.first?.split(separator: "'").last { $0.contains(/[0-9]/) })
      let taken = try Run(words.map { $0 == "@@" ? String(example) : $0 } + ["--no-such-option"])
      #expect(taken.errors.first?.contains("--no-such-option") == true, "\(taken.errors)")
    }
  }

  @Test(arguments: ["bench help", "bench --help", "help bench", "bench help latency"])
  func `help of the benchmarks is found wherever it is looked for`(line: String) throws {
    let run = try Run(line)
    #expect(run.end == .exited(0) && run.errors.isEmpty)
    #expect(run.output.first?.contains("OVERVIEW: Measure") == true, "\(run.output.first ?? "")")
  }

  @Test(arguments: programs) func `a text that names values of its option names all, and a default is as it is typed`(
    program: String
  ) throws {
    for (words, command) in try commands(of: program) {
      for argument in command.arguments ?? [] {
        let text = (argument.abstract ?? "").split { !$0.isLetter && $0 != "-" }.map(String.init)
        let values = argument.allValues ?? []
        let named = values.filter(text.contains)
        #expect(named.count < 3 || named.count == values.count, "\(words): \(argument.abstract ?? "")")
        #expect(argument.defaultValue?.contains("(") != true, "\(words): \(argument.defaultValue ?? "")")
      }
    }
  }

  @Test(arguments: ["zoom", "board", "tray", "touches"])
  func `what a demo cannot do ends it with its usage`(demo: String) throws {
    let run = try Run([demo, "--exit"])
    #expect(run.end == .exited(64))
    #expect(run.errors.first?.contains("'--source FILE'") == true, "\(run.errors)")
    #expect(run.errors.contains { $0.hasPrefix("Usage: offhand \(demo)") }, "\(run.errors)")
  }

  @Test func `a missing configuration is reported once by its check`() throws {
    let folder = try TemporaryFolder()
    let run = try Run(["serve", "--check"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(run.end == .exited(0))
    #expect(run.errors.count == 1 && run.errors[0].hasPrefix("offhand: there is no \(folder.path)"), "\(run.errors)")
    try FileManager.default.createDirectory(atPath: folder.file("offhand"), withIntermediateDirectories: false)
    try folder.write("", to: "offhand/serve.toml")
    let empty = try Run(["serve", "--check"], environment: ["XDG_CONFIG_HOME": folder.path])
    let counts = "0 edges, 0 corners, 0 gestures, 0 menus, 0 idle stages"
    #expect(empty.errors == ["offhand: \(folder.path)/offhand/serve.toml: \(counts)"])
  }

  @Test func `a filter of pens is reported by the bridge, which has none`() throws {
    let run = try Run(["bridge", "--filter", "palm,pen"], environment: ["OFFHAND_BRIDGE": "/nonexistent/socket"])
    #expect(run.end == .exited(1) && run.errors.first?.contains("--filter pen has no effect") == true, "\(run.errors)")
  }

  @Test func `without the benchmarks no command is offered that needs them, and their absence is explained`() throws {
    let folder = try TemporaryFolder()
    let alone = folder.file("offhand")
    // By another process: a program that a test beside this one starts meanwhile would inherit the open copy, which then cannot be run.
    try #expect(Program(["/bin/cp", Program.built("offhand"), alone]).wait() == .exited(0))
    let help = try Program([alone, "--help"])
    #expect(try help.wait() == .exited(0))
    #expect(help.standardOutput.contains("doctor") && !help.standardOutput.contains("bench"))
    let bench = try Program([alone, "bench", "latency"], environment: ["PATH": "/nonexistent"])
    #expect(try bench.wait() == .exited(1))
    #expect(bench.standardError.contains("packages do not contain"), "\(bench.standardError)")
    #expect(try Run(["--help"]).output.contains { $0.contains("bench") })
  }

  @Test func `the manual lists the values that an option takes, as the help does`() throws {
    let folder = try TemporaryFolder()
    let manuals = try Program([
      RepositoryFile.path("scripts/debian/manuals"), Program.built("offhand"), folder.file("pages"),
    ])
    #expect(try manuals.wait() == .exited(0), "\(manuals.standardError)")
    var lists = 0
    for (words, command) in try commands(of: "offhand") {
      let page = folder.text(of: "pages/man1/\((["offhand"] + words).joined(separator: "-")).1")
        .replacing("\\-", with: "-")
      #expect(page.contains(".SH EXIT STATUS\n.TP\n\\fB0"), "\(words)")
      #expect(page.contains(".SH EXAMPLES\n") || ["", "bench"].contains(words.joined()), "\(words)")
      for values in (command.arguments ?? []).compactMap(\.allValues) {
        #expect(page.contains("values: \(values.joined(separator: ", "))"), "\(words)")
        lists += 1
      }
    }
    #expect(lists > 20)
    #expect(folder.text(of: "pages/man5/offhand-serve.toml.5").contains("\n.TP\n\\fBwarn\\fR\na duration such as "))
    #expect(folder.text(of: "pages/man7/offhand-socket.7").contains("\n.TP\n\\fB{\"curtain\":\"up\"}\\fR, "))
  }

  @Test func `every example of the help is a line that its command takes`() throws {
    var count = 0
    for (_, command) in try commands(of: "offhand") {
      for example in (command.discussion ?? "").matches(of: /\n  offhand ([^<\n]+)/) {
        let run = try Run("\(example.1) --no-such-option")
        #expect(run.errors.first == "Error: Unknown option '--no-such-option'", "\(example.1) \(run.errors)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test(arguments: ["zom": "zoom", "borad": "board", "listn --json": "listen", "recrod -o x": "record"])
  func `a command with a slip of the keyboard in it is answered with the one that was meant`(
    line: String, name: String
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = try Run(words)
    #expect(run.end == .exited(64))
    #expect(run.errors.first == "Error: There is no command '\(words[0])'. Did you mean '\(name)'?")
  }

  @Test func `help about what is no command says so`() throws {
    let (slip, other, known) = (try Run(["help", "zom"]), try Run(["help", "frobnicate"]), try Run(["help", "zoom"]))
    #expect(slip.end == .exited(64) && other.end == .exited(64) && known.end == .exited(0))
    #expect(slip.errors == ["Error: There is no command 'zom'. Did you mean 'zoom'?"])
    #expect(other.errors == ["Error: There is no command 'frobnicate'."])
    let inner = "Error: There is no command 'statsu'. Did you mean 'status'?"
    #expect(try Run(["help", "kiosk", "statsu"]).errors == [inner])
    #expect(try Run(["kiosk", "statsu"]).errors.first == inner)
  }

  @Test(arguments: ["place", "replay", "screenshot", "record"])
  func `an option that does not exist is named before what is missing`(command: String) throws {
    let run = try Run([command, "--frobnicate"])
    #expect(run.end == .exited(64) && run.errors.first == "Error: Unknown option '--frobnicate'", "\(run.errors)")
    #expect(try Run([command]).errors.first?.hasPrefix("Error: Missing expected argument") == true)
  }

  @Test func `a command that is near no other is refused without a guess`() throws {
    #expect(try Run(["frobnicate"]).errors.first == "Error: Unexpected argument 'frobnicate'")
  }

  @Test(arguments: [
    "board /nonexistent", "zoom /etc/passwd", "serve --config /etc/passwd --check", "replay /etc/passwd",
    "place /etc/passwd", "zoom --source /etc/passwd", "touches --source evdev:/etc/passwd",
    "zoom --remember-hand /etc/passwd", "menu --socket /etc/passwd", "curtain up --socket /etc/passwd",
    "bench recognizers --recording /etc/passwd", "bench prediction /etc/passwd",
  ])
  func `an error is plain words without a type of the program`(line: String) throws {
    let run = try Run(line)
    #expect(run.end == .exited(1))
    let error = try #require(run.errors.last)
    #expect(error.hasPrefix("offhand: "))
    // Such as `HandHabitFile.Fault(path: …)` or `Optional(3)`.
    #expect(!error.contains(/\b[A-Z][a-z]+[A-Z]\w*\.?\w*\(/) && !error.contains("Optional("), "\(error)")
  }
}
