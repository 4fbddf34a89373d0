import ArgumentParser
import Offhand

/// The option about hands on one glass.
struct HandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Whose the touches are: one hand's until two people are proven, on glass with a diagonal under 300 mm always (each); \
      the same on any glass (several); one hand's (one).
      """, valueName: "number"))
  var hands = HandsArgument.each

  /// The value of the option, where `each` means `separation`.
  func separation(_ separation: HandSeparation = .automatic) -> HandSeparation {
    switch hands {
    case .each: separation
    case .several: .byReach
    case .one: .none
    }
  }
}

/// The argument of `--hands`.
enum HandsArgument: String, ExpressibleByArgument, CaseIterable {
  case each
  case several
  case one
}
