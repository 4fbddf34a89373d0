import ArgumentParser

/// How a command line that cannot be parsed ends.
enum UsageFailure {
  /// Ends the program as the argument parser does, with an example of what an invalid value should have been.
  static func exit(with error: any Error, in command: any ParsableCommand.Type) -> Never {
    let code = command.exitCode(for: error)
    let message = command.fullMessage(for: error)
    guard code == .validationFailure, let improved = withExample(message) else { command.exit(withError: error) }
    StandardError.write(improved + "\n")
    command.exit(withError: ExitCode(code.rawValue))
  }

  /// `message` with an example in its first line; `nil` if it is not about an invalid value, or lists the values.
  static func withExample(_ message: String) -> String? {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, first.contains("' is invalid for '") else { return nil }
    let list = "Please provide one of '"
    if first.contains(list) {
      // One value is no list to choose from.
      guard !first.contains("' and '"), !first.contains("' or '") else { return nil }
      lines[0] = first.replacing(list, with: "For example: '")
    } else {
      let name = first.split(separator: "'").last { $0.hasPrefix("--") }?.split(separator: " ").first
      guard let name, let example = examples[String(name)] else { return nil }
      lines[0] = "\(first). For example: '\(example)'."
    }
    return lines.joined(separator: "\n")
  }

  /// A value of each option that takes no word of a list.
  private static let examples = [
    "--at": "120,80", "--map": "DEVICE=DP-1", "--size": "300x190", "--prior-right": "0.5", "--px-per-mm": "12.5",
    "--seconds": "20", "--timeout": "15",
    // Of the benchmarks.
    "--compositor": "weston", "--count-passes": "10", "--driver": "gtk4:hot=./driver", "--frames": "1000",
    "--horizon": "25", "--idle": "10", "--inputs": "300", "--missing": "qt=not installed", "--pace": "8",
    "--passes": "100", "--pulls": "200", "--rate": "120", "--repetitions": "20", "--runs": "5", "--seed": "1",
    "--starts": "9", "--steps": "100", "--surface-frames": "600", "--within": "3",
  ]
}
