import ArgumentParser
import OffhandClient

/// `offhand zoom`: fingers scale, turn and move a picture, and the zoom level keeps clear of the hand.
struct ZoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom", abstract: "Scale, turn and move a picture with your fingers.",
    discussion: """
      Two fingers scale, turn and move the picture, one finger moves it, a tap puts it back, and a finger that rests gets \
      a loupe beside it. Escape ends the program.
      """)

  @Argument(help: "A PNG or JPEG file. Without it, a test chart is shown.")
  var picture: String?

  @Flag(help: "Draw fingers, the hand's shadow, the places considered and why one won over the scene.")
  var explain = false

  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    let configuration = ZoomProgram.Configuration(
      picture: picture, input: source.input, placement: placing.settings, display: display.display(),
      commentary: explain ? .explained : .none)
    try ZoomProgram.run(configuration, logger: log.makeLogger())
  }
}
