import ArgumentParser
import Offhand
import OffhandClient
import OffhandDemos
import OffhandPlatform

/// What the help of every demo says about mice.
private let mouse = """
  The mouse is a finger; a drag with Control held is a pinch: dragging on opens it, back closes it, sideways turns it.
  """

/// The option that draws the reasons for where overlays are.
struct CommentaryOptions: ParsableArguments {
  @Flag(help: "Also draw the hand, the touches, positions considered, and how much of the overlay is hidden.")
  var explain = false
}

/// `offhand zoom`: touches scale, rotate and move a picture, and the zoom level is placed clear of the hand.
struct ZoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom", abstract: "Scale, rotate and move a picture with your fingers.",
    discussion: """
      Two fingers scale, rotate and move the picture, one finger moves it, a tap resets it, and a finger held still gets \
      a loupe beside it. \(mouse) Escape ends the program.

      Examples:

        offhand zoom photo.jpg
        offhand zoom --source pinch.jsonl --explain
      """)

  @Argument(help: "A PNG or JPEG file. Without it, a painted landscape is shown.")
  var picture: String?

  @Flag(help: "Show a test chart: fine lines, colours and text.")
  var chart = false

  @OptionGroup var commentary: CommentaryOptions

  @OptionGroup var hands: HandOptions
  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    if chart, picture != nil { throw ValidationError("'--chart' shows the test chart: omit the file.") }
  }

  func run() throws {
    var (input, display) = (playback.input, display.start())
    try panel.apply(to: &input, &display)
    // The picture is read while the program connects to the compositor.
    Confinement.leaveProcesses()
    try ZoomProgram.run(
      picture.map { .file($0) } ?? (chart ? .chart : .landscape), input: input, placement: placing.settings,
      display: display, separation: hands.separation(.oneHand), isExplained: commentary.explain,
      logger: log.makeLogger())
  }
}

/// `offhand board`: photos on a table, for any number of hands.
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Move, rotate, scale and throw photos on a table, with several hands.",
    discussion: """
      Fingers on a photo move, rotate and scale it; released in motion, it slides on. A long press opens its menu, the \
      round button the picker. \(mouse) Escape ends the program.

      Examples:

        offhand board ~/Pictures
        offhand board --role window --theme light
      """)

  @Argument(help: "PNG and JPEG files, or folders of them. Without any, painted landscapes are shown.")
  var pictures: [String] = []

  @OptionGroup var commentary: CommentaryOptions
  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    var (input, display) = (playback.input, display.start())
    try panel.apply(to: &input, &display)
    try BoardProgram.run(
      pictures, input: input, placement: placing.settings, display: display,
      isExplained: commentary.explain, logger: log.makeLogger())
  }
}

/// `offhand tray`: a tray and a drawer that follow a touch.
struct TrayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tray", abstract: "Pull a tray up from the lower edge, and a drawer out of the left one.",
    discussion: """
      Tray and drawer open or close by the direction of the throw. \(mouse) Escape ends the program.

      Examples:

        offhand tray --role window:800x480
      """)

  @OptionGroup var hands: HandOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    var (input, display) = (playback.input, display.start())
    try panel.apply(to: &input, &display)
    try TrayProgram.run(
      input: input, display: display, separation: hands.separation(), logger: log.makeLogger())
  }
}

/// `offhand touches`: every touch, every recognizer, the hand.
struct TouchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touches", abstract: "Show every touch with its trail, the events of every recognizer, and the hand.",
    discussion: """
      For developers of gestures. Positions are millimetres. Without --role it is an overlay above the other programs if \
      the compositor offers that and touches come from elsewhere, else fullscreen. In a window and fullscreen the mouse \
      is a finger, and a drag with Control held is two. Escape, or Control-C for an overlay, ends the program.

      Examples:

        offhand touches --log info
        offhand touches --source recording.jsonl --role window --exit
      """)

  @OptionGroup var commentary: CommentaryOptions
  @OptionGroup var hands: HandOptions
  @OptionGroup var placing: PlacementOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    var (input, display) = (playback.input, display.start(.overlayWhereOffered))
    try panel.apply(to: &input, &display)
    try TouchMonitorProgram.run(
      input: input, display: display,
      placement: placing.settings, separation: hands.separation(), isExplained: commentary.explain,
      logger: log.makeLogger())
  }
}
