public import ArgumentParser
public import Logging

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
