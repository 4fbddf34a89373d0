import ArgumentParser

/// `offhand zoom`: fingers scale, turn and move a picture, and the zoom level keeps clear of the hand.
struct ZoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom", abstract: "Scale, turn and move a picture with your fingers.")

  @Argument(help: "A PNG or JPEG file. Without it, a test picture is shown.")
  var picture: String?

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    _ = log.makeLogger()
  }
}
