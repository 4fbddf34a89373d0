import ArgumentParser
import Offhand
import OffhandClient

/// `offhand touches`: every touch, every recognizer, the hand.
struct TouchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touches", abstract: "Show every touch with its trail, what every recognizer says, and the hand.",
    discussion: "For people who develop gestures. Positions are millimetres. Escape ends the program.")

  @Option(help: "Who estimates the hand.")
  var placement = PlacementPreset.best

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    try TouchMonitorProgram.run(input: source.input, placement: placement, logger: log.makeLogger())
  }
}
