import ArgumentParser
import Logging

/// The demos that a recording can be played to.
enum ReplayDemo: String, ExpressibleByArgument, CaseIterable {
  case zoom
  case board
  case tray
  case touches

  /// Shows the demo, touched by the fingers of the recording at `path`.
  func run(playing path: String, log: LogOptions) throws {
    let arguments = ["--source", "recording:\(path)", "--log", log.level.rawValue]
    switch self {
    case .zoom: try ReplayDemo.run(ZoomCommand.self, arguments)
    case .board: try ReplayDemo.run(BoardCommand.self, arguments)
    case .tray: try ReplayDemo.run(TrayCommand.self, arguments)
    case .touches: try ReplayDemo.run(TouchesCommand.self, arguments)
    }
  }

  /// As if the user had given the arguments, so that there is one way only to say what a demo does.
  private static func run<Command: ParsableCommand>(_ type: Command.Type, _ arguments: [String]) throws {
    var command = try type.parse(arguments)
    try command.run()
  }
}
