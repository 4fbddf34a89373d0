import ArgumentParser
import OffhandClient

/// `offhand board`: photos on a table, for as many hands as there are.
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Move, turn, scale and throw photos on a table, with several hands.",
    discussion: """
      Fingers on a photo move, turn and scale it; let go in motion, it slides on. A long press opens its menu, the round \
      button the picker. Escape ends the program.
      """)

  @Argument(help: "PNG and JPEG files, or folders of them. Without any, painted landscapes are shown.")
  var pictures: [String] = []

  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    let configuration = BoardProgram.Configuration(
      pictures: pictures, input: source.input, placement: placing.settings, display: display.display())
    try BoardProgram.run(configuration, logger: log.makeLogger())
  }
}
