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

  @Flag(name: .customLong("over"), help: "Show them over the other programs, which get all touches.")
  var isOver = false

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    if isOver, source.input.origin == .wayland {
      throw ValidationError("With '--over' all touches go to other programs: take them from libinput or a recording.")
    }
  }

  func run() throws {
    try TouchMonitorProgram.run(
      input: source.input, place: isOver ? .overlay : .fullscreen, placement: placement, logger: log.makeLogger())
  }
}
