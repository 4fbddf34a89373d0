import ArgumentParser
import Offhand

/// One `--hand` as it is written.
enum HandArgument: String, ExpressibleByArgument, CaseIterable {
  case left
  case right

  /// The hand of that name.
  var handedness: Handedness { self == .left ? .left : .right }
}
