import ArgumentParser

/// `offhand bench`: measures the parts of the package against their figures.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the package.",
    subcommands: [
      BenchRecognizersCommand.self, BenchLatencyCommand.self, BenchInputCommand.self, BenchDrawingCommand.self,
      BenchProgramCommand.self, BenchPlacementCommand.self, BenchPeersCommand.self, BenchReportCommand.self,
      BenchRepeatsCommand.self, BenchLatencyClientCommand.self, BenchPassCommand.self,
    ])
}
