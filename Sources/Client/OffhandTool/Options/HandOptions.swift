import ArgumentParser
import Offhand

/// The option about hands on one glass.
struct HandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The hands whose gestures are told apart: each hand on the glass, or one for all touches.", valueName: "number"))
  var hands = HandsArgument.each

  /// The value of the option, where `each` means `separation`.
  func separation(_ separation: HandSeparation = .automatic) -> HandSeparation { hands == .one ? .none : separation }
}

/// The argument of `--hands`.
enum HandsArgument: String, ExpressibleByArgument, CaseIterable {
  case each
  case one
}
