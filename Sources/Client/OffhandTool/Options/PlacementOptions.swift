public import ArgumentParser
public import Offhand
import OffhandClient
import OffhandCommandLine

/// The options about overlays, panel and hand.
struct PlacementOptions: ParsableArguments {
  @Option(help: "The strategy that places overlays.")
  var placement = PlacementPreset.best

  @Option(
    help: ArgumentHelp(
      "How the panel is mounted or held, which says where the user's elbow and eye are.",
      discussion: "Without it, a posture is assumed from the size of the panel, and reported."))
  var posture: Posture?

  @Option(help: "The hand that touches; without it, the hand is estimated.")
  var hand: HandArgument?

  @OptionGroup var prior: HandPriorOptions

  @Option(
    help: ArgumentHelp(
      "Keep the probability of a right hand in this file from run to run: a number and a day, as 0.87 2026-11-21.",
      discussion: "Without it, nothing is kept.", valueName: "file"))
  var rememberHand: String?

  /// The value of the options.
  var settings: PlacementSettings {
    PlacementSettings(
      preset: placement, posture: posture, hand: hand?.handedness, rightHandPrior: prior.priorRight,
      habitFile: rememberHand)
  }
}

/// The option about the hand before any touch, the same in all commands.
struct HandPriorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The probability of a right hand before any touch, from 0 to 1.", valueName: "probability"))
  var priorRight = 0.9

  func validate() throws {
    guard priorRight >= 0, priorRight <= 1 else {
      throw ValidationError("'--prior-right' takes a number from 0 to 1, for example 0.5.")
    }
  }
}

/// The argument of `--hand`.
enum HandArgument: String, ExpressibleByArgument, CaseIterable {
  case left
  case right

  /// The hand of that name.
  var handedness: Handedness { self == .left ? .left : .right }
}

extension Posture: ExpressibleByArgument {}
