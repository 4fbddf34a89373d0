import ArgumentParser
import Offhand

/// The option about hands on one glass.
struct HandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How many hands the touches are taken for: one until two people are proven, and always one on glass with a diagonal under \
      300 mm (each); the same on glass of any size (several); always one (one).
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
