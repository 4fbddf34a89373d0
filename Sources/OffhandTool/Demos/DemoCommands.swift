import ArgumentParser
import OffhandClient
import OffhandDemos

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

/// `offhand tray`: a tray and a drawer that follow the finger.
struct TrayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tray", abstract: "Pull a tray up from the lower edge, and a drawer out of the left one.",
    discussion: "Tray and drawer open or shut by the direction of the throw. Escape ends the program.")

  @OptionGroup var display: DisplayOptions
  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    try TrayProgram.run(input: source.input, display: display.display(), logger: log.makeLogger())
  }
}

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
