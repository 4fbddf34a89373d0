package import ArgumentParser

extension ParsableCommand {
  /// Runs the command line that the program was started with.
  ///
  /// Wrong usage ends the program with exit code 64 and the way to the help; what goes wrong while a command runs ends it with
  /// exit code 1 and one plain line.
  package static func start() {
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      exit(withError: error)
    }
    do {
      try command.run()
    } catch {
      RunFailure.exit(with: error, in: type(of: command))
    }
  }
}

/// How a command ends that failed while it ran.
package enum RunFailure {
  /// The exit code of everything that goes wrong while a command runs.
  package static let exitCode: Int32 = 1

  /// Ends the program: usage errors and clean exits as the argument parser does, all others with one plain line.
  static func exit(with error: any Error, in command: any ParsableCommand.Type) -> Never {
    // The parser knows which of its own errors ask for help and which are wrong usage; everything else it calls a failure.
    guard command.exitCode(for: error) == .failure, !(error is ExitCode) else { command.exit(withError: error) }
    StandardError.write("offhand: \(line(for: error))\n")
    command.exit(withError: ExitCode(exitCode))
  }

  /// The error's own words on one line.
  private static func line(for error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
