package import OffhandPlatform

/// A program that a rig started: its output collected, its end awaited within a bound, and ended with the object.
package final class Program {
  /// The words it was started with.
  package let command: [String]

  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts `command`, whose first word is a path or a name to look up in `$PATH`.
  ///
  /// Its environment is that of this process without the variables that name a compositor, and with `environment` added.
  package init(
    _ command: [String], environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws {
    self.command = command
    folder = try TemporaryFolder()
    process = try ChildProcess(
      command, environment: Environment.withoutCompositor.merging(environment) { $1 },
      workingDirectory: workingDirectory,
      output: folder.file("out"), errors: folder.file("err"))
  }

  deinit { process.stop(within: .milliseconds(500)) }

  /// Whether `$PATH` leads to a program of this name, or `name` is the path of one.
  package static func isInstalled(_ name: String) -> Bool { Environment.isInstalled(name) }

  /// The path of the executable `name` of this package, beside the running one.
  package static func built(_ name: String) -> String { Environment.beside(name) }

  /// The process number.
  package var processID: Int32 { process.id }
  /// What it wrote to standard output so far.
  package var standardOutput: String { folder.text(of: "out") }
  /// What it wrote to standard error so far.
  package var standardError: String { folder.text(of: "err") }

  /// How it ended; `nil` while it runs.
  package func poll() -> ChildProcess.End? { process.poll() }

  /// Waits until it ends. Throws a ``RigError`` with what it wrote if it still runs after `limit`.
  @discardableResult
  package func wait(within limit: Duration = Waiting.patience) throws -> ChildProcess.End {
    var end: ChildProcess.End?
    try Waiting.until("the end of \(summary)", within: limit) {
      end = poll()
      return end != nil
    }
    return end ?? .exited(0)
  }

  /// Waits until it has written `text` to either stream. Throws if it ends before that.
  package func waitForOutput(_ text: String, within limit: Duration = Waiting.patience) throws {
    try Waiting.until("\"\(text)\" from \(summary)", within: limit) {
      let end = poll()
      if standardOutput.contains(text) || standardError.contains(text) { return true }
      if let end { throw RigError("\(summary) ended (\(end)) before it wrote \"\(text)\"") }
      return false
    }
  }

  /// Sends it a signal; has no effect after its end.
  package func signal(_ number: Int32) { process.signal(number) }

  /// Requests its end, and kills it with all its children if it still runs after `grace`.
  package func stop(grace: Duration = .seconds(2)) { process.stop(within: grace) }

  /// Its command and what it wrote last, for errors.
  package var summary: String {
    let words = standardError.suffix(600)
    return "'\(command.joined(separator: " "))'" + (words.isEmpty ? "" : ", which wrote: \(words)")
  }
}

/// Why a rig cannot do its work: one line, with what the process wrote if it wrote something.
package struct RigError: Error, CustomStringConvertible {
  /// The line.
  package let description: String

  /// An error with this description.
  package init(_ description: String) { self.description = description }
}
