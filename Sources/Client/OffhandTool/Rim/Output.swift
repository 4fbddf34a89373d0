public import ArgumentParser
public import Logging
import OffhandCommandLine
import OffhandRecordings

extension StandardOutput {
  /// Adds the JSON value that `body` writes as one line. Throws if the output cannot be written.
  mutating func writeLine(_ body: (inout JSONWriter) -> Void) throws(Failure) {
    var writer = JSONWriter()
    body(&writer)
    writer.endLine()
    try write(writer.bytes)
  }
}

/// The option that selects the log lines that a command writes.
struct LogOptions: ParsableArguments {
  @Option(name: .customLong("log"), help: "What to report: each level includes those after it.")
  var level = Logger.Level.notice

  @OptionGroup var color: ColorOptions

  func makeLogger() -> Logger {
    Logger(label: "offhand") { _ in PlainLog(logLevel: level) }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Log lines for a person at a terminal: without time and label, the metadata after the message.
private struct PlainLog: LogHandler {
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
    StandardError.log(line, in: event.level < .warning ? nil : event.level == .warning ? .yellow : .red)
  }
}
