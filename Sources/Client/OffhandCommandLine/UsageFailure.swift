import ArgumentParser

/// How a command line that cannot be parsed ends.
enum UsageFailure {
  /// Ends the program as the argument parser does, with an example of what an invalid value should have been.
  static func exit(with error: any Error, in command: any ParsableCommand.Type) -> Never {
    let code = command.exitCode(for: error)
    let message = command.fullMessage(for: error)
    // The argument parser does not look whether its help was written.
    if code == .success { command.exit(withError: written(message) ? nil : ExitCode(RunFailure.exitCode)) }
    guard code == .validationFailure else { command.exit(withError: error) }
    let plain = message.replacing("PORT\n", with: "PORT, a port from 1 to 65535\n")
    let improved = withNearest(message, in: command) ?? withUnknown(message, in: command) ?? withExample(message)
    StandardError.write((improved ?? plain) + "\n", in: .red)
    command.exit(withError: ExitCode(code.rawValue))
  }

  /// Whether a result could be written, which is said otherwise.
  private static func written(_ message: String) -> Bool {
    do throws(StandardOutput.Failure) {
      var output = StandardOutput()
      try output.write(message + "\n")
      try output.flush()
    } catch {
      StandardError.write("offhand: \(error)\n", in: .red)
      return false
    }
    return true
  }

  /// `message` about a command that does not exist, with the one whose name is nearest; `nil` if the command exists or none is near.
  private static func withNearest(_ message: String, in command: any ParsableCommand.Type) -> String? {
    guard let first = missing(CommandLine.arguments.dropFirst(), in: command), first.hasSuffix("?") else { return nil }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] = first
    return lines.joined(separator: "\n")
  }

  /// That there is no such option, which the parser says only where nothing is missing; `nil` if `message` is about something else.
  private static func withUnknown(_ message: String, in command: any ParsableCommand.Type) -> String? {
    let parts = message.split(separator: "'")
    guard parts.count > 1, parts[0].hasSuffix("Missing expected argument ") else { return nil }
    let missing = parts[1].hasPrefix("--") ? [String(parts[1].prefix { $0 != " " }), "-"] : ["-"]
    do { _ = try command.parseAsRoot(CommandLine.arguments.dropFirst() + missing) } catch {
      let message = command.fullMessage(for: error)
      if message.contains("Unknown option") { return message }
    }
    return nil
  }

  /// That there is no command of the words after `help`; `nil` if there is one, or no such words.
  static func missingTopic(in command: any ParsableCommand.Type) -> String? {
    let words = CommandLine.arguments.dropFirst()
    return words.first == "help" ? missing(words.dropFirst(), in: command) : nil
  }

  /// That there is no command of `words`, with the one whose name is nearest if any is near; `nil` if there is one.
  private static func missing(_ words: ArraySlice<String>, in command: any ParsableCommand.Type) -> String? {
    let commands = command.configuration.subcommands
    guard let word = words.first, !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
    if let found = commands.first(where: { $0._commandName == word }) { return missing(words.dropFirst(), in: found) }
    let names = commands.map { $0._commandName }
    let nearest = names.map { (name: $0, edits: edits(from: word, to: $0)) }.min { $0.edits < $1.edits }
    let missing = "Error: There is no command '\(word)'."
    guard let nearest, nearest.edits <= 2, nearest.edits <= nearest.name.count / 2 else { return missing }
    return "\(missing) Did you mean '\(nearest.name)'?"
  }

  /// The number of characters that are inserted, left out or replaced to make one word of another (Levenshtein).
  private static func edits(from word: some StringProtocol, to other: some StringProtocol) -> Int {
    var row = Array(0...other.count)
    for (i, one) in word.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, two) in other.enumerated() {
        let changed = diagonal + (one == two ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, diagonal + 1, row[j] + 1)
      }
    }
    return row[other.count]
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
    "--at": "120,80", "--diagonal": "7in", "--map": "DEVICE=DP-1", "--size": "300x190", "--prior-right": "0.5",
    "--px-per-mm": "12.5",
    "--lost-after": "10", "--seconds": "20", "--timeout": "15",
    // Of the benchmarks.
    "--compositor": "weston", "--count-passes": "10", "--driver": "gtk4:hot=./driver", "--inputs": "300",
    "--missing": "qt=not installed", "--pace": "8", "--panel-latency": "20", "--passes": "100", "--rate": "120",
    "--repetitions": "20", "--runs": "5", "--seed": "1", "--seeds": "30", "--starts": "9",
  ]
}
