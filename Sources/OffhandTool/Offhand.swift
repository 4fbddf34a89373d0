import ArgumentParser

/// The command line.
@main
struct OffhandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offhand", abstract: "Sees fingers, understands them, and keeps what it shows out from under the hand."
  )
}
