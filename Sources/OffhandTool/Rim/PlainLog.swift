import Logging

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
