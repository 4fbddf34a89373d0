import OffhandCommandLine
import ArgumentParser
import OffhandClient
import OffhandCommandLine

/// How a command shows what it shows.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What it is shown in; an overlay lies above all other programs, which get all touches.", valueName: "role"))
  var role: ViewRoleArgument?

  @Option(
    help: ArgumentHelp(
      "The output to show it on, such as DP-1.",
      discussion: "Without it the compositor picks one; an overlay is shown on every one.", valueName: "name"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "When a frame is committed: at once, when the compositor asks for one, or as late as it still is shown.",
      valueName: "when"))
  var commit = CommitArgument.frameCallback

  @Flag(help: "Keep what is shown and connect again when the compositor goes.")
  var reconnect = false

  func validate() throws {
    if case .window = role?.role, output != nil {
      throw ValidationError("A window goes where the compositor puts it: leave '--output' out.")
    }
  }

  /// What the options mean for a command that is otherwise shown as `role`.
  func display(_ role: ViewRole = .fullscreen) -> ViewDisplay {
    ViewDisplay(
      role: self.role?.role ?? role, output: output, policy: commit.policy, loss: reconnect ? .reconnects : .ends)
  }
}

/// One `--role` as it is written.
struct ViewRoleArgument: ExpressibleByArgument {
  var role: ViewRole

  /// The window where its size is left out: fits any screen, and leaves room for another beside it.
  private static let window = ViewRole.window(width: 960, height: 600)

  /// No side is longer: more than any screen has, and what pixman can draw.
  private static let largestSide: Int32 = 32_767

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("fullscreen", nil): role = .fullscreen
    case ("overlay", nil): role = .overlay
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

  static var allValueStrings: [String] { ["fullscreen", "window[:WIDTHxHEIGHT]", "overlay"] }
}
