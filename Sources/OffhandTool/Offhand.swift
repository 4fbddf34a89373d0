import ArgumentParser

/// The command line.
///
/// Wrong usage ends with exit code 64 and the way to the help; what goes wrong while a command runs ends with exit code 1
/// and one plain line.
@main
struct OffhandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offhand",
    abstract: "Sees fingers, understands them, and keeps what it shows out from under the hand.",
    subcommands: [
      ZoomCommand.self, BoardCommand.self, TrayCommand.self, TouchesCommand.self,
      PlaceCommand.self,
      PipelinesCommand.self,
      BenchCommand.self,
      ReplayCommand.self,
      RecordCommand.self,
      DevicesCommand.self,
      MapCommand.self,
      DoctorCommand.self,
    ])

  static func main() {
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      exit(withError: error)
    }
    do {
      try command.run()
    } catch {
      RunFailure.exit(with: error, in: type(of: command))
    }
  }
}
