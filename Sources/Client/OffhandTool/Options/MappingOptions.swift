import ArgumentParser
import Offhand

/// The options about touch screens and their outputs.
struct MappingOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "The output of a touch screen, which is given by name, node or bus path ('offhand devices' lists them).",
      valueName: "device=output"))
  var outputs: [OutputSetting] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "The size of a touch screen or an output in millimetres, 20 to 3000 a side, in the orientation of its picture; without a name, the size of all others.",
      valueName: "[name=]WxH"))
  var sizes: [SizeSetting] = []

  /// The value of the options; of two for one device the last counts.
  var preferences: MappingPreferences {
    MappingPreferences(
      outputs: Dictionary(outputs.map { ($0.device, $0.output) }, uniquingKeysWith: { $1 }),
      sizes: Dictionary(
        sizes.compactMap { setting in setting.device.map { ($0, setting.size) } }, uniquingKeysWith: { $1 }),
      defaultSize: sizes.last { $0.device == nil }?.size)
  }
}

/// The parts of a setting for one device, written `DEVICE=VALUE`; the last `=` separates, so a device's name may contain others.
private func parts(of argument: String) -> (device: String, value: String)? {
  guard let separator = argument.lastIndex(of: "="), separator != argument.startIndex else { return nil }
  return (String(argument[..<separator]), String(argument[argument.index(after: separator)...]))
}

/// The output of a touch screen, such as `eDP-1`.
struct OutputSetting: ExpressibleByArgument {
  let device: String
  let output: String

  init?(argument: String) {
    guard let parts = parts(of: argument), !parts.value.isEmpty else { return nil }
    (device, output) = parts
  }
}

/// A size written `300x190` for every touch screen and output, or `NAME=300x190` for one; 20 to 3000 mm a side, the range of touch
/// screens.
struct SizeSetting: ExpressibleByArgument {
  /// `nil` for all that have no size of their own.
  let device: String?
  let size: Size

  init?(argument: String) {
    let parts = parts(of: argument)
    let sides = (parts?.value ?? argument).split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    (device, size) = (parts?.device, Size(width: width, height: height))
    guard Size.isPlausible(size) else { return nil }
  }
}
