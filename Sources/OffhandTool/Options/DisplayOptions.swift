import ArgumentParser
import OffhandClient

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
