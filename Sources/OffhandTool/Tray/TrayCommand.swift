import ArgumentParser
import OffhandClient

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
