public import ArgumentParser
public import Logging
import OffhandCommandLine

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
