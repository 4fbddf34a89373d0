import ArgumentParser
import OffhandClient

/// `offhand touches`: every touch, every recognizer, the hand.
struct TouchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touches", abstract: "Show every touch with its trail, what every recognizer says, and the hand.",
    discussion: """
      For people who develop gestures. Positions are millimetres. Without --role it is shown over the other programs where \
      the compositor offers that and touches come from elsewhere, else fullscreen. Escape, or Ctrl-C where it is an overlay, \
      ends the program.
      """)

  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    try TouchMonitorProgram.run(
      input: source.input, display: display.display(.overlayWhereOffered), placement: placing.settings,
      logger: log.makeLogger())
  }
}
