import ArgumentParser

/// How a command ends that could not do what it was asked to.
enum RunFailure {
  /// The exit code of everything that goes wrong while a command runs.
  static let exitCode: Int32 = 1

  /// Ends the program: usage errors and clean exits as the argument parser does, all others with one plain line.
  static func exit(with error: any Error, in command: any ParsableCommand.Type) -> Never {
    // The parser knows which of its own errors ask for help and which are wrong usage; everything else it calls a failure.
    guard command.exitCode(for: error) == .failure, !(error is ExitCode) else { command.exit(withError: error) }
    StandardError.write("offhand: \(line(for: error))\n")
    command.exit(withError: ExitCode(exitCode))
  }

  /// The error's own words on one line.
  static func line(for error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
