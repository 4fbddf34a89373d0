import ArgumentParser
import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandPixman
import OffhandWayland

/// The option that names the typeface.
struct FontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The typeface, as fontconfig names it; of several with commas the first that is installed.", valueName: "name"))
  var font = FontBook.screenFamilies
}

/// The options about surface, output and frames.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kind of surface; an overlay is above all other programs, and touches pass through it.", valueName: "role"))
  var role: ViewRoleArgument?

  @Option(
    help: ArgumentHelp(
      "The output to show it on, such as DP-1.",
      discussion: "Without it, the compositor chooses; an overlay is shown on every output.", valueName: "name"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "When the compositor gets a frame: at once, when it asks for the next one, or as late as possible before it is shown.",
      discussion: "Automatic is late-latch where the compositor reports when frames are seen, and immediate elsewhere.",
      valueName: "when"))
  var commit = CommitArgument.automatic

  @Option(
    help: ArgumentHelp(
      "How far ahead touches are predicted for drawing: up to 40 ms (steady), up to 8 as in Android (resample), or not (none).",
      valueName: "rule"))
  var predict = PredictionRule.steady

  @Option(help: "The colours: dark surfaces with white text, or light ones with dark text.")
  var theme = ThemeArgument.dark

  @OptionGroup var fonts: FontOptions

  @Flag(help: "If the compositor goes, wait for another one and connect to it.")
  var reconnect = false

  func validate() throws {
    if role?.role.isWindow == true, output != nil {
      throw ValidationError("The compositor places windows itself: omit '--output'.")
    }
  }

  /// The value of the options; `role` is the default role.
  func display(_ role: ViewRole = .fullscreen) -> ViewDisplay {
    var display = ViewDisplay(
      role: self.role?.role ?? role, output: output, policy: commit.policy, prediction: predict,
      theme: theme.theme, loss: reconnect ? .reconnects : .ends)
    display.font = fonts.font
    return display
  }

  /// The same with the process that connects to the next compositor, if the options ask for that. Call it before there are threads.
  func start(_ role: ViewRole = .fullscreen) -> ViewDisplay {
    var display = display(role)
    if reconnect { display.broker = try? CompositorBroker() }
    return display
  }
}

/// The argument of `--theme`.
enum ThemeArgument: String, ExpressibleByArgument, CaseIterable {
  case dark
  case light

  /// The theme of that name.
  var theme: Theme { self == .dark ? .dark : .light }
}

/// The argument of `--role`.
struct ViewRoleArgument: ExpressibleByArgument {
  var role: ViewRole

  /// A window without a size: fits any screen, and leaves space for another beside it.
  private static let window = ViewRole.window(width: 960, height: 600)

  /// The longest side in logical pixels: the most that pixman draws into.
  private static let largestSide: Int32 = 32_766

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("fullscreen", nil): role = .fullscreen
    case ("overlay", nil): role = .overlay
    case ("maximized", nil): role = .maximized
    case ("window", nil): role = ViewRoleArgument.window
    case ("window", let size?):
      let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        (1...ViewRoleArgument.largestSide).contains(width),
        (1...ViewRoleArgument.largestSide).contains(height)
      else { return nil }
      role = .window(width: width, height: height)
    default: return nil
    }
  }

  static var allValueStrings: [String] { ["fullscreen", "maximized", "window[:WIDTHxHEIGHT]", "overlay"] }
}
