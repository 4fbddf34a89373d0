import OffhandPlatform

/// Why a benchmark cannot run: one sentence, with the remedy.
package struct BenchFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Runs programs that measure themselves and print one figure.
package enum MeasuredProcess {
  /// The path of the program `name` in the folder of the running one. Throws if there is none.
  package static func beside(_ name: String) throws -> String {
    let path = Environment.beside(name)
    guard Files.isUsable(path, for: .executing) else {
      throw BenchFault("there is no \(path); build it with: swift build -c release --product \(name)")
    }
    return path
  }

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
        command, environment: Environment.withoutCompositor.merging(environment) { $1 }, output: scratch.file("out"),
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
  package static func nanoseconds(_ command: [String]) throws -> Double {
    let output = try run(command).output
    guard let word = output.split(whereSeparator: \.isWhitespace).last, let value = Double(word) else {
      throw BenchFault("\(command[0]) printed no number: \(output.prefix(200))")
    }
    return value
  }
}
