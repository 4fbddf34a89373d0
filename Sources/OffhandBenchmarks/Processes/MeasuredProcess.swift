import OffhandPlatform

/// Runs a program that measures itself and prints one figure.
package enum MeasuredProcess {
  /// The longest that one may take.
  private static let patience = Duration.seconds(120)

  /// What `command` printed, and what it said besides. Throws where it fails.
  package static func run(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> (output: String, errors: String) {
    let scratch = try ScratchDirectory()
    let process: ChildProcess
    do {
      process = try ChildProcess(
        command, environment: BenchEnvironment.variables.merging(environment) { $1 }, output: scratch.file("out"),
        errors: scratch.file("err"))
    } catch {
      throw BenchFault("cannot start \(command[0]): \(error)")
    }
    guard let end = process.wait(within: patience) else { throw BenchFault("\(command[0]) did not end in \(patience)") }
    let errors = scratch.text(in: "err")
    guard end == .exited(0) else { throw BenchFault("\(command.joined(separator: " ")) failed: \(errors)") }
    return (scratch.text(in: "out"), errors)
  }

  /// The number that `command` printed last: nanoseconds a frame. Throws where it printed none.
  package static func nanoseconds(_ command: [String], environment: [String: String] = [:]) throws -> Double {
    let output = try run(command, environment: environment).output
    guard let word = output.split(whereSeparator: \.isWhitespace).last, let value = Double(word) else {
      throw BenchFault("\(command[0]) printed no number: \(output.prefix(200))")
    }
    return value
  }
}
