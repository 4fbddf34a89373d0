public import ArgumentParser
public import Offhand
import OffhandClient
import OffhandCommandLine

/// Where a command's overlays stand, and what the user says of panel and hand.
struct PlacementOptions: ParsableArguments {
  @Option(help: "Who says where overlays are shown.")
  var placement = PlacementPreset.best

  @Option(
    help: ArgumentHelp(
      "How the panel stands, which tells where elbow and eye are.",
      discussion: "Without it, what the size of the panel suggests; the terminal says what that is."))
  var posture: Posture?

  @Option(help: "The hand that touches it, where it should not be guessed: left or right.")
  var hand: HandArgument?

  @Option(
    help: ArgumentHelp(
      "Keep in this file from run to run how likely the hand is the right one: a number and a day, as 0.87 2026-11-21.",
      discussion: "Without it nothing is kept.", valueName: "file"))
  var rememberHand: String?

  /// What the options mean.
  var settings: PlacementSettings {
    PlacementSettings(preset: placement, posture: posture, hand: hand?.handedness, habitFile: rememberHand)
  }
}

/// One `--hand` as it is written.
enum HandArgument: String, ExpressibleByArgument, CaseIterable {
  case left
  case right

  /// The hand of that name.
  var handedness: Handedness { self == .left ? .left : .right }
}

extension Posture: ExpressibleByArgument {}
