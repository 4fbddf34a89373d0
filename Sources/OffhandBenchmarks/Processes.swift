import OffhandPlatform

/// Why a benchmark cannot run: one sentence, with the remedy.
package struct BenchFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The environment and the location of programs that a benchmark starts.
package enum BenchEnvironment {
  /// The user that compositors run as, as sway refuses to run as root; `nil` for the present user.
  package static let compositorUser: UInt32? = Environment.user == 0 ? 12345 : nil

  /// The environment without the variables that name a compositor.
  package static var variables: [String: String] {
    Environment.all.filter { name, _ in
      !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "SWAYSOCK", "XDG_RUNTIME_DIR"].contains(name)
    }
  }

  /// Whether `$PATH` leads to a program of this name, or `name` is the path of one.
  package static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return Files.isUsable(name, for: .executing) }
    return (Environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .contains { Files.isUsable("\($0)/\(name)", for: .executing) }
  }

  /// The path of the program `name` in the folder of the running one. Throws if there is none.
  package static func beside(_ name: String) throws -> String {
    let folder = ownPath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let path = "\(folder)/\(name)"
    guard Files.isUsable(path, for: .executing) else {
      throw BenchFault("there is no \(path); build it with: swift build -c release --product \(name)")
    }
    return path
  }

  /// The command of a build of the benchmarks: `offhand-bench` itself, or `offhand bench`.
  package static func benchCommand(of program: String) -> [String] {
    program.split(separator: "/").last == "offhand-bench" ? [program] : [program, "bench"]
  }

  /// The path of the program that is running.
  package static var ownPath: String {
    Environment.program ?? CommandLine.arguments[0]
  }
}

/// Runs programs that measure themselves and print one figure.
package enum MeasuredProcess {
  /// Time limit of one run.
  private static let patience = Duration.seconds(120)

  /// Runs `command`, and returns what it wrote to standard output and standard error. Throws if it fails.
  package static func run(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> (output: String, errors: String) {
    let scratch = try TemporaryFolder()
    let process: ChildProcess
    do {
      process = try ChildProcess(
        command, environment: BenchEnvironment.variables.merging(environment) { $1 }, output: scratch.file("out"),
        errors: scratch.file("err"))
    } catch {
      throw BenchFault("cannot start \(command[0]): \(error)")
    }
    guard let end = process.wait(within: patience) else { throw BenchFault("\(command[0]) did not end in \(patience)") }
    let errors = scratch.text(of: "err")
    guard end == .exited(0) else { throw BenchFault("\(command.joined(separator: " ")) failed: \(errors)") }
    return (scratch.text(of: "out"), errors)
  }

  /// Runs `command`, and returns the last number it printed: nanoseconds per frame. Throws if there is none.
  package static func nanoseconds(_ command: [String], environment: [String: String] = [:]) throws -> Double {
    let output = try run(command, environment: environment).output
    guard let word = output.split(whereSeparator: \.isWhitespace).last, let value = Double(word) else {
      throw BenchFault("\(command[0]) printed no number: \(output.prefix(200))")
    }
    return value
  }
}
