import ArgumentParser
import OffhandClient

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
