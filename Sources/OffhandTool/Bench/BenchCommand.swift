import ArgumentParser

/// `offhand bench`: measures the parts of the package against their figures.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the package.",
    subcommands: [
      BenchRecognizersCommand.self, BenchLatencyCommand.self, BenchPlacementCommand.self,
      BenchLatencyClientCommand.self,
    ])
}
