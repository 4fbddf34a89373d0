import ArgumentParser
import OffhandCommandLine

/// `offhand-bench`: measures the parts of the package. `offhand bench` runs it.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offhand-bench", abstract: "Measure parts of the package.",
    subcommands: [
      BenchRecognizersCommand.self, BenchLatencyCommand.self, BenchInputCommand.self, BenchDrawingCommand.self,
      BenchProgramCommand.self, BenchPlacementCommand.self, BenchPredictionCommand.self,
      BenchAccommodationsCommand.self, BenchPanelCommand.self, BenchPeersCommand.self, LatencyClient.self,
      BenchPassCommand.self,
    ])

  static func main() { start() }
}

/// The number of processes per figure.
struct StartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Processes that measure each figure, alternating with the others; figures are medians over them.",
      valueName: "number"))
  var starts = 9

  func validate() throws {
    guard (1...1000).contains(starts) else { throw ValidationError("'--starts' takes 1 to 1000.") }
  }
}
