public import ArgumentParser
import Glibc
public import Logging
import OffhandPlatform

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

/// Where a program says what is not its result.
enum StandardError {
  /// Writes `text` as it is, all of it or until the reader has gone.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// Where a program says its result: gathered and written in large pieces.
struct StandardOutput: ~Copyable {
  /// Why a result could not be written.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "cannot write the result: \(KernelError.reason(code))" }
  }

  private static let pieceLength = 1 << 16
  private var pending: [UInt8] = []

  /// Adds `bytes`. Throws where the output does not take them.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Adds `text`. Throws where the output does not take it.
  mutating func write(_ text: String) throws(Failure) {
    pending += text.utf8
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Writes everything that was gathered. Throws where the output does not take it.
  mutating func flush() throws(Failure) {
    var rest = pending[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// How much a command says about what it does.
struct LogOptions: ParsableArguments {
  @Option(name: .customLong("log"), help: "What to report: trace, debug, info, notice, warning or error.")
  var level = Logger.Level.notice

  /// Makes the logger that goes by these options.
  func makeLogger() -> Logger {
    Logger(label: "offhand") { _ in PlainLog(logLevel: level) }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Log lines as a person at a terminal wants them: no time, no label, what it is about behind the message.
struct PlainLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = "offhand: "
    if event.level != .notice { line += "\(event.level): " }
    line += "\(event.message)"
    let details = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in details.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
    StandardError.write(line + "\n")
  }
}
