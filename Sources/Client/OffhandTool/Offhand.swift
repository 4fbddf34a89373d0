import ArgumentParser
import OffhandCommandLine

/// The command line.
@main
struct OffhandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offhand",
    abstract: "Recognize touch gestures, and place what is shown where the hand does not hide it.",
    discussion: """
      Exit status:

        0     it did what it was asked to do
        1     it failed; one line on the standard error says what, and where
        64    it was used wrongly; the right usage is printed
      """,
    version: "0.2.0",
    subcommands: [
      ZoomCommand.self, BoardCommand.self, TrayCommand.self, TouchesCommand.self,
      PlaceCommand.self,
      ServeCommand.self, BridgeCommand.self, ListenCommand.self, MenuCommand.self, CurtainCommandLine.self,
      KioskCommand.self, StatusCommand.self, ScreenshotCommand.self,
      PipelinesCommand.self,
      BenchCommand.self,
      ReplayCommand.self,
      RecordCommand.self,
      DevicesCommand.self,
      PanelCommand.self,
      MapCommand.self,
      DoctorCommand.self,
    ])

  static func main() { start() }
}
