import CompositorRig
import Foundation

/// One run of `offhand` to its end, as a shell would see it.
struct Run {
  let end: ChildProcess.End
  /// The lines of standard output.
  let output: [String]
  /// The lines of standard error.
  let errors: [String]

  /// Runs `offhand` with `words`.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    try self.init(command: [Program.built("offhand")] + words, environment: environment)
  }

  /// Runs `offhand` with the words of `line`.
  init(_ line: String) throws { try self.init(line.split(separator: " ").map(String.init)) }

  /// Runs `line` in a shell, in which `$offhand` is the program.
  init(shell line: String) throws {
    try self.init(command: ["/bin/sh", "-c", line], environment: ["offhand": Program.built("offhand")])
  }

  private init(command: [String], environment: [String: String]) throws {
    let program = try Program(command, environment: environment)
    end = try program.wait()
    output = program.standardOutput.split(separator: "\n").map(String.init)
    errors = program.standardError.split(separator: "\n").map(String.init)
  }
}
